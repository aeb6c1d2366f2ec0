import type { RoundKind, RoundStatus } from '../../contract/rounds.ts'
import { defineMessages } from '../../messages/message.ts'

/** The errors of rounds. The name of a parameter stands first. */
export const roundErrors = defineMessages('errors.rounds', {
  notFound: 'id: there is no round {id}.',
  noneOpen: 'No round is open.',
  noneToEnd: 'No round waits for its end.',
  optionsRequired: 'options: a {kind} needs at least {min:number}.',
  tooManyOptions: 'options: a {kind} can have at most {max:number}.',
  noOptions: 'options: a giveaway has none.',
  sameOption: 'options: {option} stands there twice.',
  wordTaken: 'entry.word: the open round {title} uses {word} already.',
  wordSpaces: 'entry.word must be one word.',
  tooManyOpen: 'There are {max:number} open rounds already. Close one first.',
  minAboveMax: 'entry.min_points must not be more than entry.max_points.',
  platformKind: 'platform: only a poll or a prediction can be run by a platform.',
  platformSeconds: 'seconds is required where the platform runs the round.',
  platformEntry: 'A round that the platform runs is entered there.',
  notOpen: 'The round {title} is {status}.',
  ended: 'The round {title} is {status} already.',
  bots: 'Bots cannot enter.',
  notAllowed: '{username} may not enter this round.',
  full: 'The round {title} has {max:number} entries, which is the most.',
  optionRequired: 'option is required in this round.',
  noOption: 'option must be one of {options}.',
  wrongAnswer: 'option is not a right answer.',
  otherOption: '{username} has put points on another option already.',
  pointsRequired: 'points is required in a prediction.',
  pointsRange: 'points: at least {min:number} and at most {max:number} in all.',
  pollsAreCounted: 'A poll has no winners. Close it to count its votes.',
  outcomeRequired: 'option is required: which one came true.',
  noAgain: 'again: only a giveaway can draw further winners.',
  seedLost: 'The seed of this round cannot be read with the secret of this server. Cancel the round.',
})

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
