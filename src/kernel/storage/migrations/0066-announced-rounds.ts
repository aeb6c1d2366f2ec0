import type { Migration } from './migration.ts'

/** Whether a round is announced in chat. Rounds of earlier versions were silent, and stay so. */
export const announcedRounds = {
  version: 66,
  name: 'announced-rounds',
  statements: ['ALTER TABLE rounds ADD COLUMN is_announced BIGINT NOT NULL DEFAULT 0'],
} as const satisfies Migration
