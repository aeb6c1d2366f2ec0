import type { Migration } from './migration.ts'

/**
 * Starts of automations that an event of the log has caused and that have not begun: written with the event, deleted
 * with the row of the run. `automation_id` is 0 or less before it is known which automations the event starts.
 */
export const automationStarts = {
  version: 57,
  name: 'automation-starts',
  statements: [
    `CREATE TABLE automation_starts (
      channel_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      automation_id BIGINT NOT NULL,
      node TEXT NOT NULL,
      at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, seq, automation_id)
    )`,
  ],
} as const satisfies Migration
