import type { Migration } from './migration.ts'

/** How far the jobs of each minute have come, so that a restart or another node continues from there. */
export const minuteJobs = {
  version: 19,
  name: 'minute-jobs',
  statements: [
    // `minute`: minutes since 1970, the last one that is done.
    `CREATE TABLE minute_jobs (
      name TEXT NOT NULL,
      minute BIGINT NOT NULL,
      PRIMARY KEY (name)
    )`,
  ],
} as const satisfies Migration
