import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import { aiLimits } from './contract/ai.ts'

interface MemoryRow {
  readonly id: number
  readonly viewer_id: number
  readonly question: string
  readonly answer: string
  readonly at: number
}

/** The audience of what is asked and answered in chat. Every other audience is the actor who asked, such as a key. */
export const publicChat = 'chat'

/** Everybody reads what is asked in chat, and the answer. */
export const inChat = { recalledFor: publicChat, storedFor: publicChat } as const

const columns = 'id, viewer_id, question, answer, at'
const insertRow = sql<{
  channel: number
  id: number
  viewer: number
  audience: string
  question: string
  answer: string
  now: number
}>(
  `INSERT INTO ai_memory (channel_id, id, viewer_id, audience, question, answer, at)
   VALUES (:channel, :id, :viewer, :audience, :question, :answer, :now)`,
)
/** What was said in public may be recalled for everybody, what was said to somebody only for them. */
const isRecalled = `(audience = '${publicChat}' OR audience = :audience)`
const recallOfViewer = sql<{ channel: number; viewer: number; audience: string; limit: number }, MemoryRow>(
  `SELECT ${columns} FROM ai_memory WHERE channel_id = :channel AND viewer_id = :viewer AND ${isRecalled}
   ORDER BY id DESC LIMIT :limit`,
)
const recallOfAll = sql<{ channel: number; audience: string; limit: number }, MemoryRow>(
  `SELECT ${columns} FROM ai_memory WHERE channel_id = :channel AND ${isRecalled} ORDER BY id DESC LIMIT :limit`,
)
const listOfChannel = sql<{ channel: number; before: number; limit: number }, MemoryRow>(
  `SELECT ${columns} FROM ai_memory WHERE channel_id = :channel AND id < :before ORDER BY id DESC LIMIT :limit`,
)
const findFirstToKeep = sql<{ channel: number; viewer: number; audience: string; offset: number }, { id: number }>(
  `SELECT id FROM ai_memory WHERE channel_id = :channel AND viewer_id = :viewer AND audience = :audience
   ORDER BY id DESC LIMIT 1 OFFSET :offset`,
)
const deleteOlderOfViewer = sql<{ channel: number; viewer: number; audience: string; before: number }>(
  `DELETE FROM ai_memory WHERE channel_id = :channel AND viewer_id = :viewer AND audience = :audience
   AND id < :before`,
)
const deleteOlderOfChannel = sql<{ channel: number; before: number }>(
  'DELETE FROM ai_memory WHERE channel_id = :channel AND id < :before',
)
const countAll = sql<{ channel: number }, { count: number }>(
  'SELECT COUNT(*) AS count FROM ai_memory WHERE channel_id = :channel',
)
const deleteAll = sql<{ channel: number }>('DELETE FROM ai_memory WHERE channel_id = :channel')
const deleteOfViewer = sql<{ channel: number; viewer: number }>(
  'DELETE FROM ai_memory WHERE channel_id = :channel AND viewer_id = :viewer',
)
const deleteOne = sql<{ channel: number; id: number }>('DELETE FROM ai_memory WHERE channel_id = :channel AND id = :id')
const findNewestOld = sql<{ channel: number; before: number }, { id: number | null }>(
  'SELECT MAX(id) AS id FROM ai_memory WHERE channel_id = :channel AND at < :before',
)

/** Exchanges with anybody, which say what the chat and the bot talk about. */
const channelTurns = 4
/** The viewer of what a key asked. */
const nobody = 0

export interface Exchange {
  readonly id: number
  readonly viewerId: number | undefined
  readonly question: string
  readonly answer: string
  readonly at: number
}

/** With whom an exchange is, and who could read it. */
interface Remembered {
  readonly viewerId: number | undefined
  readonly audience: string
}

export type AiMemory = ReturnType<typeof createAiMemory>

/**
 * The last exchanges with each viewer, apart for each audience: nothing that was asked in private comes back in public.
 * Their number is bounded for each viewer and for the channel.
 */
