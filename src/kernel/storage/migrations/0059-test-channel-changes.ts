import type { Migration } from './migration.ts'

/**
 * What was changed in a channel since its content was last copied to its test channel: one row for each alert,
 * automation and so on. An empty `row_key` stands for all content of its kind.
 */
export const testChannelChanges = {
  version: 59,
  name: 'test-channel-changes',
  statements: [
    `CREATE TABLE test_channel_changes (
      channel_id BIGINT NOT NULL,
      content TEXT NOT NULL,
      row_key TEXT NOT NULL,
      PRIMARY KEY (channel_id, content, row_key)
    )`,
  ],
} as const satisfies Migration
