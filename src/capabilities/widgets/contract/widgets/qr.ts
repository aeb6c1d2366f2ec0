import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget } from '../define-widget.ts'

const messages = defineMessages('widgets.qr', {
  title: 'QR code',
  help: 'A link that viewers open with the camera of their phone.',
  content: 'Link or text',
  label: contentLabels.label,
})

export const qr = defineWidget({
  type: 'qr',
  title: messages.title,
  help: messages.help,
  group: 'content',
  icon: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5M13.5 9.5v1.5M9.5 13.5v-1.5M12 13.5h1.5',
  size: { width: 280, height: 320 },
  settings: {
    content: line({ title: messages.content }, { max: 400, placeholder: 'example.com/tip' }),
    label: line({ title: messages.label }, { max: 60 }),
  },
  sample: { settings: { content: 'example.com/tip', label: 'Scan me' } },
})
