import type { Migration } from './list.ts'

export const platformTokens: Migration = {
  name: 'platform-tokens',
  statements: [
    // `sealed` holds the tokens, readable with the instance secret only. `reauth_since` says that they no longer work.
    `CREATE TABLE platform_tokens (
      channel_id BIGINT NOT NULL,
      service TEXT NOT NULL,
      role TEXT NOT NULL,
      account_id TEXT NOT NULL,
      username TEXT NOT NULL,
      displayname TEXT NOT NULL,
      sealed TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at BIGINT,
      reauth_since BIGINT,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, service, role)
    )`,

    // A sign-in that was begun. A state is used once, in the browser that began it.
    `CREATE TABLE oauth_states (
      channel_id BIGINT NOT NULL,
      hash TEXT NOT NULL,
      service TEXT NOT NULL,
      role TEXT NOT NULL,
      pre_session_hash TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      sealed_verifier TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, hash)
    )`,
  ],
}
