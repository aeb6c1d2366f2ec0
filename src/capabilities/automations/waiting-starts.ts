import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'

type Key = { channel: number; seq: number; automation: number }

const insertStart = sql<Key & { node: string; at: number }>(
  `INSERT INTO automation_starts (channel_id, seq, automation_id, node, at, seen_at)
   VALUES (:channel, :seq, :automation, :node, :at, :at)
   ON CONFLICT (channel_id, seq, automation_id) DO NOTHING`,
)
const deleteStart = sql<Key & { node: string }>(
  `DELETE FROM automation_starts
   WHERE channel_id = :channel AND seq = :seq AND automation_id = :automation AND node = :node`,
)
const deleteAll = sql<{ channel: number }>('DELETE FROM automation_starts WHERE channel_id = :channel')
const renewStarts = sql<{ node: string; now: number }>('UPDATE automation_starts SET seen_at = :now WHERE node = :node')
const releaseStarts = sql<{ node: string }>(`UPDATE automation_starts SET node = '' WHERE node = :node`)
const listLeft = sql<{ node: string; before: number; limit: number }, LeftStart & { node: string }>(
  `SELECT channel_id AS "channelId", seq, automation_id AS "automationId", node, at FROM automation_starts
   WHERE node <> :node AND (node = '' OR seen_at < :before) ORDER BY channel_id, seq, automation_id LIMIT :limit`,
)

/** A start whose event is stored, and which is remembered until it has begun or was refused. */
export interface WaitingStart {
  readonly channelId: number
  /** Of the event. */
  readonly seq: number
  readonly automationId: number
}

export interface LeftStart extends WaitingStart {
  /** When the event happened. */
  readonly at: number
}

/** In place of an automation, before it is known which ones the event starts. */
export const unmatched = {
  /** All that wait for it. */
  any: 0,
  /** Those that waited for the end of shield mode. */
  held: -1,
} as const

export type UnmatchedId = (typeof unmatched)[keyof typeof unmatched]

/** A node renews its starts, as its runs, every twenty seconds. */
const deadAfterMs = 90_000

export type WaitingStarts = ReturnType<typeof createWaitingStarts>

/**
 * The starts that wait, as rows: written in the transaction of their event, and deleted in the one that stores their run.
 * So a server that stops in between loses none, and no event runs twice. A row belongs to the node that wrote it.
 */
export function createWaitingStarts({ db, clock, nodeId }: { db: Database; clock: Clock; nodeId: string }) {
  const keyOf = ({ channelId, seq, automationId }: WaitingStart) => ({
    ...{ channel: channelId, seq, automation: automationId },
    node: nodeId,
  })

  return {
    async insert(tx: Writer, { at, ...start }: LeftStart): Promise<void> {
      await tx.run(insertStart, { ...keyOf(start), at })
    },

    /** Whether it was still waiting, on this node. */
    async take(tx: Writer, start: WaitingStart): Promise<boolean> {
      return (await tx.run(deleteStart, keyOf(start))) > 0
    },

    /** A person stopped everything that runs or waits in the channel. */
    async removeAll(tx: Writer, channelId: number): Promise<void> {
      await tx.run(deleteAll, { channel: channelId })
    },

    /** Says that this node still knows its starts. */
    async renew(): Promise<void> {
      await db.write((tx) => tx.run(renewStarts, { node: nodeId, now: clock.now() }))
    },

    /** Leaves what has not begun to whichever node looks for it next. */
    async release(): Promise<boolean> {
      return (await db.write((tx) => tx.run(releaseStarts, { node: nodeId }))) > 0
    },

    /** Starts of nodes that are gone. Alone, every other node is gone. */
    async listLeft({ isShared, limit }: { readonly isShared: boolean; readonly limit: number }) {
      const before = isShared ? clock.now() - deadAfterMs : Number.MAX_SAFE_INTEGER
      return db.all(listLeft, { node: nodeId, before, limit })
    },

    /** Takes over the start of another node; false if somebody else did. */
    async claim(tx: Writer, start: WaitingStart & { readonly node: string }): Promise<boolean> {
      return (await tx.run(deleteStart, { ...keyOf(start), node: start.node })) > 0
    },
  }
}
