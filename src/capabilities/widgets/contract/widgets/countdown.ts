import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import { valueNamed } from '../widget-fields.ts'

const messages = defineMessages('widgets.countdown', {
  title: 'Countdown',
  help: 'A clock that counts down or up, such as a subathon clock. Automations add time to it.',
  value: contentLabels.clock,
  valueHelp:
    'A value of the type clock. Start and pause it on the page Counters & timers, by commands or by automations.',
  label: contentLabels.label,
  ended: 'Text at the end',
  gained: 'Show the time that is added',
})

export const countdown = defineWidget({
  type: 'countdown',
  title: messages.title,
  help: messages.help,
  group: 'numbers',
  icon: 'M4.5 2.75h7M4.5 13.25h7M5.5 3v2L8 8l2.5-3V3M5.5 13v-2L8 8l2.5 3v2',
  size: { width: 400, height: 150 },
  settings: {
    value: valueNamed({ title: messages.value, help: messages.valueHelp }, { types: ['clock'] }),
    label: line({ title: messages.label }, { max: 60 }),
    ended: line({ title: messages.ended }, { max: 60 }),
    gained: toggle({ title: messages.gained }, true),
  },
  sources: ({ value }) => (value === undefined ? [] : [source('value', { name: value })]),
  sample: {
    settings: { value: 'subathon', label: 'Subathon' },
    data: { value: { name: 'subathon', type: 'clock', value: 5025, running: false, direction: 'down', at: 0 } },
  },
})
