import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import { valueNamed } from '../widget-fields.ts'

const messages = defineMessages('widgets.counter', {
  title: contentLabels.counter,
  help: 'A named value: a number, a text or a list. Commands, automations and the API change it.',
  value: contentLabels.value,
  label: contentLabels.label,
  unit: 'Unit',
})

export const counter = defineWidget({
  type: 'counter',
  title: messages.title,
  help: messages.help,
  group: 'numbers',
  icon: 'M6.25 2.75l-1 10.5M10.75 2.75l-1 10.5M2.75 5.75h10.5M2.75 10.25h10.5',
  size: { width: 280, height: 140 },
  settings: {
    value: valueNamed({ title: messages.value }, { types: ['number', 'text', 'list'] }),
    label: line({ title: messages.label }, { max: 60 }),
    unit: line({ title: messages.unit }, { max: 20 }),
  },
  sources: ({ value }) => (value === undefined ? [] : [source('value', { name: value })]),
  sample: {
    settings: { value: 'deaths', label: 'Deaths' },
    data: { value: { name: 'deaths', type: 'number', value: 12, running: false, direction: null, at: 0 } },
  },
})
