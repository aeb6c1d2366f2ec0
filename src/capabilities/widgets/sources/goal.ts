import type { Channel } from '../../../kernel/operation/channel.ts'
import { sql } from '../../../kernel/storage/database.ts'
import { allInThread } from '../../../kernel/storage/long-lists.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'
import { readTotals, superChatPrefix } from '../../events/event-totals.ts'
import type { IndexedKind } from '../../events/indexed-kinds.ts'
import { clockMs } from '../../values/clock.ts'
import type { GoalKind, SourceParams } from '../contract/widgets/sources.ts'
import { moneyOf } from '../money.ts'
import { restOfDay } from '../periods.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'
import { findValue, value as valueSource } from './value.ts'

/** Points change with every message of some channels, and their sums read many rows. */
const pointsIntervalMs = 2_000
const allPointsIntervalMs = 5_000

type Counted = Exclude<GoalKind, 'points' | 'value'>

const eventKinds: Readonly<Record<Counted, readonly IndexedKind[]>> = {
  follows: ['follow'],
  subscriptions: ['subscription', 'subscription.received'],
  donations: ['donation'],
  bits: ['bits', 'power-up'],
  likes: ['likes'],
}

// In a period: what viewers got. The ledger is in the order of events, so a period is a range of its key.
const sumEarned = sql<{ channel: number; from: number; before: number }, { total: number }>(
  `SELECT coalesce(sum(delta), 0) AS total FROM points_ledger
   WHERE channel_id = :channel AND seq >= :from AND seq < :before AND currency = 'points' AND delta > 0`,
)
const sumHeld = sql<{ channel: number; platform: string }, { total: number }>(
  `SELECT coalesce(sum(points), 0) AS total FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND is_bot = 0`,
)

/** How far a goal is. What it aims at is a setting of the widget. */
export const goal = defineSourceReader('goal', {
  async read(needs, channel, params) {
    const { what, currency, unit } = params
    if (what === 'value') return { value: await numberOf(needs, channel, params.value ?? ''), unit: null }
    if (what === 'points') return { value: await pointsOf(needs, channel, params), unit: null }
    const amounts = await amountsOf(needs, channel, what, params)
    if (what === 'donations') return moneyOf(amounts, currency)
    if (what === 'bits' && unit === 'money') return moneyOf(amounts, currency, superChatPrefix)
    if (what === 'bits') return { value: (amounts.get(unit) ?? 0) / 100, unit: null }
    return { value: (amounts.get(what) ?? 0) / 100, unit: null }
  },

  onEvent(event, params) {
    const { what, period, value = '' } = params
    if (period === 'stream' && event.kind.startsWith('stream.')) return 'again'
    if (what === 'value') return valueSource.onEvent?.(event, { name: value }) === 'again' ? 'again' : 'nothing'
    if (what === 'points') return movesPoints(event.kind) ? 'again' : 'nothing'
    return eventKinds[what].some((kind) => kind === event.kind) ? 'again' : 'nothing'
  },

  intervalMs({ what, period }) {
    if (what !== 'points') return undefined
    return period === 'all' ? allPointsIntervalMs : pointsIntervalMs
  },

  staleAfterMs: (_data, { what, period }, channel, now) =>
    period === 'day' && what !== 'value' ? restOfDay(channel, now) : undefined,
})

/** Points also move as winners are paid and entries are given back. */
export function movesPoints(kind: string): boolean {
  return kind.startsWith('points.') || kind.startsWith('round.')
}

async function amountsOf(
  { db, clock, periods, sums }: SourceNeeds,
  channel: Channel,
  what: Counted,
  { period }: SourceParams<'goal'>,
): Promise<ReadonlyMap<string, number>> {
  if (period === 'all') return readTotals(db, channel.id)
  const span = await periods.spanOf(channel, period, clock.now())
  const amounts = new Map<string, number>()
  for (const kind of eventKinds[what]) {
    for (const [name, amount] of await sums.of(channel.id, kind, span)) {
      amounts.set(name, (amounts.get(name) ?? 0) + amount)
    }
  }
  return amounts
}

/** In a day or a stream, the points that viewers got; since the beginning, the points that they have. */
async function pointsOf(
  { db, clock, periods }: SourceNeeds,
  channel: Channel,
  { period }: SourceParams<'goal'>,
): Promise<number> {
  if (period !== 'all') {
    const { from, before } = await periods.spanOf(channel, period, clock.now())
    const [sum] = await allInThread(db, sumEarned, { channel: channel.id, from, before })
    return sum?.total ?? 0
  }
  let total = 0
  for (const platform of platforms) {
    const [sum] = await allInThread(db, sumHeld, { channel: channel.id, platform })
    total += sum?.total ?? 0
  }
  return total
}

async function numberOf(needs: SourceNeeds, channel: Channel, name: string): Promise<number> {
  const found = await findValue(needs, channel.id, name)
  if (found === undefined) return 0
  const { definition, state } = found
  if (definition.type === 'clock') return Math.floor(clockMs(definition, state, needs.clock.now()) / 1000)
  const { content } = state
  if (typeof content === 'object') return content.length
  return Number.isFinite(Number(content)) ? Number(content) : 0
}
