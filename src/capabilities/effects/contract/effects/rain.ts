import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { colors } from './fields.ts'

export const rain = defineEffect({
  type: 'rain',
  title: contentLabels.rain,
  help: message('effects.rain.help', 'A rain shower over the picture.'),
  group: 'particles',
  icon: 'M4 9.5a3 3 0 0 1 .5-5.9 3.8 3.8 0 0 1 7.2 1A2.5 2.5 0 0 1 12 9.5M5 11l-1 2.5M8 10.5 7 13M11 11l-1 2.5',
  seconds: 15,
  settings: {
    drops: count({ title: message('effects.rain.drops', 'Drops') }, { max: 500, default: 260 }),
    colors,
  },
})
