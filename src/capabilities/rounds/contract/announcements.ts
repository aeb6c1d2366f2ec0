import { type Catalogue, defineMessages } from '../../../kernel/text/message.ts'
import type { RoundKind } from './rounds.ts'

/** What chat reads about a round. */
export const roundMoments = ['opened', 'reminder', 'closed', 'result'] as const
export type RoundMoment = (typeof roundMoments)[number]

/** A poll is counted when it closes, and a trivia round has its winners: the result follows at once. */
export const announcedMoments = {
  giveaway: roundMoments,
  poll: ['opened', 'reminder', 'result'],
  prediction: roundMoments,
  trivia: ['opened', 'reminder', 'result'],
} as const satisfies Readonly<Record<RoundKind, readonly RoundMoment[]>>

/** The variables of the texts. Those of the second row are whole sentences, or nothing. */
export const announcementVariables = [
  ...(['title', 'word', 'options', 'entries', 'winner', 'result', 'results'] as const),
  ...(['ends', 'price'] as const),
] as const
export type AnnouncementVariable = (typeof announcementVariables)[number]

const messages = defineMessages('rounds.announcements', {
  giveawayOpened: 'Giveaway: $(title). Type $(word) to enter. $(price) $(ends)',
  giveawayReminder: 'The giveaway is still open: $(title). Type $(word) to enter. $(ends)',
  giveawayClosed: 'The giveaway is closed: $(title). The winner is drawn next.',
  giveawayResult: 'Congratulations, $(winner)! You have won: $(title)',
  pollOpened: 'Poll: $(title) $(options). Type $(word) and the number. $(price) $(ends)',
  pollReminder: 'The poll is still open: $(title) $(options). Type $(word) and the number. $(ends)',
  pollResult: 'The poll has ended: $(title) $(results)',
  predictionOpened: 'Prediction: $(title) $(options). Type $(word), the number and your points. $(ends)',
  predictionReminder:
    'The prediction is still open: $(title) $(options). Type $(word), the number and your points. $(ends)',
  predictionClosed: 'The prediction is closed: $(title) $(results)',
  predictionResult: 'The prediction is decided: $(title) $(result)',
  triviaOpened: 'Question: $(title) Type the answer in chat. $(price) $(ends)',
  triviaReminder: 'The question is still open: $(title) Type the answer in chat. $(ends)',
  triviaResult: 'The answer: $(result). Correct: $(winner)',
})

type DefaultText = (parameters: undefined, catalogue: Catalogue) => string

const defaultTexts: Readonly<Record<RoundKind, Readonly<Partial<Record<RoundMoment, DefaultText>>>>> = {
  giveaway: {
    opened: messages.giveawayOpened,
    reminder: messages.giveawayReminder,
    closed: messages.giveawayClosed,
    result: messages.giveawayResult,
  },
  poll: { opened: messages.pollOpened, reminder: messages.pollReminder, result: messages.pollResult },
  prediction: {
    opened: messages.predictionOpened,
    reminder: messages.predictionReminder,
    closed: messages.predictionClosed,
    result: messages.predictionResult,
  },
  trivia: { opened: messages.triviaOpened, reminder: messages.triviaReminder, result: messages.triviaResult },
}

/** What chat reads unless somebody has written another text; undefined for a moment that the kind does not have. */
export function defaultAnnouncement(kind: RoundKind, moment: RoundMoment, catalogue: Catalogue): string | undefined {
  return defaultTexts[kind][moment]?.(undefined, catalogue)
}
