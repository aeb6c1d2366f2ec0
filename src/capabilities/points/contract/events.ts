import { defineEvent } from '../../../definitions/define-event.ts'
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

export const pointsChanged = defineEvent({
  kind: 'points.changed',
  group: 'points',
  icon: 'coin',
  title: messages.changed,
  data: object({
    username: text(),
    delta: integer(),
    points: integer(),
    coin: optional(integer({ description: 'The balance of coins, when it may have changed too.' })),
    reason: text(),
  }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    example: { username: 'alice', delta: 50, points: 1250, reason: 'add-points' },
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
  data: object({ from: text(), to: text(), amount: integer(), reason: text() }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    example: { from: 'alice', to: 'bob', amount: 100, reason: 'transfer-points' },
  },
  sentence: ({ from, to, amount }) => messages.gave({ from, to, amount }),
})

export const pointsEarned = defineEvent({
  kind: 'points.earned',
  group: 'points',
  icon: 'coin',
  title: messages.earned,
  data: object({
    reason: text(),
    username: optional(text({ description: 'Absent when many viewers earn at once.' })),
    amount: optional(integer()),
  }),
  refersTo: { platform: 'required', viewerId: 'optional' },
  readableBy: { role: 'viewer', scope: 'points:read' },
  published: {
    example: { reason: 'follow', username: 'alice', amount: 100 },
  },
  sentence: ({ reason, username, amount }) =>
    withDetail(
      username === undefined ? messages.earnedByMany() : messages.earnedBy({ username, amount: amount ?? 0 }),
      reason,
    ),
})

export const pointsEvents = [pointsChanged, pointsTransferred, pointsEarned] as const
