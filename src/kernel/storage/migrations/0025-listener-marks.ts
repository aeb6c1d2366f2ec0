import type { Migration } from './migration.ts'

/** How far the listener of a platform has come, so that what happens while the server is down is read once. */
export const listenerMarks = {
  version: 25,
  name: 'listener-marks',
  statements: [
    `CREATE TABLE listener_marks (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (channel_id, platform, name)
    )`,
    // What the simulated platforms count themselves.
    `CREATE TABLE sandbox_bits (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id TEXT NOT NULL,
      username TEXT NOT NULL,
      amount BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,
    `CREATE TABLE sandbox_subscribers (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      username TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, username)
    )`,
  ],
} as const satisfies Migration
