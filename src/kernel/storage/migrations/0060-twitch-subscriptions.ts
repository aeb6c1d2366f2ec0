import type { Migration } from './migration.ts'

export const twitchSubscriptions = {
  version: 60,
  name: 'twitch-subscriptions',
  statements: [
    // The last subscription that Twitch reported of each user, for a month: it is reported again when its owner shares it.
    `CREATE TABLE twitch_subscriptions (
      channel_id BIGINT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      displayname TEXT NOT NULL,
      tier BIGINT NOT NULL,
      report TEXT NOT NULL,
      state TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, user_id)
    )`,
    'CREATE INDEX twitch_subscriptions_by_age ON twitch_subscriptions (at)',
  ],
} as const satisfies Migration
