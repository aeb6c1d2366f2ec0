import { defineMessages } from '../../../../kernel/text/message.ts'

const messages = defineMessages('widgets.periods', {
  day: 'Today',
  stream: 'This stream',
  all: 'All time',
})

/** Since when something is counted, as forms offer it. */
export const periods = {
  stream: { title: messages.stream },
  day: { title: messages.day },
  all: { title: messages.all },
} as const
