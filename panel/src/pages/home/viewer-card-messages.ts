import { commonEventLabels } from '../../../../src/definitions/common-event-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const viewerCardMessages = defineMessages('viewerCard', {
  points: commonEventLabels.points,
  watchTime: commonEventLabels.watchTime,
  messages: commonMessages.messages,
  following: 'Follower since {date}',
  history: 'Recent history',
  noHistory: 'Nothing recorded yet.',
  unknown: 'Nothing is stored about this viewer yet.',
  openViewer: 'Open viewer page',
  reply: commonEventLabels.reply,
  delete: commonEventLabels.deleteMessage,
  timeout: 'Time out',
  minutes: commonEventLabels.minutes,
  ban: commonEventLabels.ban,
  unban: commonEventLabels.unban,
  unbanned: '{name} unbanned',
})
