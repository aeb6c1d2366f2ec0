import type { Migration } from './migration.ts'

/** Changes in OBS that undo themselves, and whether viewers could see an overlay item. */
export const obs = {
  version: 30,
  name: 'obs',
  statements: [
    // `target`: what was changed. `undo`: what OBS was set to and what it is set back to, as JSON.
    `CREATE TABLE obs_undos (
      channel_id BIGINT NOT NULL,
      target TEXT NOT NULL,
      due_at BIGINT NOT NULL,
      undo TEXT NOT NULL,
      PRIMARY KEY (channel_id, target)
    )`,
    'CREATE INDEX obs_undos_by_due ON obs_undos (due_at)',
    // Null where OBS was not connected.
    'ALTER TABLE firings ADD COLUMN on_air BIGINT',
  ],
} as const satisfies Migration
