import { channelCatalogue } from '../../capabilities/settings/channel-language.ts'
import type { Settings } from '../../capabilities/settings/settings.ts'
import { durationText } from '../../capabilities/steps/duration-text.ts'
import type { VariableValues } from '../../capabilities/steps/variables.ts'
import { viewerOf } from '../../capabilities/viewers/viewer-of-run.ts'
import type { Viewers } from '../../capabilities/viewers/viewers.ts'

/** What these variables read from. */
export interface WatchTimeVariablesServices {
  readonly settings: Settings
  readonly viewers: Viewers
}

type Services = WatchTimeVariablesServices

export const watchTimeVariables: VariableValues<'watchtime', Services> = {
  watchtime: async (run, args, services) =>
    durationText(
      (await viewerOf(run, args, services))?.watchMinutes ?? 0,
      await channelCatalogue(services.settings, run.caller.channel.id),
    ),
}
