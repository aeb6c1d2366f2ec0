import { schema } from './0016-schema.ts'
import { idSequences } from './0017-id-sequences.ts'
import { idempotencySize } from './0018-idempotency-size.ts'
import { minuteJobs } from './0019-minute-jobs.ts'
import { listenerMarks } from './0025-listener-marks.ts'
import type { Migration } from './migration.ts'

/** In ascending order. The first is the baseline and stands for all versions before it. */
export const migrations = [
  schema,
  idSequences,
  idempotencySize,
  minuteJobs,
  listenerMarks,
] as const satisfies readonly Migration[]
