import type { Migration } from './list.ts'

export const eventsAndFirings: Migration = {
  name: 'events-and-firings',
  statements: [
    // `list` names the recent-activity list an event stands in, if any; `external_id` is the platform's own id of it.
    `CREATE TABLE events (
      channel_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      kind TEXT NOT NULL,
      list TEXT,
      platform TEXT,
      viewer_id BIGINT,
      external_id TEXT,
      actor TEXT NOT NULL,
      request_id TEXT NOT NULL,
      at BIGINT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY (channel_id, seq)
    )`,
    `CREATE UNIQUE INDEX events_by_list ON events (channel_id, list, seq) WHERE list IS NOT NULL`,
    `CREATE UNIQUE INDEX events_by_external_id ON events (channel_id, platform, external_id)
      WHERE external_id IS NOT NULL`,

    // Where a firing is in its life. What it shows stands in the event with the same seq.
    `CREATE TABLE firings (
      channel_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      overlay_id TEXT,
      state TEXT NOT NULL,
      error TEXT,
      expires_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, seq)
    )`,
    `CREATE UNIQUE INDEX firings_by_id ON firings (channel_id, id)`,
    // What a page may still get is little, however long the history is.
    `CREATE UNIQUE INDEX firings_by_expiry ON firings (channel_id, expires_at, seq)`,

    `CREATE TABLE subscribers (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id BIGINT NOT NULL,
      platform_user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      displayname TEXT NOT NULL,
      subscription_type TEXT NOT NULL,
      tier BIGINT NOT NULL,
      months BIGINT NOT NULL,
      subscribed_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,
    `CREATE UNIQUE INDEX subscribers_by_user ON subscribers (channel_id, platform, platform_user_id)`,
    `CREATE UNIQUE INDEX subscribers_by_expiry ON subscribers (channel_id, platform, expires_at, id)`,

    // Chat lines of the last day: one that a platform tells twice counts once, and who wrote lately is present.
    `CREATE TABLE counted_messages (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      external_id TEXT NOT NULL,
      at BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, external_id)
    )`,
    `CREATE UNIQUE INDEX counted_messages_by_age ON counted_messages (channel_id, platform, at, viewer_id, external_id)`,
  ],
}
