import { defineMessages } from '../../messages/message.ts'
import { defineEvent } from '../define-event.ts'
import { withDetail } from '../event-sentences.ts'
import { platforms } from '../platforms.ts'
import { roundKinds } from '../rounds.ts'
import { integer, list, nullable, object, oneOf, optional, text } from '../schema.ts'

/** Giveaways, polls, predictions and trivia of this server. */
const messages = defineMessages('events.rounds', {
  opened: 'Round opened',
  entered: 'Round entered',
  enteredBy: {
    plural: 'entries',
    one: '{title}: {entries:number} entry',
    other: '{title}: {entries:number} entries',
  },
  closed: 'Round closed',
  drawn: 'Round drawn',
  won: '{title}: {names}',
  cancelled: 'Round cancelled',
})

const about = { id: integer(), kind: oneOf(roundKinds), title: text() }
const results = list(object({ option: text(), entries: integer(), points: integer() }), {
  description: 'The options with what was put on them; empty for a giveaway.',
})
const winner = object({
  user_id: text(),
  username: text(),
  displayname: text(),
  platform: oneOf(platforms),
  prize: integer({ description: 'The points that the winner gets.' }),
})

const shared = {
  group: 'people',
  icon: 'gift',
  readableBy: { role: 'viewer', scope: 'rounds:read' },
} as const

export const roundOpened = defineEvent({
  ...shared,
  kind: 'round.opened',
  title: messages.opened,
  data: object({
    ...about,
    options: list(text(), { description: 'What can be chosen. The answers of a trivia round are not shown.' }),
    word: nullable(text({ description: 'What enters it in chat.' })),
    price: integer(),
    prize: integer({ description: 'The points that each winner gets.' }),
    closes_at: nullable(integer({ description: 'Milliseconds since 1970 when it closes by itself.' })),
    commitment: nullable(text({ description: 'The SHA-256 hash of the seed of a giveaway.' })),
  }),
  sentence: ({ title }) => withDetail(messages.opened(), title),
})

export const roundEntered = defineEvent({
  ...shared,
  kind: 'round.entered',
  title: messages.entered,
  data: object({
    ...about,
    count: integer({ description: 'How many entries and changed votes this event stands for.' }),
    entries: integer({ description: 'How many viewers have entered by now.' }),
  }),
  audit: false,
  sentence: ({ title, entries }) => withDetail(messages.entered(), messages.enteredBy({ title, entries })),
})

export const roundClosed = defineEvent({
  ...shared,
  kind: 'round.closed',
  title: messages.closed,
  data: object({
    ...about,
    entries: integer(),
    results,
    option: nullable(
      text({ description: 'The option of a poll with the most votes; null if there is no single one.' }),
    ),
  }),
  sentence: ({ title, option, entries }) =>
    withDetail(
      messages.closed(),
      option === null ? messages.enteredBy({ title, entries }) : messages.won({ title, names: option }),
    ),
})

export const roundDrawn = defineEvent({
  ...shared,
  kind: 'round.drawn',
  title: messages.drawn,
  data: object({
    ...about,
    entries: integer(),
    winners: list(winner, { description: 'The winners of this draw; of a prediction only the option is named.' }),
    username: optional(text({ description: 'The first winner.' })),
    option: nullable(text({ description: 'The option of a prediction that came true.' })),
    seed: nullable(text({ description: 'The seed of a giveaway, by which the draw can be verified.' })),
  }),
  sentence({ title, winners, option }) {
    const names = option ?? winners.map(({ displayname }) => displayname).join(', ')
    return withDetail(messages.drawn(), names === '' ? title : messages.won({ title, names }))
  },
})

export const roundCancelled = defineEvent({
  ...shared,
  kind: 'round.cancelled',
  title: messages.cancelled,
  data: object({
    ...about,
    refunded: integer({ description: 'How many viewers get points back.' }),
    points: integer({ description: 'The points they get back.' }),
  }),
  sentence: ({ title }) => withDetail(messages.cancelled(), title),
})

export const roundsEvents = [roundOpened, roundEntered, roundClosed, roundDrawn, roundCancelled] as const
