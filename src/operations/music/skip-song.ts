import { platformFailures } from '../../contract/failures.ts'
import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'
import { controlMusic } from './control-music.ts'

export const skipSong = defineOperation({
  name: 'skip-song',
  group: 'Music',
  summary: 'Skips the current song and plays the next in the queue.',
  description: 'After the last song the queue starts again.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: ['queue_empty', ...platformFailures],
  example: { input: {}, output: {} },
  handle: (call) => controlMusic(call, 'skip'),
})
