import { defineEvent } from '../../../definitions/define-event.ts'
import { timeField, viewerFields } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { integer, list, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { listOf } from '../../../kernel/text/formats.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platforms, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import { roundKinds } from './rounds.ts'

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
const winner = {
  ...viewerFields,
  prize: integer({ description: 'The points that the winner gets.' }),
}
const winners = 'The winners of this draw; of a prediction only the option is named.'
const drawn = {
  ...about,
  entries: integer(),
  username: optional(text({ description: 'The first winner.' })),
  option: nullable(text({ description: 'The option of a prediction that came true.' })),
  seed: nullable(text({ description: 'The seed of a giveaway, by which the draw can be verified.' })),
}

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
    closes_at: nullable(timeField('When it closes by itself; null if it does not.')),
    commitment: nullable(text({ description: 'The SHA-256 hash of the seed of a giveaway.' })),
  }),
  published: {
    example: {
      id: 7,
      kind: 'giveaway',
      title: 'A keyboard',
      options: [],
      word: '!join',
      price: 0,
      prize: 100,
      closes_at: null,
      commitment: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    },
  },
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
  published: {
    example: { id: 7, kind: 'giveaway', title: 'A keyboard', count: 3, entries: 27 },
  },
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
  published: {
    example: { id: 7, kind: 'giveaway', title: 'A keyboard', entries: 27, results: [], option: null },
  },
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
    ...drawn,
    winners: list(object({ ...winner, platform: oneOf(platforms) }), { description: winners }),
  }),
  published: {
    data: object({
      ...drawn,
      winners: list(
        object({ ...winner, platform: oneOf(platformWords, { description: 'Where the winner entered.' }) }),
        {
          description: winners,
        },
      ),
    }),
    from: ({ winners: won, ...rest }) => ({
      ...rest,
      winners: won.map((one) => ({ ...one, platform: wordFor(one.platform) })),
    }),
    example: {
      id: 7,
      kind: 'giveaway',
      title: 'A keyboard',
      entries: 27,
      winners: [{ user_id: '1001', username: 'alice', displayname: 'Alice', platform: 'kick', prize: 100 }],
      username: 'alice',
      option: null,
      seed: '5eb63bbbe01eeed093cb22bb8f5acdc3',
    },
  },
  sentence({ title, winners: won, option }) {
    const names = option ?? listOf(won.map(({ displayname }) => displayname))
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
  published: {
    example: { id: 7, kind: 'giveaway', title: 'A keyboard', refunded: 5, points: 500 },
  },
  sentence: ({ title }) => withDetail(messages.cancelled(), title),
})

export const roundsEvents = [roundOpened, roundEntered, roundClosed, roundDrawn, roundCancelled] as const
