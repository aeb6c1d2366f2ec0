import type { Migration } from './migration.ts'

/** Who caused a record and how large it is, so that the records of one API key can be limited. */
export const idempotencySize = {
  version: 18,
  name: 'idempotency-size',
  statements: [
    `ALTER TABLE idempotency ADD COLUMN actor TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE idempotency ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0`,
    // Contains the size, so that records are counted without reading them.
    `CREATE UNIQUE INDEX idempotency_by_actor
     ON idempotency (channel_id, actor, created_at, operation, idempotency_key, bytes)`,
  ],
} as const satisfies Migration
