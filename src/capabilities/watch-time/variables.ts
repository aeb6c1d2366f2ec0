import { catalogueFor } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { durationText } from '../steps/duration-text.ts'
import type { VariableValues } from '../steps/variables.ts'
import { viewerOf } from '../viewers/viewer-of-run.ts'
import type { Viewers } from '../viewers/viewers.ts'

/** What these variables read from. */
export interface WatchTimeVariablesServices {
  readonly settings: Settings
  readonly viewers: Viewers
}

type Services = WatchTimeVariablesServices

export const watchTimeVariables: VariableValues<'watchtime', Services> = {
  watchtime: async (run, args, services) =>
    durationText((await viewerOf(run, args, services))?.watchMinutes ?? 0, await catalogueFor(run, services)),
}
