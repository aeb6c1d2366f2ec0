import type { Migration } from './migration.ts'

/** Credentials that were entered in the panel, for the whole server: one row for each service. */
export const serviceCredentials = {
  version: 20,
  name: 'service-credentials',
  statements: [
    // `sealed`: a JSON object with the value of each field, encrypted.
    `CREATE TABLE service_credentials (
      service TEXT NOT NULL,
      sealed TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (service)
    )`,
  ],
} as const satisfies Migration
