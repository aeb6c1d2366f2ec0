import { commonEventLabels } from '../../../../src/definitions/common-event-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const chatMessages = defineMessages('chat', {
  title: commonEventLabels.chat,
  empty: 'Messages of all connected chats appear here.',
  newest: 'Newest messages',
  deleted: 'Message deleted',
  reply: 'Reply to {name}',
  replyingTo: 'Replying to {name}',
  cancelReply: 'Cancel reply',
  delete: 'Delete message of {name}',
  timeout: 'Time out {name} for 10 minutes',
  ban: 'Ban {name}',
  shoutOut: 'Shout out {name}',
  shoutedOut: '{name} got a shoutout',
  pin: 'Pin message of {name}',
  pinned: 'Message pinned on {platform}',
  timedOut: '{name} timed out for {minutes:number} min',
  banned: '{name} banned',
  messageDeleted: 'Message deleted on {platform}',
  card: 'About {name}',
  write: commonWords.message,
  placeholder: 'Send a message',
  send: commonMessages.send,
  as: commonWords.sendAs,
  asBroadcaster: 'Me',
  asBot: commonWords.bot,
  where: 'Send to',
  everywhere: 'All chats',
  refused: 'Not sent to {platform}: {reason}',
  roleBroadcaster: 'Streamer',
  roleModerator: 'Mod',
  roleVip: commonWords.vip,
  roleSubscriber: 'Sub',
})
