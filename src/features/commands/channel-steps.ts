import type { ActionOutcome } from '../stream/channel-actions.ts'
import type { StepResult } from './run.ts'
import type { StepHandlersOf } from './step-handler.ts'

export const channelStepHandlers: StepHandlersOf<'channel'> = {
  async raid({ target, platform }, { run }, { channelActions }) {
    return resultOf(await channelActions.raid(run.caller.channel, platform, target))
  },

  async shoutout({ target, platform }, { run }, { channelActions }) {
    return resultOf(await channelActions.shoutOut(run.caller.channel, platform, target))
  },

  async announce({ text, platform }, { run }, { channelActions }) {
    return resultOf(await channelActions.announce(run.caller.channel, platform, text))
  },

  async set_chat_mode({ mode, enabled, seconds, platform }, { run }, { channelActions }) {
    const wanted = { mode, enabled: enabled === 'on', seconds }
    return resultOf(await channelActions.setChatMode(run.caller.channel, platform, wanted))
  },

  async start_commercial({ seconds, platform }, { run }, { channelActions }) {
    return resultOf(await channelActions.startCommercial(run.caller.channel, platform, seconds))
  },
}

/** For each platform `done`, or the code of the failure. */
function resultOf(outcomes: readonly ActionOutcome[]): StepResult {
  return { platforms: Object.fromEntries(outcomes.map(({ platform, failure }) => [platform, failure?.code ?? 'done'])) }
}
