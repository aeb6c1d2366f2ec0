import { defineOperation } from '../../../kernel/operation/operation.ts'
import { discordFailures, muteInput, muteMembers, voiceChangeOutput } from './fields.ts'

export const discordVoiceMuteAll = defineOperation({
  name: 'discord-voice-mute-all',
  group: 'Discord',
  summary: 'Mutes everybody in a voice channel on Discord.',
  description: 'Bots are left out. Who is muted already is not counted.',
  scope: 'discord:write',
  ratePerMinute: 20,
  effect: 'outside',
  input: muteInput,
  output: voiceChangeOutput,
  failures: discordFailures,
  example: { input: { channel_id: '290926798999357251' }, output: { affected: 2, failed: 0 } },
  handle: (call) => muteMembers(call, true),
})
