import { Failure } from '../../kernel/operation/contract/failures.ts'

/** The failure of a command, a step or a condition that is not valid. */
export function invalid(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}
