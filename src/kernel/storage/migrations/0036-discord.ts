import type { Migration } from './migration.ts'

/** The announcement of a stream on Discord, linked accounts, and commands that are slash commands too. */
export const discord = {
  version: 36,
  name: 'discord',
  statements: [
    // One for each channel: that of the stream that is live, or that ended a moment ago. `message_id` is null until
    // Discord has confirmed the message; `nonce` makes a repeated attempt the same message. `shown` is what the message
    // shows, as JSON. `first_event` is the number of the last event before the stream.
    `CREATE TABLE discord_announcements (
      channel_id BIGINT NOT NULL PRIMARY KEY,
      target_id TEXT NOT NULL,
      nonce TEXT NOT NULL,
      message_id TEXT,
      shown TEXT NOT NULL,
      first_event BIGINT NOT NULL,
      started_at BIGINT NOT NULL,
      ended_at BIGINT
    )`,
    // `granted`: the ids of the roles that the bot gave, as JSON.
    `CREATE TABLE discord_links (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      discord_id TEXT NOT NULL,
      discord_name TEXT NOT NULL,
      granted TEXT NOT NULL,
      linked_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id)
    )`,
    'CREATE UNIQUE INDEX discord_links_by_discord_id ON discord_links (channel_id, discord_id)',
    // Codes that somebody got on Discord and types in chat, for minutes.
    `CREATE TABLE discord_link_codes (
      channel_id BIGINT NOT NULL,
      code TEXT NOT NULL,
      discord_id TEXT NOT NULL,
      discord_name TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, code)
    )`,
    'CREATE UNIQUE INDEX discord_link_codes_by_discord_id ON discord_link_codes (channel_id, discord_id)',
    'CREATE INDEX discord_link_codes_by_end ON discord_link_codes (channel_id, expires_at)',
    'ALTER TABLE commands ADD COLUMN discord_enabled BIGINT NOT NULL DEFAULT 0',
  ],
} as const satisfies Migration
