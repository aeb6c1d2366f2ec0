import type { Migration } from './migration.ts'

/** Sign-ins by a code on another device, and sign-ins for one account only. */
export const deviceSignIns = {
  version: 21,
  name: 'device-sign-ins',
  statements: [
    // The account that has to sign in, where a sign-in adds a permission to one that is connected.
    'ALTER TABLE oauth_states ADD COLUMN account_id TEXT',
    // `next_poll_at`: the service is asked at its own interval, however many tabs and nodes wait for the answer.
    `CREATE TABLE device_sign_ins (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      service TEXT NOT NULL,
      role TEXT NOT NULL,
      pre_session_hash TEXT NOT NULL,
      sealed_code TEXT NOT NULL,
      account_id TEXT,
      scopes TEXT NOT NULL,
      interval_ms BIGINT NOT NULL,
      next_poll_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    // For the job that renews tokens before they expire, of all channels.
    'CREATE INDEX platform_tokens_by_end ON platform_tokens (service, expires_at)',
  ],
} as const satisfies Migration
