import type { Migration } from './migration.ts'

// Statements repeat the condition word by word, as that of migration 49.
const kinds = `kind IN ('follow', 'subscription', 'subscription.gifts', 'donation', 'bits', 'raid', 'likes', 'redemption.added', 'stream.online', 'stream.already-live', 'stream.offline')`

/** Streams that were live when they were first seen are found like those that went live. */
export const alreadyLive = {
  version: 51,
  name: 'already-live',
  statements: [
    'DROP INDEX events_by_kind',
    `CREATE UNIQUE INDEX events_by_kind ON events (channel_id, kind, seq) WHERE ${kinds}`,
  ],
} as const satisfies Migration
