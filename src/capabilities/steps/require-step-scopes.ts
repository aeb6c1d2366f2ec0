import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { findStep } from '../../registry/steps.ts'
import { eachStep } from './each-step.ts'
import { commandErrors } from './messages.ts'
import { typeOf } from './read-steps.ts'

/**
 * Throws if a key saves a step that it could not run by itself, for the steps that ask for it (`isSavedWithScopes`): an
 * existing key must not get at something new by saving a definition that does it.
 */
export function requireStepScopes({ may }: Pick<Caller, 'may'>, steps: unknown): void {
  if (may === undefined) return
  for (const step of eachStep(steps)) {
    const definition = findStep(typeOf(step))
    if (definition?.isSavedWithScopes !== true) continue
    const scope = definition.needs.find((one) => !may(one))
    if (scope === undefined) continue
    const message = commandErrors.stepScope.of({ type: definition.type, scope })
    throw new Failure('missing_scope', { message, fields: { required_scope: scope } })
  }
}
