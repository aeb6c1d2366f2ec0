import { defineEvent } from '../../../definitions/define-event.ts'
import { timeField, viewerFields } from '../../../definitions/event-fields.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { nullable, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/** What platforms report about the chat as a whole. */
const messages = defineMessages('events.channel', {
  announcement: 'Announcement',
  reply: 'Reply in chat',
  replied: '{name} replied to {to}',
  pinned: 'Message pinned',
  pinnedOf: 'Message of {name} pinned',
})

const fromPlatform = { platform: 'required', externalId: 'optional' } as const
const aboutViewer = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'activity:read' } as const

export const announcement = defineEvent({
  kind: 'chat.announcement',
  group: 'bot',
  icon: 'chat',
  title: messages.announcement,
  data: object({ ...viewerFields, text: text(), color: text({ description: 'Empty for the default color.' }) }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', text: 'The show begins.', color: '' },
  },
  sentence: (data) => withDetail(messages.announcement(), data.text),
})

export const chatReply = defineEvent({
  kind: 'chat.reply',
  group: 'bot',
  icon: 'chat',
  title: messages.reply,
  data: object({
    ...viewerFields,
    text: text(),
    messageId: text(),
    to: text({ description: 'Who wrote the message that is replied to.' }),
    replyTo: text({ description: 'The id of that message.' }),
  }),
  refersTo: aboutViewer,
  readableBy: { role: 'viewer', scope: 'chat:read' },
  published: {
    data: object({
      ...viewerFields,
      text: text(),
      message_id: text(),
      to: text({ description: 'Who wrote the message that is replied to.' }),
      reply_to: text({ description: 'The id of that message.' }),
    }),
    from: ({ messageId: message_id, replyTo: reply_to, ...rest }) => ({ ...rest, message_id, reply_to }),
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      text: 'Yes!',
      messageId: 'msg_2',
      to: 'bob',
      replyTo: 'msg_1',
    },
  },
  sentence: (data) => withDetail(messages.replied({ name: nameOf(data), to: data.to }), data.text),
})

export const messagePinned = defineEvent({
  kind: 'chat.pinned',
  group: 'bot',
  icon: 'chat',
  title: messages.pinned,
  data: object({
    ...viewerFields,
    text: text(),
    messageId: text(),
    moderator: text({ description: 'Who pinned it.' }),
    ends_at: nullable(timeField('Until when it is pinned; null until the stream ends.')),
  }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    data: object({
      ...viewerFields,
      text: text(),
      message_id: text(),
      moderator: text({ description: 'Who pinned it.' }),
      ends_at: nullable(timeField('Until when it is pinned; null until the stream ends.')),
    }),
    from: ({ messageId: message_id, ...rest }) => ({ ...rest, message_id }),
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      text: 'Rules: be kind.',
      messageId: 'msg_1',
      moderator: 'bob',
      ends_at: null,
    },
  },
  sentence: (data) => withDetail(messages.pinnedOf({ name: nameOf(data) }), data.text),
})

export const receivedChatEvents = [announcement, chatReply, messagePinned] as const
