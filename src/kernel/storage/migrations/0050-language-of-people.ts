import type { Migration } from './migration.ts'

/** The language in which a person reads the panel; that of the browser while it is not set. */
export const languageOfPeople = {
  version: 50,
  name: 'language-of-people',
  statements: ['ALTER TABLE people ADD COLUMN language TEXT'],
} as const satisfies Migration
