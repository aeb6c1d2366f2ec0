import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { colors } from './fields.ts'

export const fireworks = defineEffect({
  type: 'fireworks',
  title: contentLabels.fireworks,
  help: message('effects.fireworks.help', 'Rockets that burst over the picture.'),
  group: 'particles',
  icon: 'M8 2.25v3M8 10.75v3M2.25 8h3M10.75 8h3M4.1 4.1 5.8 5.8M10.2 10.2l1.7 1.7M11.9 4.1l-1.7 1.7M5.8 10.2l-1.7 1.7',
  seconds: 8,
  settings: {
    rockets: count({ title: message('effects.fireworks.rockets', 'Rockets') }, { max: 20, default: 8 }),
    colors,
  },
})
