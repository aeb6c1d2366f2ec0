import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'

export const textBurst = defineEffect({
  type: 'text-burst',
  title: contentLabels.textBurst,
  help: message('effects.text-burst.help', 'A few words in large letters.'),
  group: 'content',
  icon: 'M3 4.75v-1.5h10v1.5M8 3.25v9.5M6.25 12.75h3.5',
  seconds: 4,
  settings: {
    text: line({ title: contentLabels.text }, { max: 200 }),
  },
  sample: { text: 'Showtime' },
})
