import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { HttpClient } from '../calls/http-client.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { type ClientCredentials, credentialsForm, grantIn } from '../sign-in/oauth.external.ts'
import { kickMessages } from './messages.ts'
import { appGrantForm } from './sign-in.external.ts'

const renewBeforeMs = 60_000

/** The app's own token (client credentials grant), for calls without an account. */
export function createAppToken(needs: {
  http: HttpClient
  clock: Clock
  tokenUrl: string
  credentials: ClientCredentials
}) {
  const { http, clock, tokenUrl, credentials } = needs
  let held: { readonly token: string; readonly until: number } | undefined

  return async (signal: AbortSignal): Promise<string> => {
    if (held !== undefined && held.until - clock.now() > renewBeforeMs) return held.token
    const form = { ...appGrantForm, ...credentialsForm(credentials) }
    const url = new URL(tokenUrl)
    const request = { service: 'kick', account: 'app', method: 'POST', url, form, hasSideEffects: false } as const
    const { status, body } = await http.send(request, signal)
    if (status >= 400) {
      throw new Failure('platform_refused', { message: kickMessages.appSignInRefused.of({ reason: reasonIn(body) }) })
    }
    const { accessToken, expiresAt } = grantIn(body, clock.now())
    held = { token: accessToken, until: expiresAt ?? clock.now() }
    return accessToken
  }
}
