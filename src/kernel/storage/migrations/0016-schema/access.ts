/** Channels, API keys, people, sessions, and what several nodes share. */
export const accessTables: readonly string[] = [
  // A test channel names in `rehearsal_of` the channel whose test keys act on it.
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

  // The platform accounts connected to a channel, and the connector each one uses.
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
  // Finds the channel that a platform's event belongs to.
  `CREATE INDEX platform_accounts_by_account ON platform_accounts (platform, account_id)`,

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
  // The only lookup that does not start with a channel: it finds the channel of a request.
  `CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash)`,

  `CREATE TABLE api_key_addresses (
    channel_id BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    address TEXT NOT NULL,
    first_seen_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, key_id, address)
  )`,

  // `hour` is the number of hours since 1970.
  `CREATE TABLE api_key_usage (
    channel_id BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    hour BIGINT NOT NULL,
    operation TEXT NOT NULL,
    calls BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    PRIMARY KEY (channel_id, key_id, hour, operation)
  )`,

  `CREATE TABLE people (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,

  // Platform accounts that a person signs in with; `service` is the platform or the sandbox.
  `CREATE TABLE person_accounts (
    service TEXT NOT NULL,
    account_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    username TEXT NOT NULL,
    PRIMARY KEY (service, account_id)
  )`,
  `CREATE UNIQUE INDEX person_accounts_by_person ON person_accounts (person_id, service, account_id)`,

  `CREATE TABLE memberships (
    channel_id BIGINT NOT NULL,
    person_id TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, person_id)
  )`,
  `CREATE UNIQUE INDEX memberships_by_person ON memberships (person_id, channel_id)`,

  // A link signs in the person it names, or the channel's owner when it names nobody.
  `CREATE TABLE sign_in_links (
    hash TEXT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    person_id TEXT
  )`,

  // Sign-ins started at a platform. Each is used once, in the browser that started it.
  `CREATE TABLE sign_in_states (
    hash TEXT NOT NULL PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,

  // A session without a person has no access. Lists show the id; the secret exists only in the cookie.
  `CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    id TEXT NOT NULL DEFAULT '',
    person_id TEXT NOT NULL DEFAULT '',
    seen_at BIGINT NOT NULL DEFAULT 0,
    address TEXT NOT NULL DEFAULT '',
    agent TEXT NOT NULL DEFAULT ''
  )`,
  `CREATE UNIQUE INDEX sessions_by_person ON sessions (person_id, id, hash)`,

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

  // Which node runs a job that only one node may run.
  `CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    until BIGINT NOT NULL
  )`,
]
