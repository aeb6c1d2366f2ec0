import type { Migration } from './list.ts'

export const platformAccounts: Migration = {
  name: 'platform-accounts',
  statements: [
    // When somebody last said yes at the service; `changed_at` is when the tokens were last renewed.
    `ALTER TABLE platform_tokens ADD COLUMN authorised_at BIGINT`,
    `ALTER TABLE platform_tokens ADD COLUMN reauth_reason TEXT`,

    // Calls of services that were dealt with, so that a repeat is known as one. Kept for a day.
    `CREATE TABLE webhook_deliveries (
      channel_id BIGINT NOT NULL,
      service TEXT NOT NULL,
      delivery_id TEXT NOT NULL,
      received_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, service, delivery_id)
    )`,
    `CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (received_at)`,

    // Whose account a service speaks of.
    `CREATE INDEX platform_accounts_by_account ON platform_accounts (platform, account_id)`,
    // How many are known to follow, where the platform does not count them.
    `CREATE INDEX viewers_by_follow ON viewers (channel_id, platform, followed_at) WHERE followed_at IS NOT NULL`,
  ],
}
