import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { colors, pieces } from './fields.ts'

export const hearts = defineEffect({
  type: 'hearts',
  title: contentLabels.hearts,
  help: message('effects.hearts.help', 'Hearts that rise and sway.'),
  group: 'particles',
  icon: 'M8 13.25S2.5 10 2.5 6.25A2.9 2.9 0 0 1 8 5a2.9 2.9 0 0 1 5.5 1.25C13.5 10 8 13.25 8 13.25z',
  seconds: 6,
  settings: {
    pieces: pieces({ max: 150, default: 46 }),
    colors,
  },
})
