import { platformFailures } from '../../contract/failures.ts'
import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { driveMusic } from './music-control.ts'

export const pauseMusic = definePanelOperation({
  name: 'pause-music',
  summary: 'Pauses the music where it is.',
  role: 'moderator',
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: platformFailures,
  example: { input: {}, output: {} },
  handle: (call) => driveMusic(call, 'stop'),
})
