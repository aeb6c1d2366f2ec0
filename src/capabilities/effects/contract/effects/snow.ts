import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { colors } from './fields.ts'

export const snow = defineEffect({
  type: 'snow',
  title: contentLabels.snow,
  help: message('effects.snow.help', 'Snowflakes of different sizes.'),
  group: 'particles',
  icon: 'M8 2v12M2.8 5l10.4 6M13.2 5 2.8 11M6.5 3 8 4.5 9.5 3M6.5 13 8 11.5 9.5 13',
  seconds: 15,
  settings: {
    flakes: count({ title: message('effects.snow.flakes', 'Snowflakes') }, { max: 900, default: 500 }),
    colors,
  },
})
