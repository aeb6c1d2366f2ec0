import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { colors, pieces } from './fields.ts'

export const confetti = defineEffect({
  type: 'confetti',
  title: contentLabels.confetti,
  help: message('effects.confetti.help', 'Paper from two cannons and from above.'),
  group: 'particles',
  icon: 'M3 13.5l3-8 5 5zM9.5 5.5c0-2 1-3 2.5-3M11 8.5c1.5-.5 2.5 0 3 1M12 5.5h.01M8 2.5h.01M13.5 12.5h.01',
  seconds: 6,
  settings: {
    pieces: pieces({ max: 360, default: 210 }),
    colors,
  },
})
