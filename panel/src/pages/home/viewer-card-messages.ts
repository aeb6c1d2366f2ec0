import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const viewerCardMessages = defineMessages('viewerCard', {
  points: commonLabels.points,
  watchTime: commonLabels.watchTime,
  messages: commonTexts.messages,
  following: 'Follower since {date}',
  history: 'Recent history',
  noHistory: 'Nothing recorded yet.',
  unknown: 'Nothing is stored about this viewer yet.',
  openViewer: 'Open viewer page',
  reply: commonLabels.reply,
  delete: 'Delete message',
  timeout: 'Time out',
  minutes: commonLabels.minutes,
  ban: commonLabels.ban,
  unban: commonLabels.unban,
  unbanned: '{name} unbanned',
})
