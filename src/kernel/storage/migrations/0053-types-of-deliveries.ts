import type { Migration } from './migration.ts'

/** Which types a webhook has deliveries of, without reading them all. */
export const typesOfDeliveries = {
  version: 53,
  name: 'types-of-deliveries',
  statements: ['CREATE INDEX event_deliveries_by_type ON event_deliveries (channel_id, webhook_id, type)'],
} as const satisfies Migration
