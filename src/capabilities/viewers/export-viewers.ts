import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { erasedPrefix } from './identity.ts'
import { retiredPrefix } from './retire-sandbox-viewers.ts'
import { type ViewerRow, viewerColumns } from './viewer-rows.ts'

/** Small enough that other calls do not wait. */
const linesAtOnce = 200

// Ordered by the platform's user id, which has an index: by our id the query would scan other platforms' rows.
const listAfter = sql<{ channel: number; platform: string; after: string; limit: number }, ViewerRow>(
  `SELECT ${viewerColumns} FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id > :after
   ORDER BY platform_user_id LIMIT :limit`,
)

/** A CSV file in chunks, with the columns that an import reads. */
export async function* exportViewers(db: Database, channel: Channel, platform: Platform): AsyncGenerator<string> {
  yield 'user_id,username,displayname,points,coin,watch_minutes,message_count\r\n'
  for (let after = ''; ; ) {
    const rows = await db.all(listAfter, { channel: channel.id, platform, after, limit: linesAtOnce })
    const real = rows.filter(
      ({ platform_user_id: id }) => !id.startsWith(retiredPrefix) && !id.startsWith(erasedPrefix),
    )
    if (real.length > 0) yield real.map(lineOf).join('')
    after = rows.at(-1)?.platform_user_id ?? after
    if (rows.length < linesAtOnce) return
  }
}

function lineOf(row: ViewerRow): string {
  const { platform_user_id, username, displayname, points, coin, watch_minutes, message_count } = row
  const texts = [platform_user_id, username, displayname].map(cell)
  return `${[...texts, points, coin, watch_minutes, message_count].join(',')}\r\n`
}

/** Prevents CSV injection: a name that a spreadsheet would read as a formula gets an apostrophe in front. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
