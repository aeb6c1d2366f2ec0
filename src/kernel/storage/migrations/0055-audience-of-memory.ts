import type { Migration } from './migration.ts'

/**
 * Who could read an exchange with the AI bot: `chat` for the public chat, otherwise who asked, such as `key:key_1` or
 * `person:person_1`. Of older rows it is not known, so that they are recalled for nobody until they expire.
 */
export const audienceOfMemory = {
  version: 55,
  name: 'audience-of-memory',
  statements: ["ALTER TABLE ai_memory ADD COLUMN audience TEXT NOT NULL DEFAULT 'unknown'"],
} as const satisfies Migration
