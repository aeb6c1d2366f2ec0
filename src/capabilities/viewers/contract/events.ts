import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { timeField, viewerFields } from '../../../definitions/event-fields.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { formatSupport, unitOf } from '../../../definitions/support/support-amounts.ts'
import { supportFields } from '../../../definitions/support/support-fields.ts'
import { boolean, integer, nullable, number, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'

/** What viewers do and what is done to them. */
const messages = defineMessages('events.viewers', {
  follow: 'New follower',
  followed: '{name} followed',
  subscription: commonEventLabels.subscription,
  subscribed: '{name} subscribed',
  resubscribed: '{name} subscribed for {months:number} months',
  subscriptionReceived: 'Gift subscription received',
  wasGifted: '{name} received a gift subscription',
  ban: 'Ban',
  banned: '{name} was banned',
  timeout: 'Timeout',
  timedOut: '{name} was timed out for {minutes:number} min',
  unban: 'Unban',
  unbanned: '{name} was unbanned',
  raid: 'Raid',
  raided: {
    plural: 'viewers',
    one: '{name} raided with {viewers:number} viewer',
    other: '{name} raided with {viewers:number} viewers',
  },
  bits: 'Bits or KICKs',
  cheered: '{name} sent {amount}',
  gaveGift: '{name} sent {gift} ({amount})',
  accountLinked: 'Viewer linked',
  linked: '{other} linked to {username}',
  accountUnlinked: 'Viewer unlinked',
  unlinked: '{username} unlinked',
  imported: 'Viewers imported',
  importedLines: {
    plural: 'lines',
    one: '{lines:number} line of viewers imported',
    other: '{lines:number} lines of viewers imported',
  },
  exported: 'Viewers exported',
  erased: 'Viewer erased',
  oneExported: 'Data of a viewer exported',
})

const reported = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'activity:read' } as const
const term = {
  subscription_type: text({ description: 'self, or gift when someone else paid.' }),
  tier: integer({ description: 'The tier, 1 to 3.' }),
  months: integer({ description: 'Months in total.' }),
  level_name: optional(text({ description: 'The name of the membership level.' })),
}

