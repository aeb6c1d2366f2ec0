import type { Migration } from './migration.ts'

/** Subscriptions on Kick that were reported in the last day, by webhook or from the open page. */
export const kickSubscriptionReports = {
  version: 22,
  name: 'kick-subscription-reports',
  statements: [
    `CREATE TABLE kick_subscription_reports (
      channel_id BIGINT NOT NULL,
      user_id TEXT NOT NULL,
      sort TEXT NOT NULL,
      way TEXT NOT NULL,
      report TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, user_id, sort, way, report)
    )`,
    `CREATE INDEX kick_subscription_reports_by_age ON kick_subscription_reports (at)`,
  ],
} as const satisfies Migration
