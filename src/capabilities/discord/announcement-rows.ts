import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'

interface AnnouncementRow {
  readonly target_id: string
  readonly nonce: string
  readonly message_id: string | null
  readonly shown: string
  readonly first_event: number
  readonly started_at: number
  readonly ended_at: number | null
}

export interface Announcement {
  /** The channel on Discord. */
  readonly targetId: string
  readonly nonce: string
  /** Null until Discord has confirmed the message. */
  readonly messageId: string | null
  /** What the message shows. */
  readonly shown: string
  readonly firstEvent: number
  readonly startedAt: number
  readonly endedAt: number | null
}

const findRow = sql<{ channel: number }, AnnouncementRow>(
  `SELECT target_id, nonce, message_id, shown, first_event, started_at, ended_at FROM discord_announcements
   WHERE channel_id = :channel`,
)
const upsertRow = sql<{
  channel: number
  target: string
  nonce: string
  message: string | null
  shown: string
  firstEvent: number
  startedAt: number
  endedAt: number | null
}>(
  `INSERT INTO discord_announcements (channel_id, target_id, nonce, message_id, shown, first_event, started_at, ended_at)
   VALUES (:channel, :target, :nonce, :message, :shown, :firstEvent, :startedAt, :endedAt)
   ON CONFLICT (channel_id) DO UPDATE SET target_id = excluded.target_id, nonce = excluded.nonce,
     message_id = excluded.message_id, shown = excluded.shown, first_event = excluded.first_event,
     started_at = excluded.started_at, ended_at = excluded.ended_at`,
)
const deleteRow = sql<{ channel: number }>('DELETE FROM discord_announcements WHERE channel_id = :channel')

export async function readAnnouncement(reader: Reader, channelId: number): Promise<Announcement | undefined> {
  const row = await reader.get(findRow, { channel: channelId })
  return (
    row && {
      targetId: row.target_id,
      nonce: row.nonce,
      messageId: row.message_id,
      shown: row.shown,
      firstEvent: row.first_event,
      startedAt: row.started_at,
      endedAt: row.ended_at,
    }
  )
}

export async function writeAnnouncement(tx: Writer, channelId: number, announcement: Announcement): Promise<void> {
  const { targetId: target, nonce, messageId: message, shown, firstEvent, startedAt, endedAt } = announcement
  await tx.run(upsertRow, { channel: channelId, target, nonce, message, shown, firstEvent, startedAt, endedAt })
}

export async function deleteAnnouncement(tx: Writer, channelId: number): Promise<void> {
  await tx.run(deleteRow, { channel: channelId })
}
