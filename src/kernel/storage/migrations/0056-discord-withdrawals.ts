import type { Migration } from './migration.ts'

export const discordWithdrawals = {
  version: 56,
  name: 'discord-withdrawals',
  statements: [
    // Roles that the bot gave to an account on Discord which is no longer linked, until they are taken back.
    `CREATE TABLE discord_withdrawals (
      channel_id BIGINT NOT NULL,
      discord_id TEXT NOT NULL,
      role_id TEXT NOT NULL,
      since BIGINT NOT NULL,
      PRIMARY KEY (channel_id, discord_id, role_id)
    )`,
    // Who typed the code in chat, and is asked whether the account on Discord is theirs.
    'ALTER TABLE discord_link_codes ADD COLUMN viewer_id BIGINT',
    'CREATE INDEX discord_link_codes_by_viewer ON discord_link_codes (channel_id, viewer_id)',
  ],
} as const satisfies Migration
