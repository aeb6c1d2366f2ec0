import { platformFailures } from '../../contract/failures.ts'
import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { driveMusic } from './music-control.ts'

export const skipMusic = definePanelOperation({
  name: 'skip-music',
  summary: 'Plays the next song of the queue.',
  role: 'moderator',
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: ['queue_empty', ...platformFailures],
  example: { input: {}, output: {} },
  handle: (call) => driveMusic(call, 'skip'),
})
