import { Failure } from '../../kernel/operation/contract/failures.ts'
import { platformMessages } from '../messages.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import { type AccountRole, serviceTitles } from '../services/services.ts'
import type { DeviceCode } from './device-code.ts'
import { isPlainLoopback } from './loopback-redirects.ts'
import type { Tokens } from './tokens.ts'

/** A sign-in that is about to begin. `preSession` is a secret that only this browser knows. */
export interface WantedSignIn {
  readonly channelId: number
  readonly role: AccountRole
  readonly preSession: string
  /** One permission that is missing, instead of all. */
  readonly permission?: string | undefined
  /** Whether the browser runs on the machine of this server. Undefined if that is not known. */
  readonly isOnServer?: boolean | undefined
}

/** What to ask for: everything, or what is granted and one permission more, of the account that is connected. */
export async function requestOf(
  { service, scopes }: ConnectedService,
  { channelId, role, permission }: WantedSignIn,
  tokens: Pick<Tokens, 'getAccount'>,
): Promise<{ scopes: readonly string[]; accountId: string | undefined }> {
  const title = serviceTitles[service]
  const all = scopes[role]
  if (all === undefined) {
    throw new Failure('invalid_parameter', { message: platformMessages.noRole.of({ service: title, role }) })
  }
  if (permission === undefined) return { scopes: all, accountId: undefined }
  if (!all.includes(permission)) {
    const message = platformMessages.notRequested.of({ service: title, scope: permission })
    throw new Failure('invalid_parameter', { message })
  }
  const account = await tokens.getAccount({ channelId, service, role })
  return { scopes: [...new Set([...account.scopes, permission])], accountId: account.accountId }
}

/** Refuses a sign-in by redirect that would end in an error page, before it begins. */
export function requireRedirect(connected: ConnectedService, { isOnServer }: WantedSignIn): void {
  const { service, oauth, deviceCode, hasRedirect } = connected
  const title = serviceTitles[service]
  if (hasRedirect === false) {
    throw new Failure('invalid_parameter', { message: platformMessages.onlyByCode.of({ service: title }) })
  }
  const address = oauth.redirectUri()
  // A redirect to the machine of this server reaches nothing in a browser on another one.
  if (!isPlainLoopback(address) || isOnServer !== false) return
  const sentence = deviceCode === undefined ? platformMessages.openOnServer : platformMessages.openOnServerOrCode
  throw new Failure('invalid_parameter', { message: sentence.of({ service: title, address }) })
}

export function getDeviceCode({ service, deviceCode }: ConnectedService): DeviceCode {
  if (deviceCode !== undefined) return deviceCode
  const message = platformMessages.noDeviceCode.of({ service: serviceTitles[service] })
  throw new Failure('invalid_parameter', { message })
}
