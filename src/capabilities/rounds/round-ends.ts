import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { drawWinners } from './draw.ts'
import { choiceOf } from './entering.ts'
import type { GiveawaySeeds } from './giveaway-seeds.ts'
import { roundErrors } from './messages.ts'
import { leadingOption, pointsIn, type Round, resultsOf, type Winner } from './round.ts'
import type { Announce } from './round-announcer.ts'
import { createRoundResults } from './round-results.ts'
import { roundRows } from './round-rows.ts'
import { roundStatusWords } from './round-words.ts'
import type { Settlement } from './settlement.ts'
import { type DrawableEntry, weighEntries } from './weights.ts'

export interface WantedDraw {
  /** How many winners; default: as many as the round was opened with. */
  readonly winners?: number | undefined
  /** The option of a prediction that came true. */
  readonly option?: string | undefined
  /** Further winners of a giveaway that has been drawn. */
  readonly again?: boolean | undefined
}

export type RoundEnds = ReturnType<typeof createRoundEnds>

/** How rounds that this server runs end: closed, drawn, cancelled. */
export function createRoundEnds(needs: {
  db: Database
  clock: Clock
  bus: Bus
  events: Events
  points: Points
  viewers: Viewers
  settlement: Settlement
  seeds: GiveawaySeeds
  announce: Announce
}) {
  const { db, clock, bus, events, settlement, seeds } = needs
  const results = createRoundResults(needs)

  function publish(tx: Writer, channelId: number): void {
    tx.onCommit(() => bus.publish('rounds-changed', { channelId }))
  }

  /** `isForDraw`: the result follows at once, and chat reads only that. */
  async function close(tx: Writer, cause: Cause, round: Round, isForDraw = false): Promise<Round> {
    const { id, kind, title, entries } = round
    const closed = await roundRows.change(tx, cause.channel.id, round, { status: 'closed', closedAt: clock.now() })
    const option = (kind === 'poll' && leadingOption(round)) || null
    const data = { id, kind, title, entries, results: resultsOf(round), option }
    await events.appendNew(tx, cause, { kind: 'round.closed', data })
    publish(tx, cause.channel.id)
    if (!isForDraw) tx.onCommit(() => needs.announce(cause.channel.id, closed, kind === 'poll' ? 'result' : 'closed'))
    return kind === 'trivia' ? results.finishTrivia(tx, cause, closed) : closed
  }

  /** The first part in this transaction, so that most rounds are settled with it; the rest after the commit. */
  async function beginSettling(tx: Writer, cause: Cause, round: Round): Promise<Round> {
    const settled = await settlement.settlePart(tx, cause, round)
    if (settled.settling === null) return settled
    tx.onCommit(() => settlement.settleSoon(cause.channel.id, round.id))
    return settled
  }

  async function pay(tx: Writer, cause: Cause, round: Round, outcome: number): Promise<Round> {
    const drawn = (await results.finish(tx, cause, round, { outcome })).round
    if (pointsIn(round) === 0) return drawn
    // Nobody was right: everybody gets the stake back.
    const isWon = (round.tally[outcome - 1]?.points ?? 0) > 0
    const settling = isWon ? 'payout' : 'refund'
    return beginSettling(tx, cause, await roundRows.change(tx, cause.channel.id, drawn, { settling }))
  }

  return {
    close,

    /**
     * What a draw needs beside the rows of its transaction: the round closed, and the weights of its entries. A round
     * with many entries takes several transactions for it.
     */
    async prepareDraw(cause: Cause, round: Round, wanted: WantedDraw): Promise<readonly DrawableEntry[]> {
      requireDrawable(round, wanted)
      if (round.kind !== 'giveaway') return []
      if (round.entries === 0) throw new Failure('round_empty')
      const channel = cause.channel.id
      const closed = await db.write(async (tx) => {
        const now = await roundRows.find(tx, channel, round.id)
        return now?.status === 'open' ? close(tx, cause, now, true) : now
      })
      if (closed === undefined || closed.status === 'cancelled') return []
      const entries = await weighEntries(db, channel, closed, clock.now())
      const won = new Set((await roundRows.winners(db, channel, round.id)).map(({ number }) => number))
      if (!entries.some(({ number, weight }) => weight > 0 && !won.has(number))) throw new Failure('round_empty')
      return entries
    },

    /** `entries` come from `prepareDraw`. */
    async draw(
      tx: Writer,
      cause: Cause,
      found: Round,
      wanted: WantedDraw,
      entries: readonly DrawableEntry[],
    ): Promise<{ round: Round; winners: Winner[] }> {
      const outcome = requireDrawable(found, wanted)
      const { status, kind } = found
      const round = status === 'open' ? await close(tx, cause, found, true) : found
      if (outcome !== undefined) return { round: await pay(tx, cause, round, outcome), winners: [] }
      // Closing has ended it.
      if (kind === 'trivia') return { round, winners: await roundRows.winners(tx, cause.channel.id, round.id) }
      const seed = seeds.reveal(cause.channel.id, round)
      const before = await roundRows.winners(tx, cause.channel.id, round.id)
      const numbers = before.map(({ number }) => number)
      const winners = drawWinners(seed, entries, numbers, wanted.winners ?? (status === 'drawn' ? 1 : round.winners))
      if (winners.length === 0) throw new Failure('round_empty')
      return results.finish(tx, cause, round, { winners, before: before.length, seed })
    },

    /** Everybody gets back what they paid. */
    async cancel(tx: Writer, cause: Cause, round: Round): Promise<{ refunded: number; points: number }> {
      const { id, kind, title, entries } = round
      requireUnended(round)
      const paid = pointsIn(round)
      const refunded = paid === 0 ? 0 : entries
      const data = { id, kind, title, refunded, points: paid }
      const seq = await events.appendNew(tx, cause, { kind: 'round.cancelled', data })
      const ended = { status: 'cancelled', endedSeq: seq, endedAt: clock.now() } as const
      const settling = paid === 0 ? null : 'refund'
      const cancelled = await roundRows.change(tx, cause.channel.id, round, { ...ended, settling })
      publish(tx, cause.channel.id)
      if (settling !== null) await beginSettling(tx, cause, cancelled)
      return { refunded, points: paid }
    },
  }
}

export function requireUnended({ title, status }: Round): void {
  if (status === 'open' || status === 'closed') return
  throw new Failure('round_ended', { message: roundErrors.ended.of({ title, status: roundStatusWords[status] }) })
}

/** Throws where a draw makes no sense. Returns the number of the option of a prediction that came true. */
function requireDrawable(round: Round, { option, again }: WantedDraw): number | undefined {
  const { kind, status, options } = round
  if (kind === 'poll') throw invalid(roundErrors.pollsAreCounted.of())
  if (again === true && kind !== 'giveaway') throw invalid(roundErrors.noAgain.of())
  if (!(again === true && status === 'drawn')) requireUnended(round)
  if (kind !== 'prediction') return undefined
  if (option === undefined) throw invalid(roundErrors.outcomeRequired.of())
  const outcome = choiceOf(options, option)
  if (outcome !== undefined) return outcome
  throw new Failure('option_not_found', { message: roundErrors.noOption.of({ options: options.join(', ') }) })
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
