import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { ChannelActions } from './channel-actions.ts'
import type { adSteps, channelSteps, markerSteps } from './contract/channel-steps.ts'

/** What these steps use. */
export interface ChannelStepServices {
  readonly channelActions: ChannelActions
}

export const channelStepHandlers: StepHandlersFor<
  readonly [...typeof channelSteps, ...typeof adSteps, ...typeof markerSteps],
  ChannelStepServices
> = {
  raid: limitingItsTime(({ target, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.raid(run.caller.channel, on, target)
      return {}
    }),
  ),

  shoutout: limitingItsTime(({ target, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.shoutOut(run.caller.channel, on, target)
      return {}
    }),
  ),

  create_marker: limitingItsTime(async ({ text }, { run }, { channelActions }) => {
    await channelActions.createMarker(run.caller.channel, text)
    return {}
  }),

  start_commercial: limitingItsTime(({ seconds, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.startCommercial(run.caller.channel, on, seconds)
      return {}
    }),
  ),
}
