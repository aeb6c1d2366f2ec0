import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { discordFailures, memberId, memberOutput, recordMember, requireId, targetChannelId } from './fields.ts'

export const discordVoiceMove = defineOperation({
  name: 'discord-voice-move',
  group: 'Discord',
  summary: 'Moves a member to another voice channel on Discord.',
  description: 'The member must be in a voice channel.',
  scope: 'discord:write',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ discord_id: memberId, target_channel_id: targetChannelId }),
  output: memberOutput,
  failures: discordFailures,
  example: {
    input: { discord_id: '80351110224678913', target_channel_id: '290926798999357251' },
    output: { channel_id: '290926798999357251' },
  },
  async handle(call) {
    const { input, caller, ctx } = call
    const userId = requireId(input.discord_id)
    const channelId = requireId(input.target_channel_id)
    return recordMember(call, 'moved', await ctx.discord.call(caller, 'voice-move', { userId, channelId }))
  },
})
