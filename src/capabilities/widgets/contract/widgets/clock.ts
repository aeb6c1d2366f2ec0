import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, widgetTexts } from '../define-widget.ts'

const messages = defineMessages('widgets.clock', {
  title: contentLabels.clock,
  help: 'The time of day, or how long the stream has been live.',
  shows: widgetTexts.shows,
  time: 'Time of day',
  uptime: 'Time since the stream began',
  format: 'Format',
  hours24: '24 hours',
  hours12: '12 hours',
  seconds: 'Show seconds',
  zone: contentLabels.timeZone,
  zoneHelp: 'Such as Europe/Berlin. Without one, the time of the computer that shows the overlay.',
  label: contentLabels.label,
})

export const clock = defineWidget({
  type: 'clock',
  title: messages.title,
  help: messages.help,
  group: 'numbers',
  icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.25l2 1.5',
  size: { width: 280, height: 110 },
  settings: {
    shows: choice(
      { title: messages.shows },
      { choices: { time: { title: messages.time }, uptime: { title: messages.uptime } }, default: 'time' },
    ),
    format: choice(
      { title: messages.format },
      { choices: { '24': { title: messages.hours24 }, '12': { title: messages.hours12 } }, default: '24' },
    ),
    seconds: toggle({ title: messages.seconds }, false),
    time_zone: line({ title: messages.zone, help: messages.zoneHelp }, { max: 60, placeholder: 'Europe/Berlin' }),
    label: line({ title: messages.label }, { max: 60 }),
  },
  sources: ({ shows }) => (shows === 'uptime' ? [{ source: 'channel', params: {} }] : []),
})
