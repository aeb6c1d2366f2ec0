import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { ServerMessage } from '../../registry/overlay-messages.ts'
import type { Cause, Events } from '../events/events.ts'
import type { CueTarget } from './contract/cues.ts'
import { overlayErrors } from './contract/messages.ts'
import { type CueDelivery, createDeliveries, type DeliveryFilter, type DeliveryStatus } from './deliveries.ts'
import { cancelReasons } from './delivery-reasons.ts'

const findState = sql<{ channel: number }, { paused: number }>(
  'SELECT paused FROM overlay_states WHERE channel_id = :channel',
)
const upsertState = sql<{ channel: number; paused: number; now: number }>(
  `INSERT INTO overlay_states (channel_id, paused, changed_at) VALUES (:channel, :paused, :now)
   ON CONFLICT (channel_id) DO UPDATE SET paused = excluded.paused, changed_at = excluded.changed_at`,
)

/** A delivery that was sent but never reported on was lost with its page. */
const forgottenMs = 30 * 60_000
const maxShown = 100
const maxTakenBack = 200

type Control = Extract<ServerMessage, { type: 'control' }>

export type OverlayQueue = ReturnType<typeof createOverlayQueue>

/** The overlay queue: what plays, what waits, and how to pause, skip and clear it. */
export function createOverlayQueue(needs: {
  db: Database
  clock: Clock
  events: Events
  bus: Bus
  send: (channelId: number, control: Control) => void
  isConnected: (channelId: number, target: CueTarget) => boolean
}) {
  const { db, clock, events, bus, send, isConnected } = needs
  const deliveryStore = createDeliveries({ db, clock, isConnected })

  async function isPaused(channelId: number): Promise<boolean> {
    return (await db.get(findState, { channel: channelId }))?.paused === 1
  }

  /** In order of arrival. */
  async function underWay(channelId: number) {
    const now = clock.now()
    const paused = await isPaused(channelId)
    const deliveries = (await deliveryStore.latest(channelId)).toReversed()
    return {
      paused,
      playing: deliveries.filter(({ state }) => state === 'shown'),
      waiting: deliveries.filter(
        ({ state, changedAt, expiresAt }) =>
          (state === 'queued' && expiresAt > now) || (state === 'sent' && (paused || now - changedAt < forgottenMs)),
      ),
    }
  }

  async function details(channelId: number, deliveries: readonly { readonly id: string }[]): Promise<CueDelivery[]> {
    const found = await Promise.all(deliveries.slice(0, maxShown).map(({ id }) => deliveryStore.find(channelId, id)))
    return found.flatMap((delivery) => delivery ?? [])
  }

  function afterwards(tx: Writer, channelId: number, ids: readonly string[], control: Omit<Control, 'type'>): void {
    tx.onCommit(() => {
      send(channelId, { type: 'control', ...control })
      for (const id of ids) bus.publish('delivery-changed', { channelId, id })
    })
  }

  /** A page ends its item itself and reports it; of an item without a page nobody would. */
  async function endWithoutPage(
    tx: Writer,
    channelId: number,
    playing: readonly DeliveryStatus[],
    reason: string,
  ): Promise<string[]> {
    const ended: string[] = []
    for (const { id, kind, overlayId } of playing) {
      if (isConnected(channelId, overlayId === null ? { kind } : { kind, overlayId })) continue
      if (await deliveryStore.interrupt(tx, channelId, id, reason)) ended.push(id)
    }
    return ended
  }

  async function setPaused(tx: Writer, cause: Cause, paused: boolean): Promise<void> {
    const channel = cause.channel.id
    if (((await tx.get(findState, { channel }))?.paused === 1) === paused) return
    await tx.run(upsertState, { channel, paused: paused ? 1 : 0, now: clock.now() })
    await events.appendNew(tx, cause, { kind: paused ? 'overlay.paused' : 'overlay.resumed', data: {} })
    afterwards(tx, channel, [], { action: paused ? 'pause' : 'resume' })
  }

  return {
    isPaused,
    setPaused,

    async isShowing(channelId: number): Promise<boolean> {
      return (await underWay(channelId)).playing.length > 0
    },

    async status(channelId: number) {
      const { paused, playing, waiting } = await underWay(channelId)
      return {
        paused,
        playing: await details(channelId, playing),
        waiting: await details(channelId, waiting),
      }
    },

    /** For a page that was disconnected at that time. */
    async listTakenBack(channelId: number): Promise<string[]> {
      const reasons: readonly string[] = Object.values(cancelReasons)
      const deliveries = await deliveryStore.latest(channelId)
      const takenBack = deliveries.filter(({ state, error }) => state !== 'finished' && reasons.includes(error ?? ''))
      return takenBack.slice(0, maxTakenBack).map(({ id }) => id)
    },

    async list(channelId: number, filter: DeliveryFilter): Promise<CueDelivery[]> {
      return deliveryStore.list(channelId, filter)
    },

    /** Skips what is on screen, or the item with this id. */
    async skip(cause: Cause, id: string | undefined): Promise<void> {
      const channelId = cause.channel.id
      const { playing, waiting } = await underWay(channelId)
      if (id !== undefined && ![...playing, ...waiting].some((one) => one.id === id)) throw over()
      await db.write(async (tx) => {
        const meant = id === undefined ? playing : playing.filter((one) => one.id === id)
        const ended = await endWithoutPage(tx, channelId, meant, cancelReasons.skipped)
        await events.appendNew(tx, cause, { kind: 'overlay.skipped', data: id === undefined ? {} : { id } })
        afterwards(tx, channelId, ended, { action: 'skip', ...(id === undefined ? {} : { id }) })
      })
    },

    /** Removes a waiting item before it is shown. */
    async remove(cause: Cause, id: string): Promise<void> {
      const channelId = cause.channel.id
      const { waiting } = await underWay(channelId)
      if (!waiting.some((one) => one.id === id)) throw over()
      await db.write(async (tx) => {
        if (!(await deliveryStore.fail(tx, channelId, id, cancelReasons.removed))) throw over()
        await events.appendNew(tx, cause, { kind: 'overlay.removed', data: { id } })
        afterwards(tx, channelId, [id], { action: 'skip', id })
      })
    },

    /** Removes all waiting items and ends what is on screen. */
    async clear(cause: Cause): Promise<number> {
      const channelId = cause.channel.id
      const { playing, waiting } = await underWay(channelId)
      return db.write(async (tx) => {
        const ids = await endWithoutPage(tx, channelId, playing, cancelReasons.cleared)
        for (const { id } of waiting)
          if (await deliveryStore.fail(tx, channelId, id, cancelReasons.cleared)) ids.push(id)
        await events.appendNew(tx, cause, { kind: 'overlay.cleared', data: { count: ids.length } })
        afterwards(tx, channelId, ids, { action: 'clear' })
        return ids.length
      })
    },
  }
}

function over(): Failure {
  return new Failure('not_found', { message: overlayErrors.itemEnded.of() })
}