export const follow = defineEvent({
  kind: 'follow',
  group: 'people',
  icon: 'heart',
  title: messages.follow,
  data: object({
    type: oneOf(['follower']),
    ...viewerFields,
    is_first: optional(boolean({ title: 'First follow', description: 'False for somebody who has followed before.' })),
  }),
  refersTo: reported,
  readableBy: readers,
  list: () => 'followers',
  published: {
    type: 'channel.follow',
    example: { type: 'follower', user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.followed({ name: nameOf(data) }),
})

export const subscription = defineEvent({
  kind: 'subscription',
  group: 'people',
  icon: 'heart',
  title: messages.subscription,
  data: object({
    type: oneOf(['sub_new', 'sub_renew']),
    ...viewerFields,
    ...term,
    message: optional(text({ description: 'What the subscriber wrote.' })),
    streak_months: optional(integer({ description: 'Months in a row, if the subscriber shows them.' })),
  }),
  refersTo: reported,
  readableBy: readers,
  list: () => 'subscribers',
  published: {
    type: 'channel.subscription',
    example: {
      type: 'sub_new',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      subscription_type: 'self',
      tier: 1,
      months: 1,
    },
  },
  sentence(data) {
    const name = nameOf(data)
    return data.months > 1 ? messages.resubscribed({ name, months: data.months }) : messages.subscribed({ name })
  },
})

/** What one recipient got. All gifts together are one event, `subscription.gifts`, with who gave them. */
export const subscriptionReceived = defineEvent({
  kind: 'subscription.received',
  group: 'people',
  icon: 'gift',
  title: messages.subscriptionReceived,
  data: object({
    type: oneOf(['sub_gift'], { description: 'What it is.' }),
    ...viewerFields,
    ...term,
    from: optional(text({ title: 'Given by', description: 'Who gave it, if known.' })),
    gift_id: optional(text({ description: 'The id of the gifts of which it is one.' })),
  }),
  refersTo: reported,
  readableBy: readers,
  list: () => 'subscribers',
  published: {
    example: {
      type: 'sub_gift',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      subscription_type: 'gift',
      tier: 1,
      months: 1,
      from: 'Bob',
      gift_id: 'gift_1',
    },
  },
  sentence: (data) => messages.wasGifted({ name: nameOf(data) }),
})

const ended = {
  reason: text({ description: 'Why; empty if nobody said it.' }),
  duration_minutes: nullable(number({ description: 'The length of a timeout; null for a ban.' })),
  expires_at: nullable(timeField('When a timeout ends; null for a ban.')),
  moderator: text({ description: 'Who did it; empty if the platform does not report it.' }),
}

export const ban = defineEvent({
  kind: 'ban',
  group: 'people',
  icon: 'shield',
  title: messages.ban,
  data: object({ type: oneOf(['ban']), ...viewerFields, ...ended }),
  refersTo: reported,
  readableBy: readers,
  list: () => 'banned',
  published: {
    type: 'channel.ban',
    example: {
      type: 'ban',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      reason: 'Spam',
      duration_minutes: null,
      expires_at: null,
      moderator: 'bob',
    },
  },
  sentence: (data) => withDetail(messages.banned({ name: nameOf(data) }), data.reason),
})

export const timeout = defineEvent({
  kind: 'timeout',
  group: 'people',
  icon: 'shield',
  title: messages.timeout,
  data: object({ type: oneOf(['timeout']), ...viewerFields, ...ended }),
  refersTo: reported,
  readableBy: readers,
  list: () => 'banned',
  published: {
    type: 'channel.timeout',
    example: {
      type: 'timeout',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      reason: 'Spam',
      duration_minutes: 10,
      expires_at: 1763236800000,
      moderator: 'bob',
    },
  },
  sentence: (data) =>
    withDetail(messages.timedOut({ name: nameOf(data), minutes: data.duration_minutes ?? 0 }), data.reason),
})

export const unban = defineEvent({
  kind: 'unban',
  group: 'people',
  icon: 'shield',
  title: messages.unban,
  data: object(viewerFields),
  refersTo: reported,
  readableBy: readers,
  published: {
    type: 'channel.unban',
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.unbanned({ name: nameOf(data) }),
})

export const raid = defineEvent({
  kind: 'raid',
  group: 'people',
  icon: 'viewers',
  title: messages.raid,
  data: object({ ...viewerFields, viewers: integer({ description: 'How many viewers came along.' }) }),
  refersTo: reported,
  readableBy: readers,
  published: {
    type: 'channel.raid',
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', viewers: 42 },
  },
  sentence: (data) => messages.raided({ name: nameOf(data), viewers: data.viewers }),
})

export const bits = defineEvent({
  kind: 'bits',
  group: 'people',
  icon: 'gift',
  title: messages.bits,
  data: object({
    ...viewerFields,
    amount: number({ description: 'In the unit of the platform; of money, in hundredths of the currency.' }),
    ...supportFields,
    message: text({ description: 'What the viewer wrote; empty without a message.' }),
    gift_name: optional(text({ title: 'Gift', description: 'Of KICKs: the name of the gift, such as Rage Quit.' })),
    gift_tier: optional(
      text({ title: 'Gift tier', description: 'Of KICKs: the tier of the gift, such as BASIC or MID.' }),
    ),
    is_anonymous: optional(boolean({ description: 'Whether nobody is named.' })),
    is_late: optional(boolean({ title: 'Late', description: 'Whether they were missed and read later.' })),
    sent_at: optional(timeField('Only of one that was missed and read later: when it was sent.')),
  }),
  refersTo: reported,
  readableBy: readers,
  // The other platforms have gifts of their own, but get-recent-activity has no list for them.
  list: (platform) => (platform === 'kick' ? 'kicks' : platform === 'twitch' ? 'bits' : undefined),
  published: {
    type: 'channel.bits',
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      amount: 100,
      message: 'Great show',
      unit: 'bits',
      currency: null,
      value: 100,
      amount_usd: 1,
    },
  },
  sentence(data) {
    const given = { name: nameOf(data), amount: formatSupport(data) }
    const { gift_name: gift } = data
    return withDetail(
      gift === undefined ? messages.cheered(given) : messages.gaveGift({ ...given, gift }),
      data.message,
    )
  },
  // Before amounts had a unit. Of Super Chats the currency is not known, and they cannot be distinguished from Jewels.
  fromStored(row) {
    if (row.data.unit !== undefined) return row
    const isYouTube = row.platform === 'youtube'
    const unit = isYouTube ? 'money' : unitOf(row.platform ?? 'twitch')
    const value = Number(row.data.amount) / (isYouTube ? 100 : 1)
    return { ...row, data: { ...row.data, unit, currency: null, value, amount_usd: null } }
  },
})

export const viewerLinked = defineEvent({
  kind: 'viewer.linked',
  group: 'people',
  icon: 'viewers',
  title: messages.accountLinked,
  data: object({ username: text(), other: text() }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ username, other }) => messages.linked({ username, other }),
})

export const viewerUnlinked = defineEvent({
  kind: 'viewer.unlinked',
  group: 'people',
  icon: 'viewers',
  title: messages.accountUnlinked,
  data: object({ username: text() }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ username }) => messages.unlinked({ username }),
})

export const viewersImported = defineEvent({
  kind: 'viewers.imported',
  group: 'panel',
  icon: 'viewers',
  title: messages.imported,
  data: object({
    platform: oneOf(platforms),
    lines: integer(),
    created: integer(),
    changed: integer(),
    unchanged: integer(),
    failed: integer(),
  }),
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ lines }) => messages.importedLines({ lines }),
})

export const viewersExported = defineEvent({
  kind: 'viewers.exported',
  group: 'panel',
  icon: 'download',
  title: messages.exported,
  data: object({ platform: oneOf(platforms) }),
  readableBy: { role: 'editor', scope: null },
  sentence: () => messages.exported(),
})

/** Without a name, which would bring the viewer back. */
export const viewerErased = defineEvent({
  kind: 'viewer.erased',
  group: 'people',
  icon: 'viewers',
  title: messages.erased,
  data: object({}),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: null },
  sentence: () => messages.erased(),
})

export const viewerExported = defineEvent({
  kind: 'viewer.exported',
  group: 'people',
  icon: 'download',
  title: messages.oneExported,
  data: object({}),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'editor', scope: null },
  sentence: () => messages.oneExported(),
})

export const viewersEvents = [
  follow,
  subscription,
  subscriptionReceived,
  ban,
  timeout,
  unban,
  raid,
  bits,
  viewerLinked,
  viewerUnlinked,
  viewersImported,
  viewersExported,
  viewerErased,
  viewerExported,
] as const
