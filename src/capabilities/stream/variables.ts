import type { Clock } from '../../kernel/ambient.ts'
import type { StreamState } from '../../platforms/platform.ts'
import { catalogueFor } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { durationText } from '../steps/duration-text.ts'
import { variableWords } from '../steps/messages.ts'
import type { Run } from '../steps/run.ts'
import type { VariableValues } from '../steps/variables.ts'
import type { StreamStates } from './stream-states.ts'

const minuteMs = 60_000

/** What these variables read from. */
export interface StreamVariablesServices {
  readonly clock: Clock
  readonly settings: Settings
  readonly streamStates: StreamStates
}

type Services = StreamVariablesServices

export const streamVariables: VariableValues<'title' | 'game' | 'uptime' | 'viewers' | 'followers', Services> = {
  title: async (run, _args, services) => (await streamOf(run, services))?.title ?? '',
  game: async (run, _args, services) => (await streamOf(run, services))?.category.name ?? '',
  async uptime(run, _args, services) {
    const state = await streamOf(run, services)
    if (state === undefined || !state.live || state.startedAt === null) {
      return variableWords.offline(undefined, await catalogueFor(run, services))
    }
    return durationText(
      Math.floor((services.clock.now() - state.startedAt) / minuteMs),
      await catalogueFor(run, services),
    )
  },
  async viewers(run, _args, services) {
    const state = await streamOf(run, services)
    return String(state?.live ? state.viewerCount : 0)
  },
  followers: async (run, _args, services) => String((await streamOf(run, services))?.followerCount ?? 0),
}

function streamOf({ caller, platform }: Run, { streamStates }: Services): Promise<StreamState | undefined> {
  return streamStates.find(caller.channel.id, platform)
}
