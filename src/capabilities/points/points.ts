import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Cause, Events } from '../events/events.ts'
import { viewerErrors } from '../viewers/messages.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { StoredViewer } from '../viewers/viewer.ts'
import { currencies } from '../viewers/viewer.ts'
import { enterLedger, type LedgerEntry, newestOf } from './ledger.ts'

/** The largest integer that JSON clients read without loss. */
const maxBalance = Number.MAX_SAFE_INTEGER

/** A cost in both balances. */
export interface Cost {
  readonly points: number
  readonly coin: number
}

export type Points = ReturnType<typeof createPoints>

/** Balances and their ledger. Both change in one transaction, so the sum of a viewer's ledger is the balance. */
export function createPoints(needs: { db: Database; events: Events; ranking: ReturnType<typeof createRanking> }) {
  const { db, events, ranking } = needs

  /** Sets one viewer's balance and writes an event with the reason. */
  async function settle(tx: Writer, cause: Cause, viewer: StoredViewer, points: number, seq: number, reason: string) {
    const channelId = cause.channel.id
    await enterLedger(tx, channelId, viewer, { seq, currency: 'points', balance: points, reason })
    if (viewer.isBot) return
    await ranking.move(tx, { channelId, platform: viewer.platform, viewerId: viewer.id }, viewer.points, points)
  }

  /** Changes both balances under one event. */
  async function settleBoth(tx: Writer, cause: Cause, viewer: StoredViewer, by: Cost, reason: string): Promise<void> {
    const points = Math.min(viewer.points + by.points, maxBalance)
    const coin = Math.min(viewer.coin + by.coin, maxBalance)
    if (points === viewer.points && coin === viewer.coin) return
    const { platform, id: viewerId, userId: user_id, username } = viewer
    const data = { user_id, username, delta: points - viewer.points, points, coin, reason }
    const seq = await events.appendNew(tx, cause, { kind: 'points.changed', platform, viewerId, data })
    if (points !== viewer.points) await settle(tx, cause, viewer, points, seq, reason)
    if (coin !== viewer.coin) {
      await enterLedger(tx, cause.channel.id, viewer, { seq, currency: 'coin', balance: coin, reason })
    }
  }

  async function change(
    tx: Writer,
    cause: Cause,
    viewer: StoredViewer,
    points: number,
    reason: string,
  ): Promise<number> {
    const seq = await events.appendNew(tx, cause, {
      kind: 'points.changed',
      platform: viewer.platform,
      viewerId: viewer.id,
      data: { user_id: viewer.userId, username: viewer.username, delta: points - viewer.points, points, reason },
    })
    await settle(tx, cause, viewer, points, seq, reason)
    return points
  }

  return {
    /** The viewer must be as this transaction sees it: `viewers.ensure(tx, …)`. */
    async add(tx: Writer, cause: Cause, viewer: StoredViewer, amount: number, reason: string): Promise<number> {
      return change(tx, cause, viewer, Math.min(viewer.points + amount, maxBalance), reason)
    },

    async remove(tx: Writer, cause: Cause, viewer: StoredViewer, amount: number, reason: string): Promise<number> {
      return change(tx, cause, viewer, Math.max(viewer.points - amount, 0), reason)
    },

    async set(tx: Writer, cause: Cause, viewer: StoredViewer, amount: number, reason: string): Promise<number> {
      return change(tx, cause, viewer, amount, reason)
    },

    /** Coins change by hand or by the cost of a command; there is no leaderboard for them. */
    async setCoins(tx: Writer, cause: Cause, viewer: StoredViewer, coin: number, reason: string): Promise<number> {
      await settleBoth(tx, cause, viewer, { points: 0, coin: coin - viewer.coin }, reason)
      return coin
    },

    /** Adds points under an existing event, for points that many viewers earn at once. */
    async earn(
      tx: Writer,
      cause: Cause,
      viewer: StoredViewer,
      amount: number,
      seq: number,
      reason: string,
    ): Promise<void> {
      await settle(tx, cause, viewer, Math.min(viewer.points + amount, maxBalance), seq, reason)
    },

    /** Takes points under an existing event, when many viewers pay at once. The balance has been checked before. */
    async pay(
      tx: Writer,
      cause: Cause,
      viewer: StoredViewer,
      amount: number,
      seq: number,
      reason: string,
    ): Promise<void> {
      await settle(tx, cause, viewer, viewer.points - amount, seq, reason)
    },

    /** Takes the whole cost or throws. */
    async spend(tx: Writer, cause: Cause, viewer: StoredViewer, price: Cost, reason: string): Promise<void> {
      for (const currency of currencies) {
        if (viewer[currency] >= price[currency]) continue
        const tooFew = currency === 'points' ? viewerErrors.tooFewPoints : viewerErrors.tooFewCoins
        const { username, [currency]: balance } = viewer
        throw new Failure('insufficient_points', { message: tooFew.of({ username, balance, amount: price[currency] }) })
      }
      await settleBoth(tx, cause, viewer, { points: -price.points, coin: -price.coin }, reason)
    },

    async giveBack(tx: Writer, cause: Cause, viewer: StoredViewer, price: Cost, reason: string): Promise<void> {
      await settleBoth(tx, cause, viewer, price, reason)
    },

    /** The viewer's rank on the leaderboard; undefined for a bot. */
    async rank(channel: Channel, viewer: StoredViewer): Promise<number | undefined> {
      if (viewer.isBot) return undefined
      const place = { channelId: channel.id, platform: viewer.platform, viewerId: viewer.id }
      return ranking.rank(db, place, viewer.points)
    },

    async transfer(
      tx: Writer,
      cause: Cause,
      from: StoredViewer,
      to: StoredViewer,
      amount: number,
      reason: string,
    ): Promise<void> {
      if (from.id === to.id) throw new Failure('same_user')
      if (from.points < amount) {
        const { username, points: balance } = from
        throw new Failure('insufficient_points', {
          message: viewerErrors.tooFewPoints.of({ username, balance, amount }),
        })
      }
      if (to.points + amount > maxBalance) {
        throw new Failure('invalid_parameter', { message: viewerErrors.balanceTooHigh.of({ username: to.username }) })
      }
      const seq = await events.appendNew(tx, cause, {
        kind: 'points.transferred',
        platform: from.platform,
        viewerId: from.id,
        data: {
          from: from.username,
          to: to.username,
          from_user_id: from.userId,
          to_user_id: to.userId,
          amount,
          reason,
        },
      })
      await settle(tx, cause, from, from.points - amount, seq, reason)
      await settle(tx, cause, to, to.points + amount, seq, reason)
    },

    async top(channel: Channel, platform: Platform, page: { limit: number; offset: number }) {
      const [total, rows] = await Promise.all([
        ranking.total(db, channel.id, platform),
        ranking.page(db, channel.id, platform, page),
      ])
      return {
        total,
        items: rows.map(({ username, points }, index) => ({ rank: page.offset + index + 1, username, points })),
      }
    },

    /** Points and coins, newest first. */
    async wholeLedger(channel: Channel, viewer: StoredViewer, limit: number): Promise<LedgerEntry[]> {
      return newestOf(db, channel.id, viewer.id, currencies, limit)
    },

    /** Newest first: who changed the balance, why, by which request. */
    async ledger(channel: Channel, viewer: StoredViewer, limit: number): Promise<LedgerEntry[]> {
      return newestOf(db, channel.id, viewer.id, ['points'], limit)
    },
  }
}
