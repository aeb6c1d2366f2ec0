import { obsSteps } from '../capabilities/obs/contract/steps.ts'
import type { StepDefinition, StepGroup } from '../definitions/define-step.ts'
import type { Static } from '../kernel/schema/schema.ts'
import { aiSteps } from './steps/ai.ts'
import { alertSteps } from './steps/alerts.ts'
import { channelSteps } from './steps/channel.ts'
import { chatSteps } from './steps/chat.ts'
import { clipSteps } from './steps/clips.ts'
import { commandSteps } from './steps/commands.ts'
import { discordSteps } from './steps/discord.ts'
import { effectSteps } from './steps/effects.ts'
import { flowSteps } from './steps/flow.ts'
import { moderationSteps } from './steps/moderation.ts'
import { pinSteps } from './steps/pins.ts'
import { playerSteps } from './steps/player.ts'
import { pointsSteps } from './steps/points.ts'
import { pollSteps } from './steps/polls.ts'
import { rewardSteps } from './steps/rewards.ts'
import { roundSteps } from './steps/rounds.ts'
import { showSteps } from './steps/shows.ts'
import { songSteps } from './steps/songs.ts'
import { speechSteps } from './steps/speech.ts'
import { streamSteps } from './steps/stream.ts'
import { valueSteps } from './steps/values.ts'
import { voiceSteps } from './steps/voice.ts'
import { watchTimeSteps } from './steps/watch-time.ts'
import { webSteps } from './steps/web.ts'

/** Every step a command can have, in the order in which people see them. */
export const steps = [
  ...chatSteps,
  ...moderationSteps,
  ...pinSteps,
  ...speechSteps,
  ...alertSteps,
  ...effectSteps,
  ...voiceSteps,
  ...playerSteps,
  ...clipSteps,
  ...streamSteps,
  ...channelSteps,
  ...pointsSteps,
  ...watchTimeSteps,
  ...valueSteps,
  ...rewardSteps,
  ...pollSteps,
  ...roundSteps,
  ...songSteps,
  ...obsSteps,
  ...showSteps,
  ...aiSteps,
  ...discordSteps,
  ...webSteps,
  ...commandSteps,
  ...flowSteps,
] as const

export type CommandStep = (typeof steps)[number]
export type StepType = CommandStep['type']
export type StepInput<T extends StepType> = Static<Extract<CommandStep, { readonly type: T }>['input']>

const byType: ReadonlyMap<string, CommandStep> = new Map(steps.map((step) => [step.type, step]))

export function findStep(type: string): CommandStep | undefined {
  return byType.get(type)
}

/** Definitions under the groups they are shown in. A group without a step is left out. */
export function groupSteps<S extends Pick<StepDefinition, 'group'>>(definitions: readonly S[]): Map<StepGroup, S[]> {
  return Map.groupBy(definitions, ({ group }) => group)
}
