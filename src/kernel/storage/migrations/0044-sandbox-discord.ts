import type { Migration } from './migration.ts'

/** The simulated Discord server of a channel. */
export const sandboxDiscord = {
  version: 44,
  name: 'sandbox-discord',
  statements: [
    // `voice`: who is in which voice channel. `messages`: the newest ones. Both are JSON.
    `CREATE TABLE sandbox_discord (
      channel_id BIGINT NOT NULL PRIMARY KEY,
      voice TEXT NOT NULL,
      messages TEXT NOT NULL
    )`,
  ],
} as const satisfies Migration
