import type { Migration } from './list.ts'

/** What the bot keeps: the channel's settings, what people earned, what minutes counted for whom, who was sent off. */
export const bot: Migration = {
  name: 'bot',
  statements: [
    // One row per setting that differs from its default; the value is JSON that its schema has checked.
    `CREATE TABLE channel_settings (
      channel_id BIGINT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, name)
    )`,

    // As the platform last told them, separated by commas. Whether somebody follows is ours to remember.
    `ALTER TABLE viewers ADD COLUMN roles TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE viewers ADD COLUMN followed_at BIGINT`,

    `ALTER TABLE commands ADD COLUMN last_auto_youtube_at BIGINT`,
    `ALTER TABLE commands ADD COLUMN last_auto_tiktok_at BIGINT`,
    // Few are sent by themselves, and they are looked for every minute.
    `CREATE UNIQUE INDEX commands_auto ON commands (channel_id, auto_message_interval_minutes, id)`,

    // What a command costs is taken before it runs. A row that is still here when the server starts was cut off.
    `CREATE TABLE command_charges (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      command_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      points BIGINT NOT NULL,
      coin BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,

    // How much a viewer has earned in the hour (counted since 1970) and when a message last earned something.
    `CREATE TABLE earnings (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      hour BIGINT NOT NULL,
      earned BIGINT NOT NULL,
      message_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id)
    )`,

    // The evidence of each minute (counted since 1970): where it comes from and for whom it counts, as ranges of viewer
    // ids. So many of them as `credited` says have it in their totals; until all have, it `is_open`.
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

    // \`seq\` is the event that tells of it.
    `CREATE TABLE moderation_log (
      channel_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      type TEXT NOT NULL,
      platform TEXT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      reason TEXT NOT NULL,
      duration_minutes BIGINT,
      moderator TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, seq)
    )`,
    `CREATE UNIQUE INDEX moderation_log_by_type ON moderation_log (channel_id, type, seq)`,

    // While a row is here the shield is up; \`before\` is how the chat was, for when it goes down.
    `CREATE TABLE shields (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      before TEXT NOT NULL,
      since BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform)
    )`,

    // How speech sounds until then.
    `CREATE TABLE voice_effects (
      channel_id BIGINT NOT NULL PRIMARY KEY,
      effect TEXT NOT NULL,
      until BIGINT NOT NULL
    )`,
  ],
}
