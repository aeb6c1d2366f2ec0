import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { model } from '../../../kernel/schema/model.ts'
import { dateTime, integer, list, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { pollStatuses, predictionStatuses } from '../../../platforms/contract/interaction-states.ts'
import { type Platform, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { PlatformPoll } from '../../../platforms/polls.ts'
import type { PlatformPrediction } from '../../../platforms/predictions.ts'

/** The parameters and answers that the operations on polls and predictions share. */

export const pollPlatform = optional(platformOf(platformWords, 'Left out: the first connected platform that has them.'))
export const optionText = text({ min: 1, max: 25, cleaning: 'line' })

export const runningId = optional(
  text({ max: maxNameLength, cleaning: 'line', description: 'Left out: the one that is running.' }),
)

const shared = {
  platform: platformOf(platformWords),
  id: text({ description: 'The id that the platform gave it.' }),
  title: text(),
}

export const pollOutput = object({
  ...shared,
  status: oneOf(pollStatuses, { description: 'terminated when it was ended before its time.' }),
  results: list(model('PollResult', object({ id: text(), option: text(), votes: integer() }))),
  ends_at: dateTime({ description: 'When it ends or ended.' }),
})

export function pollAnswer(platform: Platform, { id, title, status, options, endsAt }: PlatformPoll) {
  return {
    platform: wordFor(platform),
    id,
    title,
    status,
    results: options.map((option) => ({ id: option.id, option: option.title, votes: option.votes })),
    ends_at: new Date(endsAt).toISOString(),
  }
}

export const predictionOutput = object({
  ...shared,
  status: oneOf(predictionStatuses, { description: 'cancelled when everybody got their points back.' }),
  results: list(
    model(
      'PredictionResult',
      object({
        id: text(),
        option: text(),
        users: integer({ description: 'How many viewers chose it.' }),
        points: integer({ description: 'The channel points they put on it.' }),
      }),
    ),
  ),
  winner: nullable(text({ description: 'The option that came true.' })),
  locks_at: dateTime({ description: 'When it locks or locked.' }),
})

export function predictionAnswer(platform: Platform, prediction: PlatformPrediction) {
  const { id, title, status, options, winnerId, locksAt } = prediction
  return {
    platform: wordFor(platform),
    id,
    title,
    status,
    results: options.map(({ id, title: option, users, points }) => ({ id, option, users, points })),
    winner: options.find((option) => option.id === winnerId)?.title ?? null,
    locks_at: new Date(locksAt).toISOString(),
  }
}

export const pollExample = {
  platform: 'PlatformB',
  id: 'poll_4kF0aZ81Lq2XnT7cPwYd',
  title: 'Which game next?',
  status: 'active',
  results: [
    { id: 'poll_4kF0aZ81Lq2XnT7cPwYd_1', option: 'Chess', votes: 0 },
    { id: 'poll_4kF0aZ81Lq2XnT7cPwYd_2', option: 'Minecraft', votes: 0 },
  ],
  ends_at: '2026-11-15T20:01:00.000Z',
} as const

export const predictionExample = {
  platform: 'PlatformB',
  id: 'prediction_4kF0aZ81Lq2XnT7cPwYd',
  title: 'Do we win this round?',
  status: 'active',
  results: [
    { id: 'prediction_4kF0aZ81Lq2XnT7cPwYd_1', option: 'Yes', users: 0, points: 0 },
    { id: 'prediction_4kF0aZ81Lq2XnT7cPwYd_2', option: 'No', users: 0, points: 0 },
  ],
  winner: null,
  locks_at: '2026-11-15T20:02:00.000Z',
} as const
