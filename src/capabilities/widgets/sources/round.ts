import type { Channel } from '../../../kernel/operation/channel.ts'
import { type Round, resultsOf, shownOptions } from '../../rounds/round.ts'
import type { RoundState } from '../contract/widgets/sources.ts'
import { plainText, shownName } from '../names.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'

/** More rounds than are open at once. */
const maxLookedAt = 30
const maxNames = 60
/** A round that ended longer ago is over for viewers. */
const shownForMs = 10 * 60_000

/** The newest round of a kind while it runs, and for some minutes after its end. */
export const round = defineSourceReader('round', {
  async read(needs, channel, { kind }) {
    const now = needs.clock.now()
    const all = await needs.rounds.list(channel.id, { limit: maxLookedAt })
    const found = all.find((one) => one.round.kind === kind && isShown(one.round, now))
    if (found === undefined) return { round: null }
    const winners = found.winners.flatMap((one) => shownName(one) ?? [])
    return { round: await stateOf(needs, channel, found.round, winners) }
  },

  topics: ['rounds-changed'],

  onEvent: ({ kind }) => (kind.startsWith('round.') || kind === 'viewer.erased' ? 'again' : 'nothing'),

  staleAfterMs: ({ round: shown }, _params, _channel, now) =>
    shown === null || shown.status === 'open' ? undefined : Math.max(shown.changed_at + shownForMs - now, 0) + 1,
})

function isShown(candidate: Round, now: number): boolean {
  if (candidate.status === 'cancelled') return false
  return candidate.status === 'open' || now - changedAt(candidate) < shownForMs
}

function changedAt({ openedAt, closedAt, endedAt }: Round): number {
  return endedAt ?? closedAt ?? openedAt
}

async function stateOf(
  needs: SourceNeeds,
  channel: Channel,
  shown: Round,
  winners: readonly string[],
): Promise<RoundState> {
  const { id, kind, title, status, entry, entries, outcome, closesAt } = shown
  const isVisible = shownOptions(shown).length > 0
  const results = isVisible ? resultsOf(shown) : []
  return {
    id,
    kind,
    title: plainText(title),
    status,
    word: entry.word ?? null,
    options: results.map(({ option, entries: votes, points }, index) => ({
      title: plainText(option),
      votes: kind === 'prediction' ? points : votes,
      is_outcome: outcome === index + 1,
    })),
    entries,
    names: kind === 'giveaway' ? await namesOf(needs, channel, shown, winners) : [],
    winners: [...winners],
    ends_at: status === 'open' ? closesAt : null,
    changed_at: changedAt(shown),
  }
}

/** The winners, and those who entered last. */
async function namesOf(
  { roundRecords }: SourceNeeds,
  channel: Channel,
  { id, entries }: Round,
  winners: readonly string[],
): Promise<string[]> {
  const newest = await roundRecords.entries(channel.id, id, Math.max(0, entries - maxNames))
  return [...new Set([...winners, ...newest.flatMap((one) => shownName(one) ?? [])])].slice(0, maxNames)
}
