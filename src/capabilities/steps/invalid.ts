import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'

/** The failure of a command, a step or a condition that is not valid. */
export function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
