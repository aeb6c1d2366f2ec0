import type { Migration } from './migration.ts'

/** Webhooks of channels, and the events that wait to be delivered to them. */
export const eventWebhooks = {
  version: 38,
  name: 'event-webhooks',
  statements: [
    // `secret`, `previous_secret`: encrypted. `types`: JSON; null for all. `scopes`: what its creator might read.
    // `last_event`: every event up to this one has its delivery, or is not for this webhook.
    `CREATE TABLE event_webhooks (
      channel_id BIGINT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      types TEXT,
      scopes TEXT NOT NULL,
      secret TEXT NOT NULL,
      previous_secret TEXT,
      previous_until BIGINT,
      active BIGINT NOT NULL,
      disabled_reason TEXT,
      last_event BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    'CREATE INDEX event_webhooks_by_active ON event_webhooks (active, channel_id, id)',
    // `seq`: the event. `due_at`: when it is tried next; null when it was delivered or given up.
    `CREATE TABLE event_deliveries (
      channel_id BIGINT NOT NULL,
      webhook_id TEXT NOT NULL,
      id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      type TEXT NOT NULL,
      state TEXT NOT NULL,
      attempts BIGINT NOT NULL,
      due_at BIGINT,
      status BIGINT,
      error TEXT,
      created_at BIGINT NOT NULL,
      attempted_at BIGINT,
      PRIMARY KEY (channel_id, webhook_id, id)
    )`,
    'CREATE INDEX event_deliveries_by_due ON event_deliveries (channel_id, webhook_id, due_at)',
    'CREATE INDEX event_deliveries_by_age ON event_deliveries (created_at)',
  ],
} as const satisfies Migration
