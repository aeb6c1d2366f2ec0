import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Polls } from '../polls/polls.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { RoundStatus } from './contract/rounds.ts'
import { getRound, getRoundById, type RoundReference } from './find-round.ts'
import { createGiveawaySeeds } from './giveaway-seeds.ts'
import { createPlatformRounds, type PlatformState } from './platform-rounds.ts'
import type { Round, Winner } from './round.ts'
import type { RoundAnnouncer } from './round-announcer.ts'
import { createRoundEnds, requireUnended, type WantedDraw } from './round-ends.ts'
import { createRoundEntries } from './round-entries.ts'
import { createRoundOpening } from './round-opening.ts'
import { roundRows, type WantedRounds } from './round-rows.ts'
import { createSettlement } from './settlement.ts'

interface ChannelCause extends Cause {
  readonly channel: Channel
}

/** What remains to be written after everything outside is done. */
type Finish<T> = (tx: Writer) => Promise<T>

const unended = ['open', 'closed'] as const

export type Rounds = ReturnType<typeof createRounds>

/** Giveaways, polls, predictions and trivia: opened, entered, closed, and drawn or counted. */
export function createRounds(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  points: Points
  polls: Polls
  viewers: Viewers
  secret: () => string
  announcer: RoundAnnouncer
}) {
  const { db, announcer } = needs
  const { announce } = announcer
  const settlement = createSettlement(needs)
  const seeds = createGiveawaySeeds(needs)
  const ends = createRoundEnds({ ...needs, settlement, seeds, announce })
  const platformRounds = createPlatformRounds(needs)
  const prepareOpen = createRoundOpening({ ...needs, seeds, platformRounds, announce })
  const entries = createRoundEntries({ ...needs, close: ends.close })

  /** The round that the platform has changed, as its report says. */
  async function followed(tx: Writer, cause: Cause, round: Round, state: PlatformState) {
    return (await platformRounds.follow(tx, cause, round.platform ?? 'twitch', state)) ?? round
  }

  return {
    prepareOpen,
    enter: entries.enter,
    enterSoon: entries.enterSoon,

    async getOpen(channelId: number, id: RoundReference): Promise<Round> {
      return getRound(db, channelId, id, ['open'])
    },

    async prepareClose(cause: ChannelCause, id: RoundReference): Promise<Finish<Round>> {
      const channelId = cause.channel.id
      const found = await getRound(db, channelId, id, ['open'])
      requireUnended(found)
      if (found.platform !== null && found.status === 'open') {
        const state = await platformRounds.close(cause.channel, found)
        return (tx) => followed(tx, cause, found, state)
      }
      return async (tx) => {
        const round = await getRoundById(tx, channelId, found.id)
        if (round.status === 'open') return ends.close(tx, cause, round)
        requireUnended(round)
        // To close a closed round again changes nothing.
        return round
      }
    },

    /** Without asking its platform, which could not be reached. */
    async closeHere(tx: Writer, cause: Cause, id: number): Promise<void> {
      const round = await getRoundById(tx, cause.channel.id, id)
      if (round.status === 'open') await ends.close(tx, cause, round)
    },

    /** Closes the round if it is open. */
    async prepareDraw(
      cause: ChannelCause,
      id: RoundReference,
      wanted: WantedDraw,
    ): Promise<Finish<{ round: Round; winners: readonly Winner[] }>> {
      const channelId = cause.channel.id
      const found = await getRound(db, channelId, id, wanted.again === true ? ['drawn'] : unended)
      if (found.platform !== null) {
        requireUnended(found)
        const state = await platformRounds.draw(cause.channel, found, wanted.option)
        return async (tx) => ({ round: await followed(tx, cause, found, state), winners: [] })
      }
      const drawable = await ends.prepareDraw(cause, found, wanted)
      return async (tx) => ends.draw(tx, cause, await getRoundById(tx, channelId, found.id), wanted, drawable)
    },

    async prepareCancel(
      cause: ChannelCause,
      id: RoundReference,
    ): Promise<Finish<{ round: Round; refunded: number; points: number }>> {
      const channelId = cause.channel.id
      const found = await getRound(db, channelId, id, unended)
      requireUnended(found)
      if (found.platform === null) {
        return async (tx) => {
          const round = await getRoundById(tx, channelId, found.id)
          const back = await ends.cancel(tx, cause, round)
          return { round: await getRoundById(tx, channelId, round.id), ...back }
        }
      }
      const state = await platformRounds.cancel(cause.channel, found)
      return async (tx) => {
        const round = await followed(tx, cause, found, state)
        const ended = round.status === 'cancelled' ? round : await platformRounds.cancelHere(tx, cause, round)
        const points = ended.tally.reduce((sum, one) => sum + one.points, 0)
        return { round: ended, refunded: ended.kind === 'prediction' ? ended.entries : 0, points }
      }
    },

    /** What a platform reports about its polls and predictions, in the transaction that stores the report. */
    follow: platformRounds.follow,

    /** Newest first, with the winners. */
    count: (channelId: number, status: RoundStatus | undefined): Promise<number> =>
      roundRows.count(db, channelId, status),

    async list(channelId: number, wanted: WantedRounds) {
      const rounds = await roundRows.list(db, channelId, wanted)
      return Promise.all(
        rounds.map(async (round) => ({
          round,
          winners: round.status === 'drawn' ? await roundRows.winners(db, channelId, round.id) : [],
        })),
      )
    },

    get: (channelId: number, id: number): Promise<Round> => getRoundById(db, channelId, id),
    winners: (channelId: number, id: number): Promise<Winner[]> => roundRows.winners(db, channelId, id),

    settleRest: settlement.settleRest,

    /** Resolves when no entry waits, nothing is being paid and everything is announced. */
    async settled(): Promise<void> {
      await entries.settled()
      await settlement.settled()
      await announcer.settled()
    },
  }
}
