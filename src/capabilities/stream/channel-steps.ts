import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { ChannelActions } from './channel-actions.ts'
import type { channelSteps } from './contract/channel-steps.ts'

/** What these steps use. */
export interface ChannelStepServices {
  readonly channelActions: ChannelActions
}

export const channelStepHandlers: StepHandlersFor<typeof channelSteps, ChannelStepServices> = {
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

  announce: limitingItsTime(({ text, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.announce(run.caller.channel, on, text)
      return {}
    }),
  ),

  set_chat_mode: limitingItsTime(({ mode, enabled, seconds, platform }, { run, actOn }, { channelActions }) =>
    actOn(platform, async (on) => {
      await channelActions.setChatMode(run.caller.channel, on, { mode, enabled: enabled === 'on', seconds })
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
