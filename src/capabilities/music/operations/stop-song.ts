import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { controlMusic } from './control-music.ts'

export const stopSong = defineOperation({
  name: 'stop-song',
  group: 'Music',
  summary: 'Pauses the current song.',
  description: 'start-song resumes at the same position. Has no effect if the player is already paused.',
  scope: 'music:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({}),
  output: object({}),
  failures: platformFailures,
  example: { input: {}, output: {} },
  handle: (call) => controlMusic(call, 'stop'),
})
