import { catalogueFor } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { variableWords } from '../steps/messages.ts'
import type { VariableValues } from '../steps/variables.ts'
import type { Activity } from './activity.ts'

/** What these variables read from. */
export interface ActivityVariablesServices {
  readonly activity: Activity
  readonly settings: Settings
}

type Services = ActivityVariablesServices

export const activityVariables: VariableValues<'lastfollower' | 'lastsub', Services> = {
  async lastfollower(run, _args, services) {
    const [newest] = await services.activity.newest(run.caller.channel, 'followers', 1)
    return newest?.data.displayname ?? variableWords.nobody(undefined, await catalogueFor(run, services))
  },
  async lastsub(run, _args, services) {
    const [newest] = await services.activity.newest(run.caller.channel, 'subscribers', 1)
    return newest?.data.displayname ?? variableWords.nobody(undefined, await catalogueFor(run, services))
  },
}
