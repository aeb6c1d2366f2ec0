import type { Migration } from './migration.ts'

/** Secrets that headers of calls of web addresses name. */
export const headerSecrets = {
  version: 63,
  name: 'header-secrets',
  statements: [
    // `host`: the only address it is sent to, with its scheme and port. `sealed`: encrypted.
    `CREATE TABLE header_secrets (
      channel_id BIGINT NOT NULL,
      name TEXT NOT NULL,
      host TEXT NOT NULL,
      sealed TEXT NOT NULL,
      set_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, name)
    )`,
  ],
} as const satisfies Migration
