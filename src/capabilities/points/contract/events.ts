import { defineEvent } from '../../../definitions/define-event.ts'
import { userId, viewerFields } from '../../../definitions/event-fields.ts'
import { signed, withDetail } from '../../../definitions/event-sentences.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.points', {
  changed: 'Points changed',
  changedBy: '{username} {change} points, now {points:number}',
  coinsChanged: '{username} now has {coins:number} coins',
  transferred: 'Points transferred',
  gave: '{from} gave {to} {amount:number} points',
  earned: 'Points earned',
  earnedBy: '{username} earned {amount:number} points',
  earnedByMany: 'Viewers earned points',
})

const reason = text({ description: 'The operation, command or rule that did it.' })
/** Rows of earlier versions have no id of the viewer. */
const laterUserId = optional(userId)

const changed = {
  user_id: laterUserId,
  username: viewerFields.username,
  delta: integer({ description: 'The points that were added; negative when points were removed.' }),
  points: integer({ description: 'The balance after the change.' }),
  coin: optional(integer({ description: 'The balance of coins, when it may have changed too.' })),
  reason,
}

const transferred = {
  from: text({ description: 'Who gave the points.' }),
  to: text({ description: 'Who got them.' }),
  from_user_id: optional(text({ description: "The platform's own id of the giver." })),
  to_user_id: optional(text({ description: "The platform's own id of the receiver." })),
  amount: integer({ description: 'How many points.' }),
  reason,
}

export const pointsChanged = defineEvent({
  kind: 'points.changed',
  group: 'points',
  icon: 'coin',
  title: messages.changed,
  data: object(changed),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    data: object({ ...changed, changed: integer({ description: 'The same as delta, as answers name it.' }) }),
    from: (data) => ({ ...data, changed: data.delta }),
    example: { user_id: '1001', username: 'alice', delta: 50, points: 1250, reason: 'add-points' },
  },
  sentence: ({ username, delta, points, coin }) =>
    delta === 0 && coin !== undefined
      ? messages.coinsChanged({ username, coins: coin })
      : messages.changedBy({ username, change: signed(delta), points }),
})

export const pointsTransferred = defineEvent({
  kind: 'points.transferred',
  group: 'points',
  icon: 'coin',
  title: messages.transferred,
  data: object(transferred),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    data: object({
      ...transferred,
      from_username: text({ description: 'The same as from, as answers name it.' }),
      to_username: text({ description: 'The same as to, as answers name it.' }),
    }),
    from: (data) => ({ ...data, from_username: data.from, to_username: data.to }),
    example: {
      from: 'alice',
      to: 'bob',
      from_user_id: '1001',
      to_user_id: '1002',
      amount: 100,
      reason: 'transfer-points',
    },
  },
  sentence: ({ from, to, amount }) => messages.gave({ from, to, amount }),
})

export const pointsEarned = defineEvent({
  kind: 'points.earned',
  group: 'points',
  icon: 'coin',
  title: messages.earned,
  data: object({
    reason,
    user_id: laterUserId,
    username: optional(text({ description: 'Absent when many viewers earn at once.' })),
    amount: optional(integer({ description: 'How many points; absent when many viewers earn at once.' })),
  }),
  refersTo: { platform: 'required', viewerId: 'optional' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    example: { reason: 'follow', user_id: '1001', username: 'alice', amount: 100 },
  },
  sentence: ({ reason, username, amount }) =>
    withDetail(
      username === undefined ? messages.earnedByMany() : messages.earnedBy({ username, amount: amount ?? 0 }),
      reason,
    ),
})

export const pointsEvents = [pointsChanged, pointsTransferred, pointsEarned] as const
