import type { Migration } from './list.ts'

export const channelsAndKeys: Migration = {
  name: 'channels-and-keys',
  statements: [
    // `rehearsal_of` names the channel whose test keys run here.
    `CREATE TABLE channels (
      id BIGINT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      time_zone TEXT NOT NULL DEFAULT 'UTC',
      rehearsal_of BIGINT,
      overlay_generation BIGINT NOT NULL DEFAULT 1,
      last_event BIGINT NOT NULL DEFAULT 0,
      last_viewer BIGINT NOT NULL DEFAULT 0,
      last_sign_in_at BIGINT,
      created_at BIGINT NOT NULL
    )`,
    `CREATE UNIQUE INDEX channels_rehearsal ON channels (rehearsal_of)`,

    // Which account of which platform a channel speaks for, and through which connector.
    `CREATE TABLE platform_accounts (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      connector TEXT NOT NULL,
      account_id TEXT NOT NULL,
      username TEXT NOT NULL,
      displayname TEXT NOT NULL,
      connected_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform)
    )`,

    `CREATE TABLE api_keys (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      hash TEXT NOT NULL,
      name TEXT NOT NULL,
      prefix TEXT NOT NULL,
      last_four TEXT NOT NULL,
      is_test BIGINT NOT NULL,
      scopes TEXT NOT NULL,
      addresses TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      revoked_at BIGINT,
      last_used_at BIGINT,
      PRIMARY KEY (channel_id, id)
    )`,
    // The one lookup that does not start with a channel: it is how the channel of a request is found.
    `CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash)`,

    `CREATE TABLE api_key_addresses (
      channel_id BIGINT NOT NULL,
      key_id TEXT NOT NULL,
      address TEXT NOT NULL,
      first_seen_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, key_id, address)
    )`,

    `CREATE TABLE sign_in_links (
      hash TEXT NOT NULL PRIMARY KEY,
      channel_id BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      hash TEXT NOT NULL PRIMARY KEY,
      channel_id BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,

    `CREATE TABLE idempotency (
      channel_id BIGINT NOT NULL,
      operation TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      state TEXT NOT NULL,
      status BIGINT,
      answer TEXT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, operation, idempotency_key)
    )`,
    `CREATE UNIQUE INDEX idempotency_by_age ON idempotency (created_at, channel_id, operation, idempotency_key)`,
  ],
}
