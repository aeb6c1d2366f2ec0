import type { Migration } from './migration.ts'

/** The places that a person has added to the rail of the panel by opening them: their names, separated by spaces. */
export const openedPlaces = {
  version: 65,
  name: 'opened-places',
  statements: ['ALTER TABLE people ADD COLUMN opened_places TEXT'],
} as const satisfies Migration
