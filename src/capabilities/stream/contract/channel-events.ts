import { defineEvent } from '../../../definitions/define-event.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { boolean, integer, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { chatModes } from '../../../platforms/contract/chat-modes.ts'

/** What happens between channels, in the chat as a whole, and to the standing of viewers. */
const messages = defineMessages('events.channel', {
  raidSent: 'Raid started',
  raided: {
    plural: 'viewers',
    one: 'Raided {name} with {viewers:number} viewer',
    other: 'Raided {name} with {viewers:number} viewers',
  },
  shoutoutGiven: 'Shoutout given',
  gaveShoutout: 'Shoutout for {name}',
  shoutoutReceived: 'Shoutout received',
  gotShoutout: 'Shoutout from {name}',
  announcement: 'Announcement',
  reply: 'Reply in chat',
  replied: '{name} replied to {to}',
  pinned: 'Message pinned',
  pinnedOf: 'Message of {name} pinned',
  mode: 'Chat mode changed',
  modeOff: '{mode} turned off',
  modeOn: '{mode} turned on',
  modeOnFor: '{mode} turned on ({seconds:number} s)',
  slow: 'Slow mode',
  followers: 'Followers-only mode',
  subscribers: 'Subscribers-only mode',
  emote_only: 'Emotes-only mode',
  unique: 'Unique messages mode',
  vipAdded: 'VIP added',
  vipAddedTo: '{name} is now a VIP',
  vipRemoved: 'VIP removed',
  vipRemovedFrom: '{name} is no longer a VIP',
  moderatorAdded: 'Moderator added',
  moderatorAddedTo: '{name} is now a moderator',
  moderatorRemoved: 'Moderator removed',
  moderatorRemovedFrom: '{name} is no longer a moderator',
  warning: 'Warning',
  warned: '{name} was warned',
  acknowledgement: 'Warning acknowledged',
  acknowledged: '{name} acknowledged a warning',
})

const person = { user_id: text(), username: text(), displayname: text() }
const fromPlatform = { platform: 'required', externalId: 'optional' } as const
const aboutViewer = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'activity:read' } as const
const moderationReaders = { role: 'viewer', scope: 'moderation:read' } as const

export const raidSent = defineEvent({
  kind: 'raid.sent',
  group: 'stream',
  icon: 'viewers',
  title: messages.raidSent,
  data: object({ ...person, viewers: integer({ description: 'How many viewers took part.' }) }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42 },
  },
  sentence: (data) => messages.raided({ name: nameOf(data), viewers: data.viewers }),
})

const shoutoutData = object({ ...person, viewers: integer(), moderator: text({ description: 'Who gave it.' }) })

export const shoutoutGiven = defineEvent({
  kind: 'shoutout.given',
  group: 'stream',
  icon: 'heart',
  title: messages.shoutoutGiven,
  data: shoutoutData,
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42, moderator: 'bob' },
  },
  sentence: (data) => messages.gaveShoutout({ name: nameOf(data) }),
})

export const shoutoutReceived = defineEvent({
  kind: 'shoutout.received',
  group: 'stream',
  icon: 'heart',
  title: messages.shoutoutReceived,
  data: object({ ...person, viewers: integer() }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42 },
  },
  sentence: (data) => messages.gotShoutout({ name: nameOf(data) }),
})

export const announcement = defineEvent({
  kind: 'chat.announcement',
  group: 'bot',
  icon: 'chat',
  title: messages.announcement,
  data: object({ ...person, text: text(), color: text({ description: 'Empty for the default color.' }) }),
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
    ...person,
    text: text(),
    messageId: text(),
    to: text({ description: 'Who wrote the message that is replied to.' }),
    replyTo: text({ description: 'The id of that message.' }),
  }),
  refersTo: aboutViewer,
  readableBy: { role: 'viewer', scope: 'chat:read' },
  published: {
    data: object({
      ...person,
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
    ...person,
    text: text(),
    messageId: text(),
    moderator: text({ description: 'Who pinned it.' }),
    ends_at: nullable(integer({ description: 'Milliseconds since 1970; null until the stream ends.' })),
  }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    data: object({
      ...person,
      text: text(),
      message_id: text(),
      moderator: text({ description: 'Who pinned it.' }),
      ends_at: nullable(integer({ description: 'Milliseconds since 1970; null until the stream ends.' })),
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

export const chatModeChanged = defineEvent({
  kind: 'chat.mode-changed',
  group: 'bot',
  icon: 'shield',
  title: messages.mode,
  data: object({
    mode: oneOf(chatModes),
    enabled: boolean(),
    seconds: nullable(integer({ description: 'The wait of slow mode, or the time as a follower.' })),
  }),
  refersTo: fromPlatform,
  readableBy: moderationReaders,
  published: {
    example: { mode: 'slow', enabled: true, seconds: 30 },
  },
  sentence({ mode: name, enabled, seconds }) {
    const mode = messages[name]()
    if (!enabled) return messages.modeOff({ mode })
    return seconds === null || seconds === 0 ? messages.modeOn({ mode }) : messages.modeOnFor({ mode, seconds })
  },
})

export const vipAdded = defineEvent({
  kind: 'vip.added',
  group: 'people',
  icon: 'viewers',
  title: messages.vipAdded,
  data: object(person),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.vipAddedTo({ name: nameOf(data) }),
})

export const vipRemoved = defineEvent({
  kind: 'vip.removed',
  group: 'people',
  icon: 'viewers',
  title: messages.vipRemoved,
  data: object(person),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.vipRemovedFrom({ name: nameOf(data) }),
})

export const moderatorAdded = defineEvent({
  kind: 'moderator.added',
  group: 'people',
  icon: 'shield',
  title: messages.moderatorAdded,
  data: object(person),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.moderatorAddedTo({ name: nameOf(data) }),
})

export const moderatorRemoved = defineEvent({
  kind: 'moderator.removed',
  group: 'people',
  icon: 'shield',
  title: messages.moderatorRemoved,
  data: object(person),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.moderatorRemovedFrom({ name: nameOf(data) }),
})

export const warningSent = defineEvent({
  kind: 'warning.sent',
  group: 'people',
  icon: 'shield',
  title: messages.warning,
  data: object({ ...person, reason: text(), moderator: text() }),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', reason: 'Spoilers', moderator: 'bob' },
  },
  sentence: (data) => withDetail(messages.warned({ name: nameOf(data) }), data.reason),
})

export const warningAcknowledged = defineEvent({
  kind: 'warning.acknowledged',
  group: 'people',
  icon: 'shield',
  title: messages.acknowledgement,
  data: object(person),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.acknowledged({ name: nameOf(data) }),
})

export const channelEvents = [
  raidSent,
  shoutoutGiven,
  shoutoutReceived,
  announcement,
  chatReply,
  messagePinned,
  chatModeChanged,
  vipAdded,
  vipRemoved,
  moderatorAdded,
  moderatorRemoved,
  warningSent,
  warningAcknowledged,
] as const
