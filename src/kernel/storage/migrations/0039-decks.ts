import type { Migration } from './migration.ts'

/** Decks: pages of buttons for phones and tablets, and the links that open them, each of which is a key. */
export const decks = {
  version: 39,
  name: 'decks',
  statements: [
    // `pages`: JSON, in the names of the specification.
    `CREATE TABLE decks (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      name TEXT NOT NULL,
      pages TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    'ALTER TABLE api_keys ADD COLUMN deck_id BIGINT',
    // The only operations that the key may call, as JSON; null for all that its scopes allow.
    'ALTER TABLE api_keys ADD COLUMN operations TEXT',
    // Raised when what the key opens has changed, so that its open connections begin again.
    'ALTER TABLE api_keys ADD COLUMN revision BIGINT NOT NULL DEFAULT 0',
  ],
} as const satisfies Migration
