import { typeOf } from '../steps/read-steps.ts'
import type { CommandReference } from '../steps/run.ts'
import type { AutomationDefinition } from './automation.ts'

/** The command that an automation runs at an interval, if it does nothing else. */
export function timedCommandOf({ trigger, steps }: Pick<AutomationDefinition, 'trigger' | 'steps'>) {
  const [step] = steps
  if (trigger.every_minutes === undefined || steps.length !== 1 || typeOf(step) !== 'run_command') return undefined
  const { id, command } = step as { readonly id?: unknown; readonly command?: unknown }
  const reference: CommandReference = {
    id: typeof id === 'number' ? id : undefined,
    command: typeof command === 'string' ? command : undefined,
  }
  return reference.id === undefined && reference.command === undefined ? undefined : reference
}
