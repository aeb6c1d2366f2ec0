/** The state of the sandbox platform. The rest of the server reads it only through the sandbox connector. */
export const sandboxTables: readonly string[] = [
  `CREATE TABLE sandbox_streams (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    live BIGINT NOT NULL,
    title TEXT NOT NULL,
    category_id TEXT NOT NULL,
    category TEXT NOT NULL,
    viewer_count BIGINT NOT NULL,
    followers BIGINT NOT NULL,
    started_at BIGINT,
    last_line BIGINT NOT NULL DEFAULT 0,
    followers_only BIGINT NOT NULL DEFAULT 0,
    slow_seconds BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (channel_id, platform)
  )`,

  `CREATE TABLE sandbox_chat (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    line BIGINT NOT NULL,
    id TEXT NOT NULL,
    username TEXT NOT NULL,
    text TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, line)
  )`,

  `CREATE TABLE sandbox_bans (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    username TEXT NOT NULL,
    reason TEXT NOT NULL,
    minutes BIGINT,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, username)
  )`,

  `CREATE TABLE sandbox_clips (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    seconds BIGINT NOT NULL,
    stream_title TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, id)
  )`,
  `CREATE UNIQUE INDEX sandbox_clips_by_id ON sandbox_clips (id)`,

  `CREATE TABLE sandbox_present (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    username TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, username)
  )`,

  `CREATE TABLE sandbox_followers (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    username TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, username)
  )`,

  // Categories are shared by all channels, as on a real platform. The popular ones are defined in the code.
  `CREATE TABLE sandbox_categories (
    name_key TEXT NOT NULL PRIMARY KEY,
    id BIGINT NOT NULL,
    name TEXT NOT NULL
  )`,
  `CREATE UNIQUE INDEX sandbox_categories_by_id ON sandbox_categories (id)`,

  // One-time codes of the sign-in page, stored as hashes. `challenge` is the PKCE code challenge of the client.
  `CREATE TABLE sandbox_sign_in_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    username TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    challenge TEXT
  )`,
]
