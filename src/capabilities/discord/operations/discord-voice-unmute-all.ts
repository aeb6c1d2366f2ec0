import { defineOperation } from '../../../kernel/operation/operation.ts'
import { discordFailures, muteInput, muteMembers, voiceChangeOutput } from './fields.ts'

export const discordVoiceUnmuteAll = defineOperation({
  name: 'discord-voice-unmute-all',
  group: 'Discord',
  summary: 'Unmutes everybody in a voice channel on Discord.',
  description: 'Bots are left out. Who muted themselves stays muted.',
  scope: 'discord:write',
  ratePerMinute: 20,
  effect: 'outside',
  input: muteInput,
  output: voiceChangeOutput,
  failures: discordFailures,
  example: { input: { channel_id: '290926798999357251' }, output: { affected: 2, failed: 0 } },
  handle: (call) => muteMembers(call, false),
})
