import { Failure } from '../operation/contract/failures.ts'
import { findMeant } from '../schema/misspelling.ts'
import { httpMessages as messages } from './messages.ts'

/** The failure of a call to an operation that does not exist; it names the one that was plainly meant. */
export function unknownOperation(written: string, names: readonly string[], name = written): Failure {
  const meant = findMeant(written, names)
  const message =
    meant === undefined ? messages.unknownOperation.of({ name }) : messages.misspeltOperation.of({ name, meant })
  return new Failure('unknown_operation', { message })
}
