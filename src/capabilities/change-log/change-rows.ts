import { sql } from '../../kernel/storage/database.ts'
import type { ThingKind } from './contract/things.ts'

export type ChangeAction = 'created' | 'saved' | 'deleted'

export interface ChangeRow {
  readonly id: number
  readonly kind: ThingKind
  readonly thing: string
  readonly action: ChangeAction
  readonly name: string
  readonly actor: string
  readonly at: number
  readonly content: string | null
}

type Of = { channel: number; kind: ThingKind; thing: string }
type Place = { channel: number; id: number }

const columns = 'id, kind, thing, action, name, actor, at, content'

export const insertChange = sql<
  Of & {
    id: number
    action: ChangeAction
    name: string
    actor: string
    requestId: string
    at: number
    content: string | null
    file: string | null
    written: number
  }
>(
  `INSERT INTO changes (channel_id, id, kind, thing, action, name, actor, request_id, at, content, file, written)
   VALUES (:channel, :id, :kind, :thing, :action, :name, :actor, :requestId, :at, :content, :file, :written)`,
)
/** The last save changed nothing, so that this one takes its place. */
export const replaceAuthor = sql<Place & { actor: string; requestId: string; at: number }>(
  `UPDATE changes SET actor = :actor, request_id = :requestId, at = :at WHERE channel_id = :channel AND id = :id`,
)
export const findNewestOf = sql<Of, ChangeRow>(
  `SELECT ${columns} FROM changes WHERE channel_id = :channel AND kind = :kind AND thing = :thing
   ORDER BY id DESC LIMIT 1`,
)
export const listOf = sql<Of & { limit: number }, ChangeRow>(
  `SELECT ${columns} FROM changes WHERE channel_id = :channel AND kind = :kind AND thing = :thing
   ORDER BY id DESC LIMIT :limit`,
)
export const findDeleted = sql<Place, ChangeRow>(
  `SELECT ${columns} FROM changes WHERE channel_id = :channel AND id = :id AND action = 'deleted'`,
)
/** Without the content, which may be long. */
export const listDeleted = sql<{ channel: number; before: number; limit: number }, Omit<ChangeRow, 'content'>>(
  `SELECT id, kind, thing, action, name, actor, at FROM changes
   WHERE channel_id = :channel AND action = 'deleted' AND id < :before ORDER BY id DESC LIMIT :limit`,
)
export const listDeletedOf = sql<{ channel: number; kind: ThingKind }, { id: number; content: string }>(
  `SELECT id, content FROM changes WHERE channel_id = :channel AND kind = :kind AND action = 'deleted' ORDER BY id`,
)
export const listExpired = sql<{ before: number; limit: number }, Place>(
  `SELECT channel_id AS channel, id FROM changes WHERE action = 'deleted' AND at < :before ORDER BY at LIMIT :limit`,
)
export const deleteChange = sql<Place>('DELETE FROM changes WHERE channel_id = :channel AND id = :id')
/** A thing that is gone for good, with what was logged about it. */
export const deleteUpTo = sql<Of & { id: number }>(
  'DELETE FROM changes WHERE channel_id = :channel AND kind = :kind AND thing = :thing AND id <= :id',
)
/** All but the newest entries of a thing. */
export const deleteOlder = sql<Of & { offset: number }>(
  `DELETE FROM changes WHERE channel_id = :channel AND kind = :kind AND thing = :thing AND id <= (
     SELECT id FROM changes WHERE channel_id = :channel AND kind = :kind AND thing = :thing
     ORDER BY id DESC LIMIT 1 OFFSET :offset)`,
)

type Channel = { channel: number }
type Written = { id: number; written: number }
/** Deletions and saves are counted apart, so that many saves do not push things out of the trash. */
export const ends = {
  deleted: {
    newest: sql<Channel, Written>(
      `SELECT id, written FROM changes WHERE channel_id = :channel AND action = 'deleted' ORDER BY id DESC LIMIT 1`,
    ),
    oldest: sql<Channel, Written>(
      `SELECT id, written FROM changes WHERE channel_id = :channel AND action = 'deleted' ORDER BY id LIMIT 1`,
    ),
  },
  saved: {
    newest: sql<Channel, Written>(
      `SELECT id, written FROM changes WHERE channel_id = :channel AND action <> 'deleted' ORDER BY id DESC LIMIT 1`,
    ),
    oldest: sql<Channel, Written>(
      `SELECT id, written FROM changes WHERE channel_id = :channel AND action <> 'deleted' ORDER BY id LIMIT 1`,
    ),
  },
}
