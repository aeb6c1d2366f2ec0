import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { JsonObject } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { checkMessages } from '../messages.ts'
import { type Service, serviceTitles } from './services.ts'

/** The form of a request for a token of the app itself (RFC 6749, 4.4), which needs nothing but its credentials. */
export const clientCredentialsForm = { grant_type: 'client_credentials' } as const

/**
 * Asks a service whether it accepts the credentials of an app. A service without tokens for apps is sent a refresh token
 * that does not exist: `invalid_grant` then says that the credentials are accepted (RFC 6749, 5.2).
 */
export async function checkApp(
  needs: {
    readonly http: HttpClient
    readonly service: Service
    readonly tokenUrl: string
    readonly form: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
  },
  signal: AbortSignal,
): Promise<void> {
  const { http, service, tokenUrl, form, headers = {} } = needs
  const url = new URL(tokenUrl)
  const request = { service, account: 'check', method: 'POST', url, form, headers, hasSideEffects: false } as const
  const { status, body } = await http.send(request, signal)
  if (status < 400 || errorCodeIn(body) === 'invalid_grant') return
  throw new Failure('platform_refused', { message: refusalOf(serviceTitles[service], reasonIn(body)) })
}

function errorCodeIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? (body as JsonObject).error : undefined
}

/** Twitch, Google and Spotify say in words which of the two is wrong. */
function refusalOf(service: string, reason: string | Text): Text {
  if (/secret/i.test(String(reason))) return checkMessages.secretRefused.of({ service, reason })
  if (/client (was )?not found|^invalid client$/i.test(String(reason)))
    return checkMessages.appUnknown.of({ service, reason })
  return checkMessages.appRefused.of({ service, reason })
}
