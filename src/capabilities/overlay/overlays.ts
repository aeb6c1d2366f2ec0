import { setTimeout as delay } from 'node:timers/promises'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Report } from '../../registry/overlay-messages.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Cue, CueAudio, CueTarget } from './contract/cues.ts'
import { overlayErrors } from './contract/messages.ts'
import { type CueDelivery, createDeliveries } from './deliveries.ts'
import { cancelReasons } from './delivery-reasons.ts'
import { createOverlayLinks } from './overlay-links.ts'
import { createReceipts } from './receipts.ts'

export interface NewCue extends CueTarget {
  /** The prefix of the delivery's id. */
  readonly idPrefix: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly expiresInMs: number
}

/** What came of a test, and the content for the panel's own stage. */
export interface TriedCue {
  /** The delivery that a page has confirmed, if one has. */
  readonly id: string | null
  /** Whether it was sent to a page, which may have shown it although it did not confirm it in time. */
  readonly is_sent: boolean
  readonly cue: Pick<NewCue, 'kind' | 'payload'>
}

export interface ShowOptions {
  /** Whether the cue may wait for a page. */
  readonly mayWait: boolean
  /** Stores the rows of a cue that may wait in a transaction of its caller, whose cause is known by then. */
  readonly storeWithRun?: ((write: (tx: Writer, cause: Cause) => Promise<unknown>) => void) | undefined
}

/** The connected overlay pages, as receivers of cues. */
export interface OverlayPages {
  isConnected(channelId: number, target: CueTarget): boolean
  deliver(channelId: number, cue: Cue): void
  /** Sends a cue right before its commit; `deliver` or `cancel` follows. Pages of other nodes do not have it. */
  deliverEarly?(channelId: number, cue: Cue): void
  cancel(channelId: number, id: string): void
}

const receiptMs = 3_000
/** How long a cue waits for a page, where nobody waits for the answer. */
const maxWaitMs = 5 * 60_000
/** Calls received just before the shutdown start to wait a little later. */
const arrivalMs = 100
const keptForMs = 7 * 24 * 60 * 60 * 1000

const findLastSeq = sql<{ channel: number }, { seq: number }>(
  'SELECT last_event AS seq FROM channels WHERE id = :channel',
)

export type Overlays = ReturnType<typeof createOverlays>

