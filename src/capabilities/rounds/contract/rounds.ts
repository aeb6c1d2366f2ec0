import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { maxAmount, maxNameLength } from '../../../definitions/fields.ts'
import { type ChatRole, chatRoles } from '../../../definitions/roles.ts'
import { integer, list, object, optional, type Static, text, withDefault } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/**
 * A round is anything that viewers enter or vote in: it is opened, entered, closed, and drawn or counted. A raffle is a
 * giveaway whose tickets cost points.
 */
export const roundKinds = ['giveaway', 'poll', 'prediction', 'trivia'] as const
export type RoundKind = (typeof roundKinds)[number]

export const roundKindTitles = defineMessages('rounds.kinds', {
  giveaway: commonEventLabels.giveaway,
  poll: commonEventLabels.poll,
  prediction: commonEventLabels.prediction,
  trivia: commonEventLabels.trivia,
} satisfies Readonly<Record<RoundKind, unknown>>)

/** `closed`: takes no more entries. `drawn`: has its winners or its outcome. */
export const roundStatuses = ['open', 'closed', 'drawn', 'cancelled'] as const
export type RoundStatus = (typeof roundStatuses)[number]

/** The kinds that a platform can run itself. */
export const platformRoundKinds = ['poll', 'prediction'] as const satisfies readonly RoundKind[]

/** Typed in chat to enter. An answer of a trivia round is a message of its own. */
export const defaultWords: Readonly<Record<RoundKind, string | null>> = {
  giveaway: '!join',
  poll: '!vote',
  prediction: '!bet',
  trivia: null,
}

export const roundLimits = {
  title: 200,
  option: 100,
  options: { poll: 10, prediction: 10, trivia: 20 },
  word: 50,
  seconds: 7 * 24 * 60 * 60,
  winners: 100,
  tickets: 1_000,
  entries: 100_000,
  open: 20,
  weight: 100_000,
} as const

const factor = optional(integer({ min: 0, max: 100 }))
const extra = (description: string) => withDefault(integer({ min: 0, max: 1_000, description }), 0)

/** What makes one entry more likely to win than another. */
export const entryWeights = object(
  {
    ...(Object.fromEntries(chatRoles.map((role) => [role, factor])) as Readonly<Record<ChatRole, typeof factor>>),
    per_watch_hour: extra('Added for every whole hour that the viewer has watched.'),
    per_1000_points: extra('Added for every 1,000 points that the viewer has when the winners are drawn.'),
  },
  {
    description:
      'The weight of an entry is its tickets times the factor of a role, of which the highest counts. 0 excludes a role.',
  },
)
export type EntryWeights = Static<typeof entryWeights>

/** How viewers enter a round. Everything has a default. */
export const roundEntry = object(
  {
    word: optional(
      text({
        min: 1,
        max: roundLimits.word,
        cleaning: 'line',
        description:
          'The chat message that enters; an option, a number of tickets or points follow it. Default: !join, !vote or !bet.',
      }),
    ),
    price: withDefault(
      integer({ min: 0, max: maxAmount, description: 'Points for a ticket of a giveaway, a vote or an answer.' }),
      0,
    ),
    max_tickets: withDefault(
      integer({ min: 1, max: roundLimits.tickets, description: 'How many tickets of a giveaway a viewer can have.' }),
      1,
    ),
    min_points: withDefault(
      integer({ min: 1, max: maxAmount, description: 'The least that can be put on an option of a prediction.' }),
      1,
    ),
    max_points: withDefault(
      integer({ min: 1, max: maxAmount, description: 'The most that a viewer can put on an option in all.' }),
      maxAmount,
    ),
    who: withDefault(
      list(text({ min: 1, max: maxNameLength, cleaning: 'line' }), {
        max: 50,
        description:
          'Roles as in the permissions of a command: everyone, follower, subscriber, vip, moderator, user:<name>.',
      }),
      ['everyone'],
    ),
    weights: optional(entryWeights),
    exclude_recent_winners: withDefault(
      integer({
        min: 0,
        max: 50,
        description: 'Winners of this many giveaways before this one cannot win.',
      }),
      0,
    ),
  },
  { description: 'How viewers enter.' },
)
export type RoundEntry = Static<typeof roundEntry>
