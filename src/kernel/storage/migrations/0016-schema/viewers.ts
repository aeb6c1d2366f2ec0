/** Viewers, points and watch time. */
export const viewerTables: readonly string[] = [
  // `id` counts up per channel, so it also orders viewers by their first appearance. `seniority` is its negative, so
  // that a leaderboard index sorts in one direction only; it is a plain column because SQLite reads the row for every
  // step along an index that contains a generated one. `roles` is comma-separated, as the platform last reported it.
  // `message_count` leaves out the messages of `counted_month`, which are in the row of that month.
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
    roles TEXT NOT NULL DEFAULT '',
    followed_at BIGINT,
    points_seq BIGINT,
    coin_seq BIGINT,
    counted_month BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (channel_id, id)
  )`,
  `CREATE UNIQUE INDEX viewers_by_user ON viewers (channel_id, platform, platform_user_id)`,
  // Unique although names are not: SQLite does not use a non-unique index of a WITHOUT ROWID table for this query.
  `CREATE UNIQUE INDEX viewers_by_name ON viewers (channel_id, platform, name_key, named_at, id)`,
  `CREATE UNIQUE INDEX viewers_by_person ON viewers (channel_id, person, platform, id) WHERE person IS NOT NULL`,
  `CREATE UNIQUE INDEX viewers_by_points ON viewers (channel_id, platform, is_bot, points, seniority)`,
  `CREATE UNIQUE INDEX viewers_by_watch ON viewers (channel_id, platform, is_bot, watch_minutes, seniority)`,
  // Counts known followers where the platform does not report their number.
  `CREATE INDEX viewers_by_follow ON viewers (channel_id, platform, followed_at) WHERE followed_at IS NOT NULL`,

  `CREATE TABLE former_names (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    name_key TEXT NOT NULL,
    viewer_id BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, name_key, viewer_id)
  )`,

  // In the order of events, so that a change of points is appended at the end of the table. Each row names the previous
  // one of the same viewer and currency, and the viewer names the newest. The event with the same `seq` has the details.
  `CREATE TABLE points_ledger (
    channel_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    viewer_id BIGINT NOT NULL,
    currency TEXT NOT NULL,
    previous_seq BIGINT,
    delta BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (channel_id, seq, viewer_id, currency)
  )`,

  // Points a viewer earned in the current hour (hours since 1970), and when a message last earned points.
  `CREATE TABLE earnings (
    channel_id BIGINT NOT NULL,
    viewer_id BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    earned BIGINT NOT NULL,
    message_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, viewer_id)
  )`,

  // A day is stored as the number YYYYMMDD, a month as YYYYMM.
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

  // The evidence for each minute (minutes since 1970): its source and the viewers it counts for, as ranges of ids.
  // The first `credited` viewers have it in their totals; `is_open` is 1 until all of them have.
  `CREATE TABLE watch_minutes (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    minute BIGINT NOT NULL,
    source TEXT NOT NULL,
    viewers TEXT NOT NULL,
    total BIGINT NOT NULL,
    credited BIGINT NOT NULL,
    is_open BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, minute)
  )`,
  `CREATE UNIQUE INDEX watch_minutes_open ON watch_minutes (channel_id, is_open, platform, minute)`,

  // Minutes watched per day or month, packed into columns of 65,536 viewer ids. A row exists for each part that has
  // minutes and is packed once its period is over. Every change raises `version` and empties the row again.
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

  // Numbers of viewers between two positions of a leaderboard, so that a page far down is found without scanning to it.
  `CREATE TABLE ranking_blocks (
    channel_id BIGINT NOT NULL,
    board TEXT NOT NULL,
    platform TEXT NOT NULL,
    first_score BIGINT NOT NULL,
    first_seniority BIGINT NOT NULL,
    viewers BIGINT NOT NULL,
    PRIMARY KEY (channel_id, board, platform, first_score, first_seniority)
  )`,
]
