import type { Migration } from './list.ts'

/** Files that the broadcaster brings, the order of the alerts, and whether the overlay's queue stands still. */
export const uploadsAndLooks: Migration = {
  name: 'uploads-and-looks',
  statements: [
    // The file itself is in the data folder, named by its hash; several channels may have the same one.
    `CREATE TABLE uploads (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      mime TEXT NOT NULL,
      bytes BIGINT NOT NULL,
      duration_ms BIGINT,
      width BIGINT,
      height BIGINT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    `CREATE UNIQUE INDEX uploads_by_content ON uploads (channel_id, hash, kind)`,
    `CREATE UNIQUE INDEX uploads_by_hash ON uploads (hash, channel_id, kind)`,

    `ALTER TABLE audio_alerts ADD COLUMN position BIGINT NOT NULL DEFAULT 0`,

    // While a row says paused, pages finish what they show and begin nothing new.
    `CREATE TABLE overlay_states (
      channel_id BIGINT NOT NULL PRIMARY KEY,
      paused BIGINT NOT NULL,
      changed_at BIGINT NOT NULL
    )`,
  ],
}
