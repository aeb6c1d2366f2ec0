import { Failure } from '../../kernel/operation/contract/failures.ts'
import { platformMessages } from '../messages.ts'
import { type AccountOwner, accountTitle, serviceTitles } from '../services/services.ts'

/** The account has not allowed what a call needs. */
export class PermissionMissing extends Failure {
  readonly scopes: readonly string[]

  constructor(owner: AccountOwner, scopes: readonly string[]) {
    super('platform_reauth_required', {
      message: platformMessages.missingScopes.of({ account: accountTitle(owner), scopes: scopes.join(', ') }),
    })
    this.scopes = scopes
  }
}

/** The error for missing scopes, with the remedy. */
export function scopesMissing(owner: AccountOwner, scopes: readonly string[]): Failure {
  return new PermissionMissing(owner, scopes)
}

/** A refusal that says nothing about the account, because its token was replaced meanwhile. */
export function refusedMeanwhile(owner: AccountOwner): Failure {
  return new Failure('platform_unavailable', {
    message: platformMessages.tokenReplaced.of({ service: serviceTitles[owner.service] }),
  })
}

export function notConnected(owner: AccountOwner): Failure {
  return new Failure('platform_not_connected', {
    message: platformMessages.connectFirst.of({ account: accountTitle(owner) }),
  })
}

export function signInAgain(owner: AccountOwner): Failure {
  return new Failure('platform_reauth_required', {
    message: platformMessages.signInExpired.of({ account: accountTitle(owner) }),
  })
}
