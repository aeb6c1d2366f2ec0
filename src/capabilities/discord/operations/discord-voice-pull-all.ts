import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { discordFailures, recordVoiceChange, requireId, targetChannelId, voiceChangeOutput } from './fields.ts'

export const discordVoicePullAll = defineOperation({
  name: 'discord-voice-pull-all',
  group: 'Discord',
  summary: 'Moves everybody who is in voice on Discord to one voice channel.',
  description: 'Bots are left out.',
  scope: 'discord:write',
  ratePerMinute: 20,
  effect: 'outside',
  input: object({ target_channel_id: targetChannelId }),
  output: voiceChangeOutput,
  failures: discordFailures,
  example: { input: { target_channel_id: '290926798999357251' }, output: { affected: 2, failed: 0 } },
  async handle(call) {
    const { input, caller, ctx } = call
    const channelId = requireId(input.target_channel_id)
    return recordVoiceChange(call, 'pulled', await ctx.discord.call(caller, 'voice-pull', { channelId }))
  },
})
