import { commandFieldSchemas } from '../../../../src/capabilities/commands/contract/command-columns.ts'
import type { WrittenStep } from '../../../../src/definitions/define-step.ts'
import { defaultsOf, object } from '../../../../src/kernel/schema/schema.ts'
import type { Answer, Calls } from '../../api.ts'

export type CommandEntry = Answer<'list-command-settings'>['commands'][number]
/** The automation that runs a command at an interval; null without one. */
export type Timer = Answer<'get-command'>['timer']
export type Parts = Answer<'get-command-parts'>
export type Draft = Omit<CommandEntry, 'id' | 'run_count' | 'last_run_at'>
/** A new command in the editor: a cooldown for each viewer keeps a chat readable. */
export const newDraft: Draft = { ...defaultsOf(object(commandFieldSchemas)), command: '', cooldown_user_seconds: 5 }

/** Where the unsaved changes of a command are kept. */
export function commandPlace(id: number | undefined): string {
  return `command:${id ?? 'new'}`
}

export function draftOf({ id: _id, run_count: _runs, last_run_at: _last, ...written }: CommandEntry): Draft {
  return written
}

export function inputOf(draft: Draft, id: number | undefined): Calls['save-command']['input'] {
  return id === undefined ? draft : { ...draft, id }
}

/** The same array as long as nothing changes, so that the step editor knows its own changes. */
export function stepsIn({ actions }: Pick<Draft, 'actions'>): readonly WrittenStep[] {
  const { steps } = actions
  if (!Array.isArray(steps)) return none
  const isStep = (step: unknown): step is WrittenStep => typeof step === 'object' && step !== null
  return steps.every(isStep) ? steps : steps.filter(isStep)
}

const none: readonly WrittenStep[] = []
