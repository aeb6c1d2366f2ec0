import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget } from '../define-widget.ts'
import { textLines } from '../widget-fields.ts'

const messages = defineMessages('widgets.text', {
  title: contentLabels.text,
  help: 'A few words that stay on screen.',
  text: contentLabels.text,
  align: 'Alignment',
  left: 'Left',
  center: 'Center',
  right: 'Right',
})

export const alignments = {
  left: { title: messages.left },
  center: { title: messages.center },
  right: { title: messages.right },
} as const

export const text = defineWidget({
  type: 'text',
  title: messages.title,
  help: messages.help,
  group: 'content',
  icon: 'M3 4.75v-1.5h10v1.5M8 3.25v9.5M6.25 12.75h3.5',
  size: { width: 520, height: 110 },
  settings: {
    text: textLines({ title: messages.text }, { max: 10, maxLength: 200, default: [] as readonly string[] }),
    align: choice({ title: messages.align }, { choices: alignments, default: 'center' }),
  },
  sample: { settings: { text: ['Starting soon'] } },
})
