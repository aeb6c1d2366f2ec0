import type { Migration } from './migration.ts'

/**
 * `wrong_codes`: wrong one-time codes in a row. `codes_refused_until`: when codes are accepted again.
 * `codes_refused_at`: when they were last refused, for the reminder in the panel.
 */
export const wrongCodes = {
  version: 54,
  name: 'wrong-codes',
  statements: [
    'ALTER TABLE passwords ADD COLUMN wrong_codes BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE passwords ADD COLUMN codes_refused_until BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE passwords ADD COLUMN codes_refused_at BIGINT',
  ],
} as const satisfies Migration
