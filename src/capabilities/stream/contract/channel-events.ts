import { defineEvent } from '../../../definitions/define-event.ts'
import { viewerFields } from '../../../definitions/event-fields.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { integer, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { unbanRequestStatuses } from '../../../platforms/contract/interaction-states.ts'

/** What happens between channels, and to the standing of viewers. */
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
  sharedChatStarted: 'Shared chat started',
  sharedChatStartedWith: {
    plural: 'channels',
    one: 'Shared chat of {name} started, with {channels:number} channel',
    other: 'Shared chat of {name} started, with {channels:number} channels',
  },
  sharedChatChanged: 'Shared chat changed',
  sharedChatChangedWith: {
    plural: 'channels',
    one: 'The shared chat of {name} now has {channels:number} channel',
    other: 'The shared chat of {name} now has {channels:number} channels',
  },
  sharedChatEnded: 'Shared chat ended',
  sharedChatEndedOf: 'The shared chat of {name} ended',
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
  unbanRequest: 'Unban request',
  requestedUnban: '{name} asks to be unbanned',
  unbanRequestResolved: 'Unban request resolved',
  approved: 'The unban request of {name} was approved',
  denied: 'The unban request of {name} was denied',
  cancelled: 'The unban request of {name} was cancelled',
})

const fromPlatform = { platform: 'required', externalId: 'optional' } as const
const aboutViewer = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'activity:read' } as const
const moderationReaders = { role: 'viewer', scope: 'moderation:read' } as const

export const raidSent = defineEvent({
  kind: 'raid.sent',
  group: 'stream',
  icon: 'viewers',
  title: messages.raidSent,
  data: object({ ...viewerFields, viewers: integer({ description: 'How many viewers took part.' }) }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42 },
  },
  sentence: (data) => messages.raided({ name: nameOf(data), viewers: data.viewers }),
})

const shoutoutData = object({ ...viewerFields, viewers: integer(), moderator: text({ description: 'Who gave it.' }) })

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
  data: object({ ...viewerFields, viewers: integer() }),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42 },
  },
  sentence: (data) => messages.gotShoutout({ name: nameOf(data) }),
})

/** The viewer fields name the channel that hosts the shared chat. */
const sharedChatData = object({
  ...viewerFields,
  channels: integer({ description: 'How many channels share their chats, this one included.' }),
})

export const sharedChatStarted = defineEvent({
  kind: 'shared-chat.started',
  group: 'stream',
  icon: 'viewers',
  title: messages.sharedChatStarted,
  data: sharedChatData,
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', channels: 2 },
  },
  sentence: (data) => messages.sharedChatStartedWith({ name: nameOf(data), channels: data.channels }),
})

export const sharedChatChanged = defineEvent({
  kind: 'shared-chat.changed',
  group: 'stream',
  icon: 'viewers',
  title: messages.sharedChatChanged,
  data: sharedChatData,
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', channels: 3 },
  },
  sentence: (data) => messages.sharedChatChangedWith({ name: nameOf(data), channels: data.channels }),
})

export const sharedChatEnded = defineEvent({
  kind: 'shared-chat.ended',
  group: 'stream',
  icon: 'viewers',
  title: messages.sharedChatEnded,
  data: object(viewerFields),
  refersTo: fromPlatform,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.sharedChatEndedOf({ name: nameOf(data) }),
})

export const vipAdded = defineEvent({
  kind: 'vip.added',
  group: 'people',
  icon: 'viewers',
  title: messages.vipAdded,
  data: object(viewerFields),
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
  data: object(viewerFields),
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
  data: object(viewerFields),
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
  data: object(viewerFields),
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
  data: object({ ...viewerFields, reason: text(), moderator: text() }),
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
  data: object(viewerFields),
  refersTo: aboutViewer,
  readableBy: moderationReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.acknowledged({ name: nameOf(data) }),
})

/** What banned viewers and moderators write to each other; only moderators read it on the platform. */
const requestReaders = { role: 'moderator', scope: 'moderation:read' } as const
const request_id = text({ description: 'The id of the request; its resolution has the same.' })

export const unbanRequestCreated = defineEvent({
  kind: 'unban-request.created',
  group: 'people',
  icon: 'shield',
  title: messages.unbanRequest,
  data: object({ ...viewerFields, request_id, message: text() }),
  refersTo: aboutViewer,
  readableBy: requestReaders,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', request_id: '60', message: 'Sorry!' },
  },
  sentence: (data) => withDetail(messages.requestedUnban({ name: nameOf(data) }), data.message),
})

export const unbanRequestResolved = defineEvent({
  kind: 'unban-request.resolved',
  group: 'people',
  icon: 'shield',
  title: messages.unbanRequestResolved,
  data: object({
    ...viewerFields,
    request_id,
    status: oneOf(unbanRequestStatuses),
    reason: text({ description: 'What the moderator answered; empty without an answer.' }),
    moderator: text(),
  }),
  refersTo: aboutViewer,
  readableBy: requestReaders,
  published: {
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      request_id: '60',
      status: 'approved',
      reason: 'Welcome back',
      moderator: 'bob',
    },
  },
  sentence: (data) => withDetail(messages[data.status]({ name: nameOf(data) }), data.reason),
})

export const channelEvents = [
  raidSent,
  shoutoutGiven,
  shoutoutReceived,
  sharedChatStarted,
  sharedChatChanged,
  sharedChatEnded,
] as const

export const standingEvents = [
  vipAdded,
  vipRemoved,
  moderatorAdded,
  moderatorRemoved,
  warningSent,
  warningAcknowledged,
  unbanRequestCreated,
  unbanRequestResolved,
] as const
