import type { Clock } from '../../kernel/ambient.ts'
import { type Database, type Statement, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cue, CueKind, CueTarget } from './contract/cues.ts'
import { cancelReasons, expired, pageLeft } from './delivery-reasons.ts'

export const deliveryStates = ['queued', 'sent', 'shown', 'finished', 'interrupted', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a person ended stays ended, whatever a page that was away at that time reports later. */
const endedByPerson: ReadonlySet<string | null> = new Set([
  cancelReasons.removed,
  cancelReasons.cleared,
  cancelReasons.skipped,
])
/** A page ends every item after three minutes at the latest. */
const longestShownMs = 5 * 60_000
/** How long a page may be away before what it showed counts as interrupted. */
const returnMs = 10_000

/** Filters a channel's deliveries, newest first. */
export interface DeliveryFilter {
  readonly limit: number
  /** Only deliveries older than this seq. */
  readonly before?: number | undefined
  readonly state?: DeliveryState | undefined
  readonly kind?: CueKind | undefined
}

/** The status of a delivery, without its content. `deliveryReason` reads its error. */
export interface DeliveryStatus {
  readonly id: string
  readonly kind: CueKind
  readonly overlayId: string | null
  readonly state: DeliveryState
  readonly error: string | null
  readonly expiresAt: number
  readonly changedAt: number
}

/** A cue with its delivery status. */
export interface CueDelivery extends Cue {
  readonly state: DeliveryState
  readonly error: string | null
  readonly actor: string
  readonly createdAt: number
  readonly changedAt: number
  /** Whether the overlay was visible in OBS when the item was shown; null where that is not known. */
  readonly isOnAir: boolean | null
}

interface DeliveryRow {
  readonly seq: number
  readonly id: string
  readonly kind: CueKind
  readonly overlay_id: string | null
  readonly state: DeliveryState
  readonly error: string | null
  readonly expires_at: number
  readonly created_at: number
  readonly changed_at: number
  readonly actor: string
  readonly data: string
  readonly on_air: number | null
}

const selectDeliveries = `SELECT f.seq, f.id, f.kind, f.overlay_id, f.state, f.error, f.expires_at, f.created_at,
    f.changed_at, f.on_air, e.actor, e.data
  FROM firings f JOIN events e ON e.channel_id = f.channel_id AND e.seq = f.seq
  WHERE f.channel_id = :channel`
const insertDelivery = sql<{
  channel: number
  seq: number
  id: string
  kind: string
  overlayId: string | null
  expiresAt: number
  now: number
}>(
  `INSERT INTO firings (channel_id, seq, id, kind, overlay_id, state, error, expires_at, created_at, changed_at)
   VALUES (:channel, :seq, :id, :kind, :overlayId, 'queued', NULL, :expiresAt, :now, :now)`,
)
const findDelivery = sql<{ channel: number; id: string }, DeliveryRow>(`${selectDeliveries} AND f.id = :id`)
const listRecent = sql<{ channel: number; limit: number }, DeliveryRow>(
  `${selectDeliveries} ORDER BY f.seq DESC LIMIT :limit`,
)
// Of the newest deliveries only, because no index leads to a part of the content.
const listWith = sql<{ channel: number; first: number; part: string; limit: number }, DeliveryRow>(
  `${selectDeliveries} AND f.seq >= :first AND f.state NOT IN ('failed', 'interrupted') AND e.data LIKE :part
   ORDER BY f.seq DESC LIMIT :limit`,
)
const findPart = sql<{ channel: number; before: number; limit: number }, { first: number | null }>(
  `SELECT min(seq) AS first FROM (
     SELECT seq FROM firings WHERE channel_id = :channel AND seq < :before ORDER BY seq DESC LIMIT :limit) AS part`,
)
const listFiltered = sql<
  { channel: number; first: number; before: number; state: string; kind: string; limit: number },
  DeliveryRow
>(
  `${selectDeliveries} AND f.seq >= :first AND f.seq < :before
     AND (:state = 'any' OR f.state = :state) AND (:kind = 'any' OR f.kind = :kind)
   ORDER BY f.seq DESC LIMIT :limit`,
)
const listStatuses = sql<{ channel: number; limit: number }, DeliveryStatus>(
  `SELECT id, kind, overlay_id AS "overlayId", state, error, expires_at AS "expiresAt", changed_at AS "changedAt" FROM firings
   WHERE channel_id = :channel ORDER BY seq DESC LIMIT :limit`,
)
// `+ 0` keeps SQLite from scanning the history in order of seq: few rows have not expired, and sorting those is fast.
const listMissed = sql<
  { channel: number; after: number; cursor: number; isNew: number; now: number; limit: number },
  DeliveryRow
>(
  `${selectDeliveries} AND f.expires_at > :now AND f.state NOT IN ('failed', 'interrupted')
     AND (f.seq + 0 > :after OR f.state = 'queued' OR (f.state = 'sent' AND :isNew = 1)) AND f.seq + 0 > :cursor
   ORDER BY f.seq + 0 LIMIT :limit`,
)
const findState = sql<{ channel: number; id: string }, { state: DeliveryState; error: string | null }>(
  'SELECT state, error FROM firings WHERE channel_id = :channel AND id = :id',
)

type Step = Statement<{ channel: number; id: string; error: string | null; now: number; onAir: number | null }, never>

function step(to: DeliveryState, from: readonly DeliveryState[]): Step {
  const states = from.map((state) => `'${state}'`).join(', ')
  return sql(
    `UPDATE firings SET state = '${to}', error = :error, changed_at = :now, on_air = COALESCE(on_air, :onAir)
     WHERE channel_id = :channel AND id = :id AND state IN (${states})`,
  )
}

/**
 * The state only moves forward, in whatever order pages report. A cue that one page has shown counts as shown, even
 * if another page failed. A page that was only cut off says when it is back that its item is still on screen, or over.
 */
const before: Readonly<Record<Exclude<DeliveryState, 'queued'>, readonly DeliveryState[]>> = {
  sent: ['queued'],
  failed: ['queued', 'sent'],
  shown: ['queued', 'sent', 'failed', 'interrupted'],
  finished: ['queued', 'sent', 'failed', 'shown', 'interrupted'],
  interrupted: ['shown'],
}
const steps = {
  sent: step('sent', before.sent),
  failed: step('failed', before.failed),
  shown: step('shown', before.shown),
  finished: step('finished', before.finished),
  interrupted: step('interrupted', before.interrupted),
}

const listChannels = sql<Record<never, never>, { id: number }>('SELECT id FROM channels ORDER BY id')
const listOldest = sql<{ channel: number; limit: number }, { seq: number; created_at: number }>(
  'SELECT seq, created_at FROM firings WHERE channel_id = :channel ORDER BY seq LIMIT :limit',
)
const deleteDelivery = sql<{ channel: number; seq: number }>(
  'DELETE FROM firings WHERE channel_id = :channel AND seq = :seq',
)
const deleteCueEvent = sql<{ channel: number; seq: number }>(
  'DELETE FROM events WHERE channel_id = :channel AND seq = :seq',
)

const missedAtOnce = 200
const maxLives = 1000
const maxScanned = 10_000
const partSize = 500
const prunedAtOnce = 500

export type CueDeliveries = ReturnType<typeof createDeliveries>

/** The delivery status of cues. What a cue shows is in the event with the same seq. */
export function createDeliveries(needs: {
  db: Database
  clock: Clock
  /** Whether a page is connected that shows this target. */
  isConnected: (channelId: number, target: CueTarget) => boolean
}) {
  const { db, clock, isConnected } = needs

  /**
   * The state as it is now, even if nobody was there to record it: an item that expired before a page received it has
   * failed, and one whose page is gone, such as after a crash of the server, was interrupted.
   */
  function current<T extends DeliveryStatus>(channelId: number, status: T): T {
    const now = clock.now()
    const { state, expiresAt, changedAt, kind, overlayId } = status
    if (state === 'queued' && expiresAt <= now) {
      return { ...status, state: 'failed', error: expired, changedAt: expiresAt }
    }
    if (state !== 'shown' || now - changedAt < returnMs) return status
    const target = overlayId === null ? { kind } : { kind, overlayId }
    const isOver = now - changedAt >= longestShownMs || !isConnected(channelId, target)
    return isOver ? { ...status, state: 'interrupted', error: pageLeft } : status
  }

  function asDelivery(channelId: number, row: DeliveryRow): CueDelivery {
    const { state, error, changedAt } = current(channelId, {
      ...{ id: row.id, kind: row.kind, overlayId: row.overlay_id, state: row.state, error: row.error },
      ...{ expiresAt: row.expires_at, changedAt: row.changed_at },
    })
    return {
      ...asCue(row),
      state,
      error,
      actor: row.actor,
      createdAt: row.created_at,
      changedAt,
      isOnAir: row.on_air === null ? null : row.on_air === 1,
    }
  }

  return {
    async insert(tx: Writer, channelId: number, cue: Cue): Promise<void> {
      const { seq, id, kind, overlayId = null, expiresAt } = cue
      await tx.run(insertDelivery, { channel: channelId, seq, id, kind, overlayId, expiresAt, now: clock.now() })
    },

    async find(channelId: number, id: string): Promise<CueDelivery | undefined> {
      const row = await db.get(findDelivery, { channel: channelId, id })
      return row && asDelivery(channelId, row)
    },

    /** A filter still counts expired deliveries as queued, because no page was connected to record the failure. */
    async list(channelId: number, { limit, before, state, kind }: DeliveryFilter): Promise<CueDelivery[]> {
      const wanted = { channel: channelId, state: state ?? 'any', kind: kind ?? 'any' }
      const found: DeliveryRow[] = []
      let end = before ?? Number.MAX_SAFE_INTEGER
      // A filter may skip many rows, so they are scanned in batches, up to a limit.
      for (let scanned = 0; scanned < maxScanned && found.length < limit; scanned += partSize) {
        const first = (await db.get(findPart, { channel: channelId, before: end, limit: partSize }))?.first ?? null
        if (first === null) break
        found.push(...(await db.all(listFiltered, { ...wanted, first, before: end, limit: limit - found.length })))
        end = first
      }
      return found.map((row) => asDelivery(channelId, row))
    },

    /** The newest ones, newest first. */
    async latest(channelId: number): Promise<DeliveryStatus[]> {
      const rows = await db.all(listStatuses, { channel: channelId, limit: maxLives })
      return rows.map((row) => current(channelId, row))
    },

    /** Returns whether it was still waiting. */
    async fail(tx: Writer, channelId: number, id: string, error: string): Promise<boolean> {
      return (await tx.run(steps.failed, { channel: channelId, id, error, now: clock.now(), onAir: null })) > 0
    },

    /** Ends an item that no connected page shows; returns whether it was on screen until now. */
    async interrupt(tx: Writer, channelId: number, id: string, error: string = pageLeft): Promise<boolean> {
      return (await tx.run(steps.interrupted, { channel: channelId, id, error, now: clock.now(), onAir: null })) > 0
    },

    /**
     * The newest delivery with this part of a text in its content that did not fail: it waits, or at least one page has
     * shown it while another may be behind. In `part`, _ stands for any character.
     */
    async findWith(channelId: number, part: string): Promise<CueDelivery | undefined> {
      const newest = { channel: channelId, before: Number.MAX_SAFE_INTEGER, limit: maxLives }
      const first = (await db.get(findPart, newest))?.first ?? null
      if (first === null) return undefined
      const rows = await db.all(listWith, { channel: channelId, first, part: `%${part}%`, limit: 1 })
      const [found] = rows.map((row) => asDelivery(channelId, row))
      return found?.state === 'failed' ? undefined : found
    },

    async recent(channelId: number, limit: number): Promise<CueDelivery[]> {
      return (await db.all(listRecent, { channel: channelId, limit })).map((row) => asDelivery(channelId, row))
    },

    /**
     * The deliveries after `after`, and those that no page has confirmed (for a new page: shown) yet; of these, in
     * order, the ones after `cursor`.
     */
    async missed(
      channelId: number,
      { after, cursor, isNew }: { readonly after: number; readonly cursor: number; readonly isNew: boolean },
    ) {
      const limit = missedAtOnce
      const params = { channel: channelId, after, cursor, isNew: isNew ? 1 : 0, now: clock.now(), limit }
      const rows = await db.all(listMissed, params)
      return { cues: rows.map(asCue), more: rows.length === limit }
    },

    /** Returns whether the delivery exists and has reached at least this state. */
    async advance(
      channelId: number,
      id: string,
      to: keyof typeof steps,
      error: string | null,
      isOnAir: boolean | null = null,
    ): Promise<boolean> {
      const row = await db.get(findState, { channel: channelId, id })
      if (row === undefined) return false
      if (endedByPerson.has(row.error)) return false
      if (!before[to].includes(row.state)) return row.state !== 'failed'
      const onAir = isOnAir === null ? null : Number(isOnAir)
      const change = { channel: channelId, id, error, now: clock.now(), onAir }
      const changed = await db.write((tx) => tx.run(steps[to], change))
      return changed > 0
    },

    /** Deletes deliveries from before that time, with the events that hold their content. */
    async prune(before: number): Promise<number> {
      let pruned = 0
      for (const { id: channel } of await db.all(listChannels, {})) {
        for (;;) {
          const count = await db.write(async (tx) => {
            const oldest = await tx.all(listOldest, { channel, limit: prunedAtOnce })
            const old = oldest.filter((row) => row.created_at < before)
            for (const { seq } of old) {
              await tx.run(deleteDelivery, { channel, seq })
              await tx.run(deleteCueEvent, { channel, seq })
            }
            return old.length
          })
          pruned += count
          if (count < prunedAtOnce) break
        }
      }
      return pruned
    },
  }
}

function asCue(row: DeliveryRow): Cue {
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind,
    ...(row.overlay_id === null ? {} : { overlayId: row.overlay_id }),
    payload: JSON.parse(row.data) as Record<string, unknown>,
    expiresAt: row.expires_at,
  }
}
