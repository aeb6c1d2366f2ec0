import type { Migration } from './list.ts'

/** Which of several nodes does what must be done once. */
export const leases: Migration = {
  name: 'leases',
  statements: [
    `CREATE TABLE leases (
      name TEXT NOT NULL PRIMARY KEY,
      holder TEXT NOT NULL,
      until BIGINT NOT NULL
    )`,
  ],
}
