import { contentLabels } from '../../../../definitions/content-labels.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'

const messages = defineMessages('widgets.periods', {
  day: contentLabels.today,
  stream: 'This stream',
  all: contentLabels.allTime,
})

/** Since when something is counted, as forms offer it. */
export const periods = {
  stream: { title: messages.stream },
  day: { title: messages.day },
  all: { title: messages.all },
} as const
