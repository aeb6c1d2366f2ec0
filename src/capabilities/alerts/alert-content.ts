import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable, putBack } from '../change-log/kept-rows.ts'
import type { Cause, Events } from '../events/events.ts'
import { requireEachOnce } from '../overlay/content-order.ts'
import { overlayErrors } from '../overlay/contract/messages.ts'
import type { Media } from '../uploads/media.ts'
import type { AlertSettings } from './alerts.ts'

export const maxAlerts = 200

/** An alert as the broadcaster edits it. */
export interface AlertDraft extends AlertSettings {
  readonly name: string
  readonly points: number
  readonly active: boolean
}

export interface StoredAlert extends AlertDraft {
  readonly id: number
}

interface Row {
  readonly id: number
  readonly name: string
  readonly points: number
  readonly status: string
  readonly settings: string
}

const columns = 'id, name, points, status, settings'
const listAlerts = sql<{ channel: number; limit: number }, Row>(
  `SELECT ${columns} FROM audio_alerts WHERE channel_id = :channel ORDER BY position, id LIMIT :limit`,
)
const findAlert = sql<{ channel: number; id: number }, Row>(
  `SELECT ${columns} FROM audio_alerts WHERE channel_id = :channel AND id = :id`,
)
const findIdByName = sql<{ channel: number; key: string }, { id: number }>(
  'SELECT id FROM audio_alerts WHERE channel_id = :channel AND name_key = :key',
)
const findEnds = sql<{ channel: number }, { total: number; position: number }>(
  `SELECT count(*) AS total, coalesce(max(position), 0) AS position FROM audio_alerts
   WHERE channel_id = :channel`,
)
type Written = {
  channel: number
  id: number
  name: string
  key: string
  points: number
  status: string
  settings: string
}
const insertAlert = sql<Written & { position: number }>(
  `INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings, position)
   VALUES (:channel, :id, :name, :key, :points, :status, :settings, :position)`,
)
const updateAlert = sql<Written>(
  `UPDATE audio_alerts SET name = :name, name_key = :key, points = :points, status = :status, settings = :settings
   WHERE channel_id = :channel AND id = :id`,
)
const deleteAlert = sql<{ channel: number; id: number }>(
  'DELETE FROM audio_alerts WHERE channel_id = :channel AND id = :id',
)
const placeAlert = sql<{ channel: number; id: number; position: number }>(
  'UPDATE audio_alerts SET position = :position WHERE channel_id = :channel AND id = :id',
)

const keptAlert: Kept = {
  kind: 'alert',
  tables: [
    keptTable('audio_alerts', 'id', {
      written: ['id', 'name', 'name_key', 'points', 'status', 'settings'],
      history: ['position'],
    }),
  ],
}

export type AlertContent = ReturnType<typeof createAlertContent>

/** Creates, changes and orders audio alerts. */
export function createAlertContent(needs: { db: Database; events: Events; media: Media; changeLog: ChangeLog }) {
  const { db, events, media, changeLog } = needs

  async function get(reader: Reader, channel: number, id: number): Promise<StoredAlert> {
    const row = await reader.get(findAlert, { channel, id })
    if (row === undefined) throw new Failure('alert_not_found', { message: overlayErrors.alertNotFoundById.of({ id }) })
    return asAlert(row)
  }

  async function requireFreeName(tx: Writer, channel: number, name: string, id?: number): Promise<void> {
    const existing = await tx.get(findIdByName, { channel, key: nameKey(name) })
    if (existing !== undefined && existing.id !== id) throw wrong(overlayErrors.alertNameTaken.of({ name }))
  }

  async function requirePlace(tx: Writer, channel: number): Promise<{ readonly position: number }> {
    const { total = 0, position = 0 } = (await tx.get(findEnds, { channel })) ?? {}
    if (total >= maxAlerts) throw wrong(overlayErrors.tooManyAlerts.of({ max: maxAlerts }))
    return { position: position + 1 }
  }

  async function check(tx: Writer, channel: number, draft: AlertDraft, id?: number): Promise<void> {
    const { name, sound, image, video } = draft
    if (sound === undefined && image === undefined && video === undefined) {
      throw wrong(overlayErrors.alertNeedsSound.of())
    }
    if (image !== undefined && video !== undefined) throw wrong(overlayErrors.imageOrVideo.of())
    await requireFreeName(tx, channel, name, id)
    if (sound !== undefined) await media.require(tx, channel, { path: 'sound', source: sound, kinds: ['sound'] })
    if (image !== undefined) await media.require(tx, channel, { path: 'image', source: image, kinds: ['image'] })
    if (video !== undefined) await media.require(tx, channel, { path: 'video', source: video, kinds: ['video'] })
  }

  return {
    get,

    async list(channelId: number): Promise<StoredAlert[]> {
      return (await db.all(listAlerts, { channel: channelId, limit: maxAlerts })).map(asAlert)
    },

    async create(tx: Writer, cause: Cause, draft: AlertDraft): Promise<StoredAlert> {
      const channel = cause.channel.id
      await check(tx, channel, draft)
      const place = await requirePlace(tx, channel)
      const id = await tx.next('alert', channel)
      await tx.run(insertAlert, { ...written(channel, id, draft), ...place })
      await events.appendNew(tx, cause, { kind: 'alert.created', data: { id, name: draft.name } })
      return { id, ...draft }
    },

    async edit(tx: Writer, cause: Cause, id: number, draft: AlertDraft): Promise<StoredAlert> {
      const channel = cause.channel.id
      const before = await get(tx, channel, id)
      await check(tx, channel, draft, id)
      await tx.run(updateAlert, written(channel, id, draft))
      await events.appendNew(tx, cause, { kind: 'alert.changed', data: { id, name: draft.name, before } })
      return { id, ...draft }
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channel = cause.channel.id
      const { name } = await get(tx, channel, id)
      await changeLog.keepDeleted(tx, cause, keptAlert, id, name)
      await tx.run(deleteAlert, { channel, id })
      await events.appendNew(tx, cause, { kind: 'alert.deleted', data: { id, name } })
    },

    /** Puts a deleted alert back. Refused where another one has its name by now. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, name } = keptRowOf<Row>(content, 'audio_alerts')
      await requirePlace(tx, channel)
      await requireFreeName(tx, channel, name)
      await putBack(tx, channel, keptAlert, content)
      await events.appendNew(tx, cause, { kind: 'alert.created', data: { id, name } })
    },

    async order(tx: Writer, cause: Cause, ids: readonly number[]): Promise<void> {
      const channel = cause.channel.id
      const rows = await tx.all(listAlerts, { channel, limit: maxAlerts })
      requireEachOnce(
        'ids',
        ids,
        rows.map(({ id }) => id),
      )
      for (const [index, id] of ids.entries()) await tx.run(placeAlert, { channel, id, position: index + 1 })
      await events.appendNew(tx, cause, { kind: 'alert.ordered', data: { ids } })
    },
  }
}

function written(channel: number, id: number, { name, points, active, ...settings }: AlertDraft): Written {
  return {
    ...{ channel, id, name, key: nameKey(name), points },
    status: active ? 'active' : 'inactive',
    settings: JSON.stringify(settings),
  }
}

function asAlert({ id, name, points, status, settings }: Row): StoredAlert {
  const stored = JSON.parse(settings) as Partial<AlertSettings>
  return { id, name, points, active: status === 'active', ...stored, volume: stored.volume ?? 1 }
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
