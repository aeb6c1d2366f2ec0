import type { Migration } from './list.ts'

/** The clip extension's browsers, and where donations come from. */
export const extensionAndDonations: Migration = {
  name: 'extension-and-donations',
  statements: [
    // A code that a person carries from the panel to the extension. It works once.
    `CREATE TABLE extension_codes (
      hash TEXT NOT NULL PRIMARY KEY,
      channel_id BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,

    // A browser whose extension may make clips for the channel. The token itself is only there.
    `CREATE TABLE extension_pairings (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      hash TEXT NOT NULL,
      browser TEXT NOT NULL,
      version TEXT NOT NULL,
      paired_at BIGINT NOT NULL,
      seen_at BIGINT,
      PRIMARY KEY (channel_id, id)
    )`,

    // `hook` is the last part of the address that the provider sends to. Without `sealed` nothing is taken yet.
    `CREATE TABLE donation_sources (
      channel_id BIGINT NOT NULL,
      provider TEXT NOT NULL,
      hook TEXT NOT NULL,
      sealed TEXT,
      account TEXT NOT NULL,
      last_event_at BIGINT,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, provider)
    )`,
  ],
}
