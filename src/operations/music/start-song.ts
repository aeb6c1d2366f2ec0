import { platformFailures } from '../../contract/failures.ts'
import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'
import { controlMusic } from './control-music.ts'

export const startSong = defineOperation({
  name: 'start-song',
  group: 'Music',
  summary: 'Resumes a paused song or starts playback.',
  description: 'Overlay pages change at once, or as soon as they connect. Has no effect if a song is already playing.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({}),
  output: object({}),
  failures: ['queue_empty', ...platformFailures],
  example: { input: {}, output: {} },
  handle: (call) => controlMusic(call, 'start'),
})
