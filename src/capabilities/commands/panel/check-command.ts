import { permissionRoles } from '../../../definitions/roles.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { Text } from '../../../kernel/text/message.ts'
import { findStepFault } from '../../steps/check-steps.ts'
import { maxSteps } from '../../steps/execution.ts'
import { commandErrors } from '../../steps/messages.ts'
import { stepsOf } from '../../steps/read-steps.ts'
import type { WrittenCommand } from './command-fields.ts'

/** Checks what the schema cannot: whether roles exist, and whether every step could run as it is written. */
export async function checkCommand({ permissions, denied_permissions, actions }: WrittenCommand): Promise<void> {
  checkRoles('permissions', permissions)
  checkRoles('denied_permissions', denied_permissions)
  const steps = stepsOf(actions)
  if (steps.length > maxSteps) throw wrong('actions', commandErrors.tooManyWrittenSteps.of({ max: maxSteps }))
  const { reply } = actions
  if (reply !== undefined && reply !== 'first' && reply !== 'last') {
    throw wrong('actions', commandErrors.replyOrder.of())
  }
  const fault = await findStepFault(steps)
  if (fault === undefined) return
  const { path, place, field, message: error } = fault
  throw wrong(`actions.steps${path}.${field}`, commandErrors.inStep.of({ number: place, error }))
}

function checkRoles(field: string, roles: readonly string[]): void {
  for (const [index, role] of roles.entries()) {
    if (permissionRoles.some((one) => one === role) || /^user:@?\S{1,100}$/.test(role)) continue
    const words = [...permissionRoles, 'user:<name>'].join(', ')
    throw wrong(`${field}[${index}]`, commandErrors.unknownRole.of({ field, roles: words, role }))
  }
}

function wrong(path: string, message: Text): Failure {
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
