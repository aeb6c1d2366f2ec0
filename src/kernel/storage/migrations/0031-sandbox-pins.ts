import type { Migration } from './migration.ts'

/** The pinned message of a chat on the sandbox. A pin without an end lasts until the stream ends. */
export const sandboxPins = {
  version: 31,
  name: 'sandbox-pins',
  statements: [
    'ALTER TABLE sandbox_streams ADD COLUMN pinned_id TEXT',
    'ALTER TABLE sandbox_streams ADD COLUMN pinned_until BIGINT',
  ],
} as const satisfies Migration
