import type { Migration } from './migration.ts'

/** Widgets: what stays on the overlay, with its settings and its place. */
export const widgets = {
  version: 47,
  name: 'widgets',
  statements: [
    // `settings`, `place`: JSON. `failure`: why a page removed it, since it was last changed.
    `CREATE TABLE widgets (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      settings TEXT NOT NULL,
      place TEXT NOT NULL,
      enabled BIGINT NOT NULL,
      own_link BIGINT NOT NULL,
      failure TEXT,
      failed_at BIGINT,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
  ],
} as const satisfies Migration