/** Sends cues to overlay pages, records their delivery and manages the overlay link. */
export function createOverlays(needs: {
  db: Database
  clock: Clock
  ids: Ids
  events: Events
  bus: Bus
  stage: OverlayPages
  secret: () => string
  baseUrl: () => string
  /** Whether viewers see the overlay now; null where that is not known. */
  isOnAir: (channelId: number) => boolean | null
}) {
  const { db, clock, ids, events, bus, stage, isOnAir } = needs
  const deliveryStore = createDeliveries({ db, clock, isConnected: stage.isConnected })
  const receipts = createReceipts(receiptMs)
  // The page may be connected to another node than the one that waits for it.
  bus.subscribe('delivery-changed', ({ id, isConfirmed }) => {
    if (isConfirmed) receipts.confirm(id)
  })

  /** Writes the rows now and delivers after the commit, so that pages can resume from the last seq they received. */
  async function write(tx: Writer, cause: Cause, id: string, { kind, overlayId, payload, expiresInMs }: NewCue) {
    const channelId = cause.channel.id
    const seq = await events.appendNew(tx, cause, { kind: `cue.${kind}`, data: payload })
    const target = overlayId === undefined ? {} : { overlayId }
    const cue: Cue = { id, seq, kind, ...target, payload, expiresAt: clock.now() + expiresInMs }
    await deliveryStore.insert(tx, channelId, cue)
    tx.onCommit(() => stage.deliver(channelId, cue))
    return cue
  }

  /** Resolves when a page has confirmed the cue. Writes nothing if no page is connected. */
  async function fire(cause: Cause, cue: NewCue): Promise<{ id: string }> {
    const channelId = cause.channel.id
    if (!stage.isConnected(channelId, cue)) throw new Failure('overlay_not_connected')
    const id = ids.next(cue.idPrefix)
    const receipt = receipts.expect(id)
    try {
      await db.write(async (tx) => {
        const written = await write(tx, cause, id, cue)
        // Somebody waits for this one. Its caller is answered after the commit all the same.
        if (stage.deliverEarly === undefined) return
        tx.beforeCommit?.(
          () => stage.deliverEarly?.(channelId, written),
          () => stage.cancel(channelId, id),
        )
      })
    } catch (error) {
      receipt.forget()
      throw error
    }
    if (await receipt.wait()) return { id }
    await deliveryStore.advance(channelId, id, 'failed', cancelReasons.unconfirmed)
    stage.cancel(channelId, id)
    throw new Failure('overlay_not_connected', {
      message: overlayErrors.notConfirmed.of(),
      mayHaveHappened: true,
    })
  }

  /** Does not wait: the cue goes to the connected pages, or to the first page that connects before it expires. */
  async function queue(tx: Writer, cause: Cause, cue: NewCue): Promise<{ id: string }> {
    const id = ids.next(cue.idPrefix)
    await write(tx, cause, id, cue)
    return { id }
  }

  return {
    isConnected: stage.isConnected,
    lastSeq: async (channelId: number) => (await db.get(findLastSeq, { channel: channelId }))?.seq ?? 0,
    missed: deliveryStore.missed,

    ...createOverlayLinks(needs),

    fire,
    queue,

    /** Fires the cue or, if it may wait, leaves it to the page that is connected or connects within five minutes. */
    async show(cause: Cause, cue: NewCue, { mayWait, storeWithRun }: ShowOptions): Promise<{ id: string }> {
      if (!mayWait) return fire(cause, cue)
      const waiting = { ...cue, expiresInMs: maxWaitMs }
      if (storeWithRun === undefined) return db.write((tx) => queue(tx, cause, waiting))
      const id = ids.next(cue.idPrefix)
      storeWithRun((tx, known) => write(tx, known, id, waiting))
      return { id }
    },

    /**
     * For a test: shows the cue on the overlay if one is connected. The panel shows it in any case. A test that no page
     * shows is logged too, as that.
     */
    async tryOut(cause: Cause, cue: NewCue): Promise<TriedCue> {
      const shown = { kind: cue.kind, payload: cue.payload }
      try {
        return { id: (await fire(cause, cue)).id, is_sent: true, cue: shown }
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'overlay_not_connected') throw error
        // A cue that no page confirmed was written before it was sent.
        if (!error.mayHaveHappened) {
          await db.write((tx) => events.appendNew(tx, cause, { kind: 'overlay.tried', data: { kind: cue.kind } }))
        }
        return { id: null, is_sent: error.mayHaveHappened === true, cue: shown }
      }
    },

    /** A page's report about a cue. */
    async report(channelId: number, report: Report): Promise<void> {
      const { id } = report
      let isConfirmed = false
      if (report.type === 'failed') await deliveryStore.advance(channelId, id, 'failed', report.reason)
      else {
        const state = report.type === 'received' ? 'sent' : report.type
        const seen = state === 'sent' ? null : isOnAir(channelId)
        isConfirmed = await deliveryStore.advance(channelId, id, state, null, seen)
      }
      bus.publish('delivery-changed', { channelId, id, isConfirmed })
    },

    /** The page that showed these items is gone. Another node whose page shows one of them as well says so. */
    async interrupt(channelId: number, ids: readonly string[]): Promise<void> {
      const interrupted = await db.write(async (tx) => {
        const changed: string[] = []
        for (const id of ids) if (await deliveryStore.interrupt(tx, channelId, id)) changed.push(id)
        return changed
      })
      if (interrupted.length === 0) return
      bus.publish('items-interrupted', { channelId, ids: interrupted })
      for (const id of interrupted) bus.publish('delivery-changed', { channelId, id })
    },

    /** Called at shutdown before pages are disconnected: resolves when no call waits for a page, or at the timeout. */
    async settled(maxMs: number): Promise<void> {
      for (let waitedMs = 0; waitedMs < maxMs && (waitedMs < arrivalMs || !receipts.isIdle); waitedMs += 20) {
        await delay(20)
      }
    },

    async recent(channel: Channel, limit: number): Promise<CueDelivery[]> {
      return deliveryStore.recent(channel.id, limit)
    },

    async find(channel: Channel, id: string): Promise<CueDelivery | undefined> {
      return deliveryStore.find(channel.id, id)
    },

    /** The text of a spoken line that some page may still have to play. */
    async findSpoken(channelId: number, url: string): Promise<string | undefined> {
      const audio = (await deliveryStore.findWith(channelId, url))?.payload.audio as Partial<CueAudio> | undefined
      return audio?.url === url ? audio.text : undefined
    },

    async prune(): Promise<number> {
      return deliveryStore.prune(clock.now() - keptForMs)
    },
  }
}
