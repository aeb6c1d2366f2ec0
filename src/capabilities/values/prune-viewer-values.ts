import { type Database, sql } from '../../kernel/storage/database.ts'
import { allInThread } from '../../kernel/storage/long-lists.ts'

const rowsAtOnce = 200

type Row = { channel: number; viewer: number; key: string }

// A scan of the table, which is why it runs in the reader thread.
const listStale = sql<{ limit: number }, Row>(
  `SELECT v.channel_id AS channel, v.viewer_id AS viewer, v.name_key AS key FROM viewer_values v
   WHERE NOT EXISTS (SELECT 1 FROM named_values n
     WHERE n.channel_id = v.channel_id AND n.name_key = v.name_key AND n.generation = v.generation)
   AND NOT EXISTS (SELECT 1 FROM changes c
     WHERE c.channel_id = v.channel_id AND c.kind = 'value' AND c.thing = v.name_key)
   LIMIT :limit`,
)
const removeStale = sql<Row>(
  `DELETE FROM viewer_values WHERE channel_id = :channel AND viewer_id = :viewer AND name_key = :key
     AND NOT EXISTS (SELECT 1 FROM named_values n
       WHERE n.channel_id = viewer_values.channel_id AND n.name_key = viewer_values.name_key
         AND n.generation = viewer_values.generation)
     AND NOT EXISTS (SELECT 1 FROM changes c
       WHERE c.channel_id = viewer_values.channel_id AND c.kind = 'value' AND c.thing = viewer_values.name_key)`,
)

/** Deletes what viewers had of values that were cleared, or deleted and not in the trash any more. Returns how many rows were deleted. */
export async function pruneViewerValues(db: Database): Promise<number> {
  let deleted = 0
  for (;;) {
    const rows = await allInThread(db, listStale, { limit: rowsAtOnce })
    if (rows.length === 0) return deleted
    for (const ofChannel of Map.groupBy(rows, ({ channel }) => channel).values()) {
      deleted += await db.write(async (tx) => {
        let count = 0
        for (const row of ofChannel) count += await tx.run(removeStale, row)
        return count
      })
    }
    if (rows.length < rowsAtOnce) return deleted
  }
}
