import { Failure } from '../contract/failures.ts'
import { permissionRoles } from '../contract/roles.ts'
import type { ObjectSchema } from '../contract/schema.ts'
import type { WrittenStep } from '../contract/steps/define-step.ts'
import { checkCondition } from '../features/commands/conditions.ts'
import { maxSteps } from '../features/commands/execution.ts'
import { commandErrors } from '../features/commands/messages.ts'
import { conditionOf, delaySecondsOf, getStep, readFields, stepsOf } from '../features/commands/read-steps.ts'
import type { Lookup } from '../features/commands/template.ts'
import type { WrittenCommand } from './command-fields.ts'

/** Checks what the schema cannot: whether roles exist, and whether every step could run as it is written. */
export async function checkCommand({ permissions, denied_permissions, actions }: WrittenCommand): Promise<void> {
  checkRoles('permissions', permissions)
  checkRoles('denied_permissions', denied_permissions)
  const steps = stepsOf(actions)
  if (steps.length > maxSteps) throw wrong('actions', commandErrors.tooManyWrittenSteps({ max: maxSteps }))
  const { reply } = actions
  if (reply !== undefined && reply !== 'first' && reply !== 'last') {
    throw wrong('actions', commandErrors.replyOrder())
  }
  for (const [index, step] of steps.entries()) await checkStep(step, index)
}

function checkRoles(field: string, roles: readonly string[]): void {
  for (const [index, role] of roles.entries()) {
    if (permissionRoles.some((one) => one === role) || /^user:@?\S{1,100}$/.test(role)) continue
    const words = [...permissionRoles, 'user:<name>'].join(', ')
    throw wrong(`${field}[${index}]`, commandErrors.unknownRole({ field, roles: words, role }))
  }
}

async function checkStep(step: unknown, index: number): Promise<void> {
  try {
    const definition = getStep(step)
    delaySecondsOf(step)
    await checkCondition(conditionOf(step))
    await readFields(withSampleChoices(step as WrittenStep, definition.input), definition, anything)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const [field = ''] = error.message.split(' ')
    throw wrong(`actions.steps[${index}].${field}`, commandErrors.inStep({ number: index + 1, error: error.message }))
  }
}

/** The placeholder value of every variable: valid as a name, a text and a number. */
const anything: Lookup = () => () => '1'

/** A variable in a field with a fixed set of values can only be checked when the command runs. */
function withSampleChoices(step: WrittenStep, { properties }: ObjectSchema): WrittenStep {
  const entries = Object.entries(step).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (typeof value !== 'string' || !value.includes('$(')) return [name, value]
    if (schema?.enum !== undefined) return [name, schema.enum[0]]
    return [name, schema?.format === 'date' ? '2000-01-01' : value]
  })
  return Object.fromEntries(entries)
}

function wrong(path: string, message: string): Failure {
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
