import { accessTables } from './0016-schema/access.ts'
import { contentTables } from './0016-schema/content.ts'
import { eventTables } from './0016-schema/events.ts'
import { platformTables } from './0016-schema/platforms.ts'
import { sandboxTables } from './0016-schema/sandbox.ts'
import { viewerTables } from './0016-schema/viewers.ts'
import type { Migration } from './migration.ts'

/**
 * The baseline: the schema that the first sixteen migrations of the unreleased drafts led to, in one. Lists and settings
 * are stored as JSON text.
 */
export const schema = {
  version: 16,
  name: 'schema',
  statements: [...accessTables, ...viewerTables, ...eventTables, ...contentTables, ...platformTables, ...sandboxTables],
} as const satisfies Migration