export function createAiMemory(needs: { db: Database; clock: Clock; events: Events; settings: Settings }) {
  const { db, clock, events, settings } = needs

  return {
    /** Oldest first: those with this viewer, and before them the last ones with others. */
    async recall(channelId: number, { viewerId, audience }: Remembered, turns: number) {
      if (turns === 0) return { own: [], others: [] }
      const viewer = viewerId ?? nobody
      const own = await db.all(recallOfViewer, { channel: channelId, viewer, audience, limit: turns })
      const recent = await db.all(recallOfAll, { channel: channelId, audience, limit: channelTurns })
      const others = recent.filter((row) => row.viewer_id !== viewer)
      return { own: own.reverse().map(asExchange), others: others.reverse().map(asExchange) }
    },

    async remember(
      tx: Writer,
      channelId: number,
      { viewerId, audience }: Remembered,
      { question, answer }: { readonly question: string; readonly answer: string },
      turns: number,
    ): Promise<void> {
      if (turns === 0) return
      const viewer = viewerId ?? nobody
      const id = await tx.next('ai-memory', channelId)
      await tx.run(insertRow, { channel: channelId, id, viewer, audience, question, answer, now: clock.now() })
      const kept = { channel: channelId, viewer, audience }
      const first = await tx.get(findFirstToKeep, { ...kept, offset: turns - 1 })
      if (first !== undefined) await tx.run(deleteOlderOfViewer, { ...kept, before: first.id })
      // Ids are given in order, so the number of rows is at most the distance of the ids.
      await tx.run(deleteOlderOfChannel, { channel: channelId, before: id - aiLimits.memoryRows + 1 })
    },

    /** Newest first. */
    async list(
      channelId: number,
      { before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number | undefined; readonly limit: number },
    ): Promise<{ total: number; items: Exchange[] }> {
      const rows = await db.all(listOfChannel, { channel: channelId, before, limit })
      const counted = await db.get(countAll, { channel: channelId })
      return { total: Number(counted?.count ?? 0), items: rows.map(asExchange) }
    },

    /** Returns how many exchanges were forgotten. */
    async clear(tx: Writer, cause: Cause, viewer?: Pick<Viewer, 'id' | 'platform'>): Promise<number> {
      const channel = cause.channel.id
      const cleared =
        viewer === undefined
          ? await tx.run(deleteAll, { channel })
          : await tx.run(deleteOfViewer, { channel, viewer: viewer.id })
      const about = viewer === undefined ? {} : { platform: viewer.platform, viewerId: viewer.id }
      await events.appendNew(tx, cause, { kind: 'ai.cleared', data: { cleared }, ...about })
      return cleared
    },

    async forget(tx: Writer, cause: Cause, id: number): Promise<boolean> {
      const deleted = await tx.run(deleteOne, { channel: cause.channel.id, id })
      if (deleted > 0) await events.appendNew(tx, cause, { kind: 'ai.cleared', data: { cleared: deleted } })
      return deleted > 0
    },

    async prune(channels: readonly Channel[]): Promise<number> {
      let deleted = 0
      for (const { id: channel } of channels) {
        const { memory_days: days } = (await settings.of(channel)).ai
        const before = clock.now() - days * 24 * 3_600_000
        const newest = (await db.get(findNewestOld, { channel, before }))?.id
        if (newest === null || newest === undefined) continue
        deleted += await db.write((tx) => tx.run(deleteOlderOfChannel, { channel, before: newest + 1 }))
      }
      return deleted
    },

    count: async (channelId: number, reader: Reader = db): Promise<number> =>
      Number((await reader.get(countAll, { channel: channelId }))?.count ?? 0),
  }
}

function asExchange({ id, viewer_id: viewer, question, answer, at }: MemoryRow): Exchange {
  return { id, viewerId: viewer === nobody ? undefined : viewer, question, answer, at }
}
