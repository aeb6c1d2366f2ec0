import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { discordFailures, memberId, memberOutput, recordMember, requireId } from './fields.ts'

export const discordVoiceKick = defineOperation({
  name: 'discord-voice-kick',
  group: 'Discord',
  summary: 'Disconnects a member from voice on Discord.',
  description: 'The member stays on the server. The answer names the channel that the member was in.',
  scope: 'discord:write',
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({ discord_id: memberId }),
  output: memberOutput,
  failures: discordFailures,
  example: { input: { discord_id: '80351110224678914' }, output: { channel_id: '290926798999357252' } },
  async handle(call) {
    const { input, caller, ctx } = call
    const userId = requireId(input.discord_id)
    return recordMember(call, 'kicked', await ctx.discord.call(caller, 'voice-kick', { userId }))
  },
})
