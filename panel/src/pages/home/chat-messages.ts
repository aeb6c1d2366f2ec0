import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const chatMessages = defineMessages('chat', {
  title: 'Chat',
  empty: 'Messages of all connected chats appear here as they arrive.',
  newest: 'Newest messages',
  deleted: 'Message deleted',
  reply: 'Reply to {name}',
  replyingTo: 'Replying to {name}',
  cancelReply: 'Cancel reply',
  delete: 'Delete message of {name}',
  timeout: 'Time out {name} for 10 minutes',
  ban: 'Ban {name}',
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
