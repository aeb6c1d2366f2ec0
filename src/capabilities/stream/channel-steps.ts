import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { ChannelActions } from './channel-actions.ts'
import type { adSteps, channelSteps } from './contract/channel-steps.ts'

/** What these steps use. */
export interface ChannelStepServices {
  readonly channelActions: ChannelActions
}

export const channelStepHandlers: StepHandlersFor<
  readonly [...typeof channelSteps, ...typeof adSteps],
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

  start_commercial: limitingItsTime(({ seconds, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.startCommercial(run.caller.channel, on, seconds)
      return {}
    }),
  ),
}
