import { isChatRole } from '../../definitions/roles.ts'
import { type Statement, type StatementHints, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { StoredViewer, Viewer } from './viewer.ts'

export interface StoredViewerRow {
  readonly id: number
  readonly platform: Platform
  readonly platform_user_id: string
  readonly username: string
  readonly displayname: string
  readonly person: string | null
  readonly is_bot: number
  readonly points: number
  readonly coin: number
  readonly watch_minutes: number
  readonly roles: string
  readonly followed_at: number | null
  readonly counted_month: number
  readonly points_seq: number | null
  readonly coin_seq: number | null
}

export interface ViewerRow extends StoredViewerRow {
  readonly message_count: number
}

/**
 * The total number of a viewer's messages. Those of `counted_month` are only in the row of that month, next to the
 * rows of other active viewers, so that a message does not write a database page of its own.
 */
export function totalMessages(viewer: string): string {
  return `${viewer}.message_count + coalesce((SELECT counted.messages FROM watch_time_months counted
    WHERE counted.channel_id = :channel AND counted.platform = ${viewer}.platform
      AND counted.month = ${viewer}.counted_month AND counted.viewer_id = ${viewer}.id), 0)`
}

const storedColumns = `id, platform, platform_user_id, username, displayname, person, is_bot, points, coin, watch_minutes,
  roles, followed_at, counted_month, points_seq, coin_seq`
export const viewerColumns = `${storedColumns}, ${totalMessages('viewers')} AS message_count`

/** The statements that find a viewer, and what becomes of their row. */
export interface ViewerLookups<Row, Found> {
  readonly byId: Statement<{ channel: number; id: number }, Row>
  readonly byUser: Statement<{ channel: number; platform: string; userId: string }, Row>
  readonly byName: Statement<{ channel: number; platform: string; key: string }, Row>
  readonly byPerson: Statement<{ channel: number; platform: string; person: string }, Row>
  read(row: Row): Found
}

function lookupsOf<Row, Found>(
  columns: string,
  read: (row: Row) => Found,
  hints?: StatementHints,
): ViewerLookups<Row, Found> {
  return {
    byId: sql(`SELECT ${columns} FROM viewers WHERE channel_id = :channel AND id = :id`, hints),
    byUser: sql(
      `SELECT ${columns} FROM viewers
       WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId`,
      hints,
    ),
    // A name can move from one account to another: the account that had it last is returned.
    byName: sql(
      `SELECT ${columns} FROM viewers WHERE channel_id = :channel AND platform = :platform AND name_key = :key
       ORDER BY named_at DESC, id DESC LIMIT 1`,
      hints,
    ),
    // The id is selected first: with the row and its order in one query, SQLite scans the whole channel.
    byPerson: sql(
      `SELECT ${columns} FROM viewers WHERE channel_id = :channel AND id = (
         SELECT min(id) FROM viewers WHERE channel_id = :channel AND person = :person AND platform = :platform)`,
      hints,
    ),
    read,
  }
}

export const viewerLookups = lookupsOf<ViewerRow, Viewer>(viewerColumns, asViewer)
export const storedViewerLookups = lookupsOf<StoredViewerRow, StoredViewer>(storedColumns, asStoredViewer, {
  keepsRowOf: 'viewers',
})
export const { byId: findById, byUser: findByUser, byName: findByName } = viewerLookups
export const findPersonOnKick = sql<{ channel: number; userId: string }, { person: string | null }>(
  `SELECT person FROM viewers WHERE channel_id = :channel AND platform = 'kick' AND platform_user_id = :userId`,
)
export const findByFormerName = sql<{ channel: number; platform: string; key: string }, { id: number }>(
  `SELECT viewer_id AS id FROM former_names
   WHERE channel_id = :channel AND platform = :platform AND name_key = :key ORDER BY until DESC LIMIT 1`,
)
export const insertViewer = sql<{
  channel: number
  id: number
  seniority: number
  platform: string
  userId: string
  username: string
  key: string
  displayname: string
  person: string | null
  isBot: number
  roles: string
  now: number
}>(
  `INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key, displayname, person,
     is_bot, roles, created_at, named_at)
   VALUES (:channel, :id, :seniority, :platform, :userId, :username, :key, :displayname, :person, :isBot, :roles,
     :now, :now)`,
)
export const renameViewer = sql<{
  channel: number
  id: number
  username: string
  key: string
  displayname: string
  now: number
}>(
  `UPDATE viewers SET username = :username, name_key = :key, displayname = :displayname, named_at = :now
   WHERE channel_id = :channel AND id = :id`,
)
export const setRoles = sql<{ channel: number; id: number; roles: string }>(
  'UPDATE viewers SET roles = :roles WHERE channel_id = :channel AND id = :id',
)
export const setBot = sql<{ channel: number; id: number }>(
  'UPDATE viewers SET is_bot = 1 WHERE channel_id = :channel AND id = :id',
)
export const setFollowed = sql<{ channel: number; id: number; now: number }>(
  'UPDATE viewers SET followed_at = :now WHERE channel_id = :channel AND id = :id AND followed_at IS NULL',
)
// From now on this month's messages are counted in its row: its count is subtracted here, last month's is added.
export const countMonth = sql<{ channel: number; id: number; month: number }>(
  `UPDATE viewers SET counted_month = :month, message_count = ${totalMessages('viewers')}
     - coalesce((SELECT own.messages FROM watch_time_months own WHERE own.channel_id = :channel
       AND own.platform = viewers.platform AND own.month = :month AND own.viewer_id = :id), 0)
   WHERE channel_id = :channel AND id = :id AND counted_month <> :month`,
)
export const keepFormerName = sql<{ channel: number; platform: string; key: string; id: number; now: number }>(
  `INSERT INTO former_names (channel_id, platform, name_key, viewer_id, until)
   VALUES (:channel, :platform, :key, :id, :now)
   ON CONFLICT (channel_id, platform, name_key, viewer_id) DO UPDATE SET until = excluded.until`,
)

export function asViewer(row: ViewerRow): Viewer {
  return { ...asStoredViewer(row), messageCount: row.message_count }
}

function asStoredViewer(row: StoredViewerRow): StoredViewer {
  return {
    id: row.id,
    platform: row.platform,
    userId: row.platform_user_id,
    username: row.username,
    displayname: row.displayname,
    person: row.person,
    isBot: row.is_bot === 1,
    points: row.points,
    coin: row.coin,
    watchMinutes: row.watch_minutes,
    roles: row.roles === '' ? [] : row.roles.split(',').filter(isChatRole),
    followedAt: row.followed_at,
    countedMonth: row.counted_month,
    pointsSeq: row.points_seq,
    coinSeq: row.coin_seq,
  }
}
