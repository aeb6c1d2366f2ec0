import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { controlMusic } from './control-music.ts'

export const skipSong = defineOperation({
  name: 'skip-song',
  group: 'Music',
  summary: 'Skips the current song and plays the next in the queue.',
  description: 'After the last song the queue starts again.',
  scope: 'music:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: ['queue_empty', ...platformFailures],
  example: { input: {}, output: {} },
  handle: (call) => controlMusic(call, 'skip'),
})
