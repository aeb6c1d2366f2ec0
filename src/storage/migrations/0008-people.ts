import type { Migration } from './list.ts'

/** Who may use the panel, as whom they sign in, and what their keys were used for. */
export const people: Migration = {
  name: 'people',
  statements: [
    `CREATE TABLE people (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    // Platform accounts that a person signs in with; \`service\` is the platform, or its stand-in.
    `CREATE TABLE person_accounts (
      service TEXT NOT NULL,
      account_id TEXT NOT NULL,
      person_id TEXT NOT NULL,
      username TEXT NOT NULL,
      PRIMARY KEY (service, account_id)
    )`,
    `CREATE TABLE memberships (
      channel_id BIGINT NOT NULL,
      person_id TEXT NOT NULL,
      role TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, person_id)
    )`,
    `CREATE UNIQUE INDEX memberships_by_person ON memberships (person_id, channel_id)`,

    // Without a person a session opens nothing. The id is what a list shows; the secret is only in the cookie.
    `ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE sessions ADD COLUMN person_id TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE sessions ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT ''`,
    `CREATE UNIQUE INDEX sessions_by_person ON sessions (person_id, id, hash)`,

    // Whom a link lets in: the person it names, or, without one, the channel's owner.
    `ALTER TABLE sign_in_links ADD COLUMN person_id TEXT`,

    // A sign-in that was begun at a platform. It ends once, in the browser that began it.
    `CREATE TABLE sign_in_states (
      hash TEXT NOT NULL PRIMARY KEY,
      browser_hash TEXT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    // The hash of a secret that only whoever asked for the code can show.
    `ALTER TABLE sandbox_sign_in_codes ADD COLUMN challenge TEXT`,

    // \`hour\` counts since 1970.
    `CREATE TABLE api_key_usage (
      channel_id BIGINT NOT NULL,
      key_id TEXT NOT NULL,
      hour BIGINT NOT NULL,
      operation TEXT NOT NULL,
      calls BIGINT NOT NULL,
      failed BIGINT NOT NULL,
      PRIMARY KEY (channel_id, key_id, hour, operation)
    )`,
  ],
}
