import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const viewerCardMessages = defineMessages('viewerCard', {
  points: 'Points',
  watchTime: 'Watch time',
  messages: 'Messages',
  following: 'Follower since {date}',
  history: 'Recent history',
  noHistory: 'Nothing recorded yet.',
  unknown: 'Nothing is stored about this viewer yet.',
  openViewer: 'Open viewer page',
  reply: 'Reply',
  delete: 'Delete message',
  timeout: 'Time out',
  minutes: 'Minutes',
  ban: 'Ban',
  unban: 'Unban',
  unbanned: '{name} unbanned',
})
