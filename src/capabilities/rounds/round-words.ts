import { defineMessages } from '../../kernel/text/message.ts'
import type { RoundKind, RoundStatus } from './contract/rounds.ts'

/** The kinds and states as they stand inside an error. */
export const roundKindWords = defineMessages('errors.rounds.kinds', {
  giveaway: 'giveaway',
  poll: 'poll',
  prediction: 'prediction',
  trivia: 'trivia',
} satisfies Readonly<Record<RoundKind, string>>)

export const roundStatusWords = defineMessages('errors.rounds.statuses', {
  open: 'open',
  closed: 'closed',
  drawn: 'drawn',
  cancelled: 'cancelled',
} satisfies Readonly<Record<RoundStatus, string>>)
