import { numberOf, percentOf, unitOf } from '../../kernel/text/formats.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { type Catalogue, defineMessages } from '../../kernel/text/message.ts'
import type { AnnouncementVariable } from './contract/announcements.ts'
import { type Round, resultsOf, shownOptions, type Winner } from './round.ts'

const messages = defineMessages('rounds.announcements', {
  ends: 'It ends in {time}.',
  ticketPrice: {
    plural: 'points',
    one: 'A ticket costs {points:number} point.',
    other: 'A ticket costs {points:number} points.',
  },
  entryPrice: { plural: 'points', one: 'It costs {points:number} point.', other: 'It costs {points:number} points.' },
  nobody: 'nobody',
  noVotes: 'no votes',
})

/** A chat line is read in passing: of many winners these are named. */
const namedWinners = 10

/** The text with its variables filled in, in this language. */
export function writeAnnouncement(
  text: string,
  round: Round,
  winners: readonly Winner[],
  { now, catalogue }: { readonly now: number; readonly catalogue: Catalogue },
): string {
  return inLanguage(catalogue, () => {
    const values: Readonly<Record<AnnouncementVariable, () => string>> = {
      title: () => round.title,
      word: () => round.entry.word ?? '',
      options: () => joined(shownOptions(round).map((option, at) => `${at + 1}. ${option}`)),
      entries: () => numberOf(round.entries),
      winner: () => namesOf(winners),
      result: () => resultOf(round),
      results: () => sharesOf(round),
      ends: () => endOf(round, now),
      price: () => priceOf(round),
    }
    return text
      .replace(/\$\((\w+)\)/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? values[name as AnnouncementVariable]() : whole,
      )
      .replace(/ {2,}/g, ' ')
      .trim()
  })
}

function joined(parts: readonly string[]): string {
  return parts.join(' · ')
}

function namesOf(winners: readonly Winner[]): string {
  if (winners.length === 0) return messages.nobody()
  const names = winners
    .slice(0, namedWinners)
    .map(({ displayname }) => `@${displayname}`)
    .join(', ')
  const more = winners.length - namedWinners
  return more > 0 ? `${names} +${numberOf(more)}` : names
}

/** What came true; the right answer of a trivia round. */
function resultOf({ kind, outcome, options }: Round): string {
  const place = kind === 'trivia' ? 1 : outcome
  return place === null ? '' : (options[place - 1] ?? '')
}

function sharesOf(round: Round): string {
  const results = resultsOf(round)
  const amountOf = (one: (typeof results)[number]) => (round.kind === 'prediction' ? one.points : one.entries)
  const all = results.reduce((sum, one) => sum + amountOf(one), 0)
  if (all === 0) return messages.noVotes()
  const ranked = results.toSorted((a, b) => amountOf(b) - amountOf(a))
  return joined(ranked.map((one) => `${one.option} ${percentOf(amountOf(one) / all)}`))
}

function endOf({ closesAt }: Round, now: number): string {
  const seconds = closesAt === null ? 0 : Math.round((closesAt - now) / 1000)
  return seconds <= 0 ? '' : messages.ends({ time: lengthOf(seconds) })
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** In the largest unit that says it well: 90 seconds stay seconds, two hours are hours. */
function lengthOf(seconds: number): string {
  const [size, unit] = units.find(([one]) => seconds >= 2 * one || seconds === one) ?? ([1, 'second'] as const)
  return unitOf(Math.round(seconds / size), unit)
}

function priceOf({ entry, kind }: Round): string {
  if (entry.price === 0) return ''
  return kind === 'giveaway'
    ? messages.ticketPrice({ points: entry.price })
    : messages.entryPrice({ points: entry.price })
}
