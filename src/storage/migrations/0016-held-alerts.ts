import type { Migration } from './list.ts'

/** What would have been shown while the shield was up, for when it goes down. */
export const heldAlerts: Migration = {
  name: 'held alerts',
  statements: [
    `CREATE TABLE held_alerts (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id TEXT NOT NULL,
      occasion TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,
    'CREATE UNIQUE INDEX held_alerts_by_time ON held_alerts (channel_id, platform, at, id)',
  ],
}
