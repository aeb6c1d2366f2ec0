import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { forPanel } from '../../kernel/operation/operation.ts'
import { platformNamed } from '../../platforms/contract/platforms.ts'
import { toRecord } from './operations/fields.ts'
import { updateReward as updatePublicly } from './operations/update-reward.ts'

/** What the dialog edits. The switches in the list are not compared, which take effect at once. */
export const updateReward = ifUnchanged(
  forPanel(updatePublicly),
  async (input, { reader, caller: { channel }, ctx }) => {
    const platform = platformNamed(input.platform)
    const reward = await ctx.rewards.get(channel, platform, input.reward_id ?? input.id ?? '')
    const record = toRecord(reward, await ctx.rewardLinks.find(reader, channel.id, platform, reward.id))
    const { id: _id, enabled: _enabled, paused: _paused, color: _color, can_manage: _canManage, ...edited } = record
    return edited
  },
  ({ platform }, { caller, ctx }, work) => ctx.rewards.alone(caller.channel, platformNamed(platform), work),
)
