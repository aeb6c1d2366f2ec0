import type { Migration } from './migration.ts'

/**
 * Ids that are never given twice. Until now the next id was one above the highest that was left, so an id came back
 * after the newest row was deleted. The sequences start above every id that rows or the history know of.
 */
export const idSequences = {
  version: 17,
  name: 'id-sequences',
  statements: [
    // What belongs to no channel has the channel 0. An id above `last` was never given.
    `CREATE TABLE id_sequences (
      channel_id BIGINT NOT NULL,
      name TEXT NOT NULL,
      last BIGINT NOT NULL,
      PRIMARY KEY (channel_id, name)
    )`,
    ...aboveRowsAndHistory('alert', 'audio_alerts', 'alert.created'),
    ...aboveRowsAndHistory('song', 'songs', 'song.added'),
    ...aboveRowsAndHistory('command', 'commands', 'command.created'),
    `INSERT INTO id_sequences (channel_id, name, last)
     SELECT channel_id, 'subscriber:' || platform, max(id) FROM subscribers GROUP BY channel_id, platform`,
    `INSERT INTO id_sequences (channel_id, name, last) SELECT channel_id, 'effect:' || overlay_id, 1 FROM effects`,
    `INSERT INTO id_sequences (channel_id, name, last) SELECT 0, 'channel', max(id) FROM channels HAVING max(id) > 0`,
    `INSERT INTO id_sequences (channel_id, name, last)
     SELECT 0, 'category', max(id) - 99999999 FROM categories WHERE id >= 100000000 HAVING max(id) > 0`,
    `INSERT INTO id_sequences (channel_id, name, last)
     SELECT 0, 'sandbox-category', max(id) - 10000 FROM sandbox_categories HAVING max(id) > 0`,

    // A table was renamed once, and PostgreSQL kept the old name for its primary key.
    { postgres: 'ALTER INDEX IF EXISTS ledger_in_order_pkey RENAME TO points_ledger_pkey' },
  ],
} as const satisfies Migration

function aboveRowsAndHistory(name: string, table: string, kind: string): Migration['statements'] {
  const withIdOf = (id: string) =>
    `INSERT INTO id_sequences (channel_id, name, last)
     SELECT channel_id, '${name}', max(id) FROM (
       SELECT channel_id, id FROM ${table} UNION ALL SELECT channel_id, ${id} AS id FROM events WHERE kind = '${kind}'
     ) AS used GROUP BY channel_id`
  return [
    {
      sqlite: withIdOf(`CAST(json_extract(data, '$.id') AS INTEGER)`),
      postgres: withIdOf(`(data::json->>'id')::bigint`),
    },
  ]
}
