import { platformOf } from '../../../definitions/fields.ts'
import { model } from '../../../kernel/schema/model.ts'
import { dateTime, integer, list, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import { roundEntry, roundKinds, roundStatuses } from '../contract/rounds.ts'
import { type Round, resultsOf, shownOptions, type Winner } from '../round.ts'

/** The parameters and answers that the operations on rounds share. */

const roundId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

export function roundReference(fallback: string) {
  return optional({ ...roundId, description: `The round. Left out: ${fallback}.` })
}

export const resultList = list(
  model(
    'RoundResult',
    object({
      option: text(),
      entries: integer({ description: 'How many viewers chose it.' }),
      points: integer({ description: 'The points they paid or put on it.' }),
    }),
  ),
  { description: 'The options with what was put on them; empty for a giveaway.' },
)

export const winnerList = list(
  model(
    'RoundWinner',
    object({
      place: integer({ description: 'In the order of the draw, from 1.' }),
      entry: integer({ description: 'The number of the entry that won.' }),
      platform: platformOf(platformWords),
      user_id: text(),
      username: text(),
      displayname: text(),
    }),
  ),
)

export const seedOutput = nullable(
  text({ description: 'The seed of a giveaway, revealed with its first winners; its SHA-256 hash is the commitment.' }),
)

const time = (description: string) => dateTime({ description: `${description}.` })

export const roundOutput = model(
  'Round',
  object({
    id: integer(),
    kind: oneOf(roundKinds),
    title: text(),
    status: oneOf(roundStatuses),
    platform: nullable(platformOf(platformWords, 'The platform that runs it, if it is not this server.')),
    options: list(text(), { description: 'The answers of a trivia round are shown when it has ended.' }),
    entry: roundEntry,
    prize: integer({ description: 'The points that each winner gets.' }),
    entries: integer({ description: 'How many viewers have entered.' }),
    results: resultList,
    winners: winnerList,
    option: nullable(text({ description: 'The option of a prediction that came true.' })),
    commitment: nullable(text({ description: 'The SHA-256 hash of the seed of a giveaway.' })),
    seed: seedOutput,
    opened_at: time('When it was opened'),
    closes_at: nullable(time('When it closes by itself')),
    closed_at: nullable(time('When it was closed')),
    ended_at: nullable(time('When it was drawn or cancelled')),
  }),
)

export function winnersAnswer(winners: readonly Winner[]) {
  return winners.map(({ place, number, platform, userId, username, displayname }) => ({
    place,
    entry: number,
    platform: wordFor(platform),
    user_id: userId,
    username,
    displayname,
  }))
}

export function resultsAnswer(round: Round) {
  const shown = shownOptions(round)
  return shown.length === 0 ? [] : resultsOf(round)
}

export function roundAnswer(round: Round, winners: readonly Winner[]) {
  const { id, kind, title, status, platform, entry, prize, entries, commitment, seed, options, outcome } = round
  return {
    id,
    kind,
    title,
    status,
    platform: platform === null ? null : wordFor(platform),
    options: shownOptions(round),
    entry,
    prize,
    entries,
    results: resultsAnswer(round),
    winners: winnersAnswer(winners),
    option: outcome === null ? null : (options[outcome - 1] ?? null),
    commitment,
    seed,
    opened_at: new Date(round.openedAt).toISOString(),
    closes_at: isoOrNull(round.closesAt),
    closed_at: isoOrNull(round.closedAt),
    ended_at: isoOrNull(round.endedAt),
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const seedExample = '5b2f0c6d9e1a47388f6a1c0de2b4975360fd8ac41e7b29d35c80af6194e3d217'
export const commitmentExample = '13fc09d34cc47cf4496aed28c3cde043ea5ae0488bd17e2835b0021db3c3d2be'
export const winnerExample = {
  place: 1,
  entry: 1,
  platform: 'PlatformA',
  user_id: '10001',
  username: 'alice',
  displayname: 'alice',
} as const
