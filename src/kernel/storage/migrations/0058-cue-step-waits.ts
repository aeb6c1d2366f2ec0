import type { Migration } from './migration.ts'

/** When the wait of a cue ends that is one of its steps: after a restart the cue continues there. */
export const cueStepWaits = {
  version: 58,
  name: 'cue-step-waits',
  statements: ['ALTER TABLE show_cue_runs ADD COLUMN step_until BIGINT'],
} as const satisfies Migration
