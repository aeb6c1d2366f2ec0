import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type SignInRefusal, signInRefusals } from './contract/sign-in-refusals.ts'

/** The sign-in page explains the reason. */
export function refusedSignIn(reason: SignInRefusal): Failure {
  return new Failure('missing_role', { message: signInRefusals[reason].of(), fields: { reason } })
}
