import { schema } from './0016-schema.ts'
import type { Migration } from './migration.ts'

/** In ascending order. The first is the baseline and stands for all versions before it. */
export const migrations = [schema] as const satisfies readonly Migration[]
