import type { Migration } from './list.ts'

export const viewersAndTotals: Migration = {
  name: 'viewers-and-totals',
  statements: [
    // `id` counts up per channel, so it also says who was there first; `seniority` lets a leaderboard sort one way only.
    // A plain column: SQLite fetches the row for every step along an index that holds a generated one.
    `CREATE TABLE viewers (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      seniority BIGINT NOT NULL CHECK (seniority = -id),
      platform TEXT NOT NULL,
      platform_user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      name_key TEXT NOT NULL,
      named_at BIGINT NOT NULL DEFAULT 0,
      displayname TEXT NOT NULL,
      person TEXT,
      is_bot BIGINT NOT NULL DEFAULT 0,
      points BIGINT NOT NULL DEFAULT 0 CHECK (points >= 0),
      coin BIGINT NOT NULL DEFAULT 0 CHECK (coin >= 0),
      watch_minutes BIGINT NOT NULL DEFAULT 0 CHECK (watch_minutes >= 0),
      message_count BIGINT NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    `CREATE UNIQUE INDEX viewers_by_user ON viewers (channel_id, platform, platform_user_id)`,
    // Unique although names are not: SQLite passes over a plain index of a clustered table.
    `CREATE UNIQUE INDEX viewers_by_name ON viewers (channel_id, platform, name_key, named_at, id)`,
    `CREATE UNIQUE INDEX viewers_by_person ON viewers (channel_id, person, platform, id) WHERE person IS NOT NULL`,
    `CREATE UNIQUE INDEX viewers_by_points ON viewers (channel_id, platform, is_bot, points, seniority)`,
    `CREATE UNIQUE INDEX viewers_by_watch ON viewers (channel_id, platform, is_bot, watch_minutes, seniority)`,

    `CREATE TABLE former_names (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      name_key TEXT NOT NULL,
      viewer_id BIGINT NOT NULL,
      until BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, name_key, viewer_id)
    )`,

    // Append-only: the sum of a viewer's rows is the balance. `seq` is the event that tells why.
    `CREATE TABLE points_ledger (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      currency TEXT NOT NULL,
      delta BIGINT NOT NULL,
      balance BIGINT NOT NULL,
      reason TEXT NOT NULL,
      actor TEXT NOT NULL,
      request_id TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id, seq, currency)
    )`,

    // A day is the number YYYYMMDD, a month YYYYMM.
    `CREATE TABLE watch_time_days (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      day BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      minutes BIGINT NOT NULL DEFAULT 0,
      messages BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (channel_id, platform, day, viewer_id)
    )`,
    `CREATE UNIQUE INDEX watch_time_days_by_viewer ON watch_time_days (channel_id, viewer_id, day)`,
    `CREATE TABLE watch_time_months (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      month BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      minutes BIGINT NOT NULL DEFAULT 0,
      messages BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (channel_id, platform, month, viewer_id)
    )`,

    // Counts of viewers between two places of a leaderboard, so that a page far down is found without walking to it.
    `CREATE TABLE ranking_blocks (
      channel_id BIGINT NOT NULL,
      board TEXT NOT NULL,
      platform TEXT NOT NULL,
      first_score BIGINT NOT NULL,
      first_seniority BIGINT NOT NULL,
      viewers BIGINT NOT NULL,
      PRIMARY KEY (channel_id, board, platform, first_score, first_seniority)
    )`,
  ],
}
