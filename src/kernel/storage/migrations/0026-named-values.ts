import type { Migration } from './migration.ts'

/** Named values of the channel and of each viewer: numbers, texts, lists and clocks. */
export const namedValues = {
  version: 26,
  name: 'named-values',
  statements: [
    // `value` is JSON; of a clock, its milliseconds when it was last started, paused or changed. `started_at` is set
    // while it runs, `ends_at` if it then comes to an end. `recent` holds the numbers of the newest events about it.
    `CREATE TABLE named_values (
      channel_id BIGINT NOT NULL,
      name_key TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      owner TEXT NOT NULL,
      lasts TEXT NOT NULL,
      settings TEXT NOT NULL,
      generation BIGINT NOT NULL,
      size BIGINT NOT NULL,
      value TEXT NOT NULL,
      started_at BIGINT,
      ends_at BIGINT,
      recent TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, name_key)
    )`,
    // Rows whose generation is not that of the value are of a value that was cleared or deleted.
    `CREATE TABLE viewer_values (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      name_key TEXT NOT NULL,
      generation BIGINT NOT NULL,
      value TEXT NOT NULL,
      started_at BIGINT,
      ends_at BIGINT,
      recent TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id, name_key)
    )`,
    'CREATE INDEX viewer_values_newest ON viewer_values (channel_id, name_key, generation, changed_at)',
    'CREATE INDEX named_values_ends ON named_values (ends_at) WHERE ends_at IS NOT NULL',
    'CREATE INDEX viewer_values_ends ON viewer_values (ends_at) WHERE ends_at IS NOT NULL',
  ],
} as const satisfies Migration
