import type { Migration } from './list.ts'

export const watchColumns: Migration = {
  name: 'watch-columns',
  statements: [
    // A viewer's messages of this month stand in the month's row; `message_count` is all others.
    `ALTER TABLE viewers ADD COLUMN counted_month BIGINT NOT NULL DEFAULT 0`,

    // When a viewer last ran a command that has a cooldown for each, however many have run it since.
    `CREATE TABLE command_user_runs (
      channel_id BIGINT NOT NULL,
      command_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, command_id, viewer_id)
    )`,
    `CREATE UNIQUE INDEX command_user_runs_by_age ON command_user_runs (at, channel_id, command_id, viewer_id)`,

    // Who watched how long on a day or in a month, 65,536 viewer ids to a part. A row is there for each that has minutes;
    // once it is over, they are packed into it. `version` rises with every change, which also empties it again.
    `CREATE TABLE watch_columns (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      kind TEXT NOT NULL,
      period BIGINT NOT NULL,
      part BIGINT NOT NULL,
      version BIGINT NOT NULL,
      is_packed BIGINT NOT NULL,
      packed TEXT NOT NULL,
      PRIMARY KEY (channel_id, platform, kind, period, part)
    )`,
    `CREATE UNIQUE INDEX watch_columns_open ON watch_columns (is_packed, kind, period, channel_id, platform, part)`,
    `INSERT INTO watch_columns (channel_id, platform, kind, period, part, version, is_packed, packed)
     SELECT DISTINCT channel_id, platform, 'day', day, viewer_id / 65536, 1, 0, '' FROM watch_time_days WHERE minutes > 0`,
    `INSERT INTO watch_columns (channel_id, platform, kind, period, part, version, is_packed, packed)
     SELECT DISTINCT channel_id, platform, 'month', month, viewer_id / 65536, 1, 0, ''
     FROM watch_time_months WHERE minutes > 0`,
  ],
}
