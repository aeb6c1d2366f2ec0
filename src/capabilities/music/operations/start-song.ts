import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { controlMusic } from './control-music.ts'

export const startSong = defineOperation({
  name: 'start-song',
  group: 'Music',
  summary: 'Resumes a paused song or starts playback.',
  description: 'Overlay pages change at once, or as soon as they connect. Has no effect if a song is already playing.',
  scope: 'music:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({}),
  output: object({}),
  failures: ['queue_empty', ...platformFailures],
  example: { input: {}, output: {} },
  handle: (call) => controlMusic(call, 'start'),
})
