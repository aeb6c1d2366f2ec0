import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformPoll } from '../../platforms/polls.ts'
import type { PlatformPrediction } from '../../platforms/predictions.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Polls } from '../polls/polls.ts'
import { roundErrors } from './messages.ts'
import { leadingOption, type NewRound, type Round, resultsOf, type Tally } from './round.ts'
import { roundRows } from './round-rows.ts'

/** The state of a poll or prediction as the platform reports it. */
export type PlatformState = { readonly poll: PlatformPoll } | { readonly prediction: PlatformPrediction }

export type PlatformRounds = ReturnType<typeof createPlatformRounds>

/** Polls and predictions that a platform runs. The platform counts; the round here follows its reports. */
export function createPlatformRounds(needs: { clock: Clock; bus: Bus; events: Events; polls: Polls }) {
  const { clock, bus, events, polls } = needs

  /**
   * Brings the round to the state that the platform reports, whoever changed it there. A report that says nothing new
   * changes nothing. Returns undefined for a poll or prediction that is not a round.
   */
  async function follow(
    tx: Writer,
    cause: Cause,
    platform: Platform,
    state: PlatformState,
  ): Promise<Round | undefined> {
    const reported = 'poll' in state ? ofPoll(state.poll) : ofPrediction(state.prediction)
    const channel = cause.channel.id
    const round = await roundRows.findExternal(tx, channel, platform, reported.id)
    if (round === undefined || round.status === 'drawn' || round.status === 'cancelled') return round
    const { tally, status, outcome } = reported
    const entries = tally.reduce((sum, one) => sum + one.entries, 0)
    const counted = await roundRows.change(tx, channel, round, { tally, entries })
    if (status === 'open') return counted
    let ended = round.status === 'open' ? await close(tx, cause, counted) : counted
    if (status === 'drawn') ended = await finish(tx, cause, ended, outcome)
    if (status === 'cancelled') ended = await cancel(tx, cause, ended)
    return ended
  }

  async function close(tx: Writer, cause: Cause, round: Round): Promise<Round> {
    const { id, kind, title, entries } = round
    const option = (kind === 'poll' && leadingOption(round)) || null
    const data = { id, kind, title, entries, results: resultsOf(round), option }
    await events.appendNew(tx, cause, { kind: 'round.closed', data })
    tx.onCommit(() => bus.publish('rounds-changed', { channelId: cause.channel.id }))
    return roundRows.change(tx, cause.channel.id, round, { status: 'closed', closedAt: clock.now() })
  }

  async function finish(tx: Writer, cause: Cause, round: Round, outcome: number | null): Promise<Round> {
    const { id, kind, title, entries, options } = round
    const option = outcome === null ? null : (options[outcome - 1] ?? null)
    const data = { id, kind, title, entries, winners: [], option, seed: null }
    const endedSeq = await events.appendNew(tx, cause, { kind: 'round.drawn', data })
    const ended = { status: 'drawn', outcome, endedSeq, endedAt: clock.now() } as const
    return roundRows.change(tx, cause.channel.id, round, ended)
  }

  /** The platform gives the points back. */
  async function cancel(tx: Writer, cause: Cause, round: Round): Promise<Round> {
    const { id, kind, title, entries, tally } = round
    const points = tally.reduce((sum, one) => sum + one.points, 0)
    const data = { id, kind, title, refunded: kind === 'prediction' ? entries : 0, points }
    const endedSeq = await events.appendNew(tx, cause, { kind: 'round.cancelled', data })
    return roundRows.change(tx, cause.channel.id, round, { status: 'cancelled', endedSeq, endedAt: clock.now() })
  }

  function referenceOf({ platform, externalId }: Round) {
    return { platform: platform ?? undefined, id: externalId ?? undefined }
  }

  return {
    follow,

    /** Starts it on the platform. */
    async open(channel: Channel, { kind, title, options, seconds, platform }: NewRound) {
      if (kind !== 'poll' && kind !== 'prediction') throw invalid(roundErrors.platformKind.of())
      if (seconds === undefined) throw invalid(roundErrors.platformSeconds.of())
      if (kind === 'poll') {
        const wanted = { title, options, seconds, pointsPerVote: undefined }
        const { poll } = await polls.createPoll(channel, platform, wanted)
        return { externalId: poll.id, closesAt: poll.endsAt }
      }
      const { prediction } = await polls.createPrediction(channel, platform, { title, options, seconds })
      return { externalId: prediction.id, closesAt: prediction.locksAt }
    },

    /** Ends a poll, or takes no more predictions. */
    async close(channel: Channel, round: Round): Promise<PlatformState> {
      if (round.kind === 'poll') return polls.endPoll(channel, referenceOf(round))
      return polls.endPrediction(channel, referenceOf(round), { action: 'lock', option: undefined })
    },

    async draw(channel: Channel, round: Round, option: string | undefined): Promise<PlatformState> {
      if (round.kind === 'poll') throw invalid(roundErrors.pollsAreCounted.of())
      if (option === undefined) throw invalid(roundErrors.outcomeRequired.of())
      return polls.endPrediction(channel, referenceOf(round), { action: 'resolve', option })
    },

    async cancel(channel: Channel, round: Round): Promise<PlatformState> {
      if (round.kind === 'poll') return polls.endPoll(channel, referenceOf(round))
      return polls.endPrediction(channel, referenceOf(round), { action: 'cancel', option: undefined })
    },

    /** A poll cannot be cancelled on the platform: it is ended there, and cancelled here. */
    cancelHere: cancel,
  }
}

interface Reported {
  readonly id: string
  readonly status: Round['status']
  readonly tally: readonly Tally[]
  readonly outcome: number | null
}

function ofPoll({ id, status, options }: PlatformPoll): Reported {
  const tally = options.map(({ votes }) => ({ entries: votes, points: 0 }))
  return { id, status: status === 'active' ? 'open' : 'closed', tally, outcome: null }
}

const predictionStatus = { active: 'open', locked: 'closed', resolved: 'drawn', cancelled: 'cancelled' } as const

function ofPrediction({ id, status, options, winnerId }: PlatformPrediction): Reported {
  const tally = options.map(({ users, points }) => ({ entries: users, points }))
  const place = options.findIndex((option) => option.id === winnerId)
  return { id, status: predictionStatus[status], tally, outcome: place < 0 ? null : place + 1 }
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
