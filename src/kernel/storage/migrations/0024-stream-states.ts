import type { Migration } from './migration.ts'

/** The last known state of each stream and its chat, so that a change is reported once, and what the sandbox can do. */
export const streamStates = {
  version: 24,
  name: 'stream-states',
  statements: [
    // A value that is not known yet is null. `expected`: what this server has just asked the platform to change to.
    `CREATE TABLE stream_states (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      account_id TEXT NOT NULL,
      live BIGINT,
      title TEXT,
      category_id TEXT,
      category TEXT,
      chat_rules TEXT,
      pinned_id TEXT,
      changed_at BIGINT NOT NULL,
      expected TEXT,
      expected_at BIGINT,
      PRIMARY KEY (channel_id, platform)
    )`,

    'ALTER TABLE sandbox_streams ADD COLUMN followers_minutes BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sandbox_streams ADD COLUMN subscribers_only BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sandbox_streams ADD COLUMN emote_only BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sandbox_streams ADD COLUMN unique_only BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sandbox_streams ADD COLUMN last_action BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sandbox_chat ADD COLUMN reply_to TEXT',
    'ALTER TABLE sandbox_chat ADD COLUMN is_announcement BIGINT NOT NULL DEFAULT 0',

    // Raids, shoutouts and ad breaks that were started on the sandbox.
    `CREATE TABLE sandbox_actions (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      number BIGINT NOT NULL,
      action TEXT NOT NULL,
      username TEXT NOT NULL,
      seconds BIGINT,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, number)
    )`,
  ],
} as const satisfies Migration
