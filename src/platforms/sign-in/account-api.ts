import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { HttpAnswer, HttpRequest } from '../calls/http-exchange.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import { type AccountOwner, ownerKey, type Service, serviceTitles } from '../services/services.ts'
import { scopesMissing } from './account-failures.ts'
import type { Renew } from './grant.ts'
import type { AccountToken } from './stored-tokens.ts'
import type { Tokens } from './tokens.ts'

export interface ApiRequest {
  readonly method: HttpRequest['method']
  /** Path after the base URL. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly json?: unknown
  /** The OAuth scopes that the call needs. */
  readonly scopes: readonly string[]
  /** Error statuses that `read` or `settle` handles itself. */
  readonly expects?: readonly number[]
  /** See `HttpRequest`. */
  readonly circuit?: string
}

/** A call whose answer is needed. */
export interface ReadCall<T> extends ApiRequest {
  /** Converts the parsed body. An error thrown here means that the service sent an unexpected answer. */
  read(body: unknown, status: number): T
}

/**
 * A call that is done when the service accepts it. Whatever stands in the body of a success is never parsed: services
 * answer commands with JSON, with nothing or with a bare text, and change it without notice.
 */
export interface CommandCall<T> extends ApiRequest {
  /** `refusal` is the parsed body of an expected error status, and undefined for a success. */
  settle(status: number, refusal: unknown): T
}

export type ApiCall<T> = ReadCall<T> | CommandCall<T>

export type AccountApi = ReturnType<typeof createAccountApi>

/** API calls with an account's token: checks scopes first, renews a rejected token once, and turns errors into a `Failure`. */
export function createAccountApi(needs: {
  http: HttpClient
  tokens: Tokens
  renew: Renew
  service: Service
  baseUrl: string
  headers: (accessToken: string) => Readonly<Record<string, string>>
  /** Whether the service rejected the token. Only needed where a 401 can also mean something else. */
  isTokenRefused?: (answer: HttpAnswer) => boolean
  /**
   * Asks the service about a token that it refused. Only needed where good tokens are refused at times: the account is
   * then signed out only after the service has said that its token is dead.
   */
  isTokenDead?: (accessToken: string, signal: AbortSignal) => Promise<boolean>
  /** The missing scope, if the service names it. */
  missingScope?: (answer: HttpAnswer) => string | undefined
  waitSeconds?: HttpRequest['waitSeconds']
}) {
  const { http, tokens, renew, service, baseUrl, headers } = needs
  /** By account: the token of the last refusal that was not the token's fault. It is not renewed for the next one. */
  const goodTokens = new Map<string, string>()
  const isTokenRefused = needs.isTokenRefused ?? (({ status }: HttpAnswer) => status === 401)

  function urlOf({ path, query = {} }: ApiRequest): URL {
    const url = new URL(baseUrl.replace(/\/$/, '') + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  async function isTokenGood(
    owner: AccountOwner,
    { accessToken }: AccountToken,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (needs.isTokenDead === undefined || (await needs.isTokenDead(accessToken, signal))) {
      goodTokens.delete(ownerKey(owner))
      return false
    }
    goodTokens.set(ownerKey(owner), accessToken)
    return true
  }

  function failureOf(owner: AccountOwner, { accessToken }: AccountToken, answer: HttpAnswer): Failure {
    const scope = needs.missingScope?.(answer)
    if (scope !== undefined) return scopesMissing(owner, [scope])
    const reason = withoutToken(reasonIn(answer.body), accessToken)
    return new Failure('platform_refused', {
      message: platformMessages.refused.of({ service: serviceTitles[service], reason }),
    })
  }

  return {
    async call<T>(owner: AccountOwner, call: ApiCall<T>, signal: AbortSignal): Promise<T> {
      const { method, scopes, json } = call
      const url = urlOf(call)
      const send = ({ accessToken }: AccountToken) =>
        http.send(
          {
            service,
            account: ownerKey(owner),
            circuit: call.circuit,
            method,
            url,
            headers: headers(accessToken),
            ...(json !== undefined && { json }),
            ignoresBody: 'settle' in call,
            waitSeconds: needs.waitSeconds,
          },
          signal,
        )

      let token = await tokens.get(owner, scopes, renew, signal)
      let answer = await send(token)
      const wasGood = goodTokens.get(ownerKey(owner)) === token.accessToken
      if (isTokenRefused(answer) && !(wasGood && (await isTokenGood(owner, token, signal)))) {
        // The service rejected the call before doing anything, so a second call is safe.
        token = await tokens.renew(owner, token, renew, signal)
        answer = await send(token)
        if (isTokenRefused(answer) && !(await isTokenGood(owner, token, signal)))
          throw await tokens.giveUp(owner, token)
      }
      const { status, body } = answer
      if (status >= 400 && !call.expects?.includes(status)) throw failureOf(owner, token, answer)
      try {
        return 'settle' in call ? call.settle(status, body) : call.read(body, status)
      } catch (cause) {
        if (cause instanceof Failure) throw cause
        throw new Failure('platform_unavailable', {
          message: platformMessages.unexpectedAnswer.of({ service: serviceTitles[service] }),
          mayHaveHappened: method !== 'GET',
          cause,
        })
      }
    },
  }
}

/** A service may quote the token that it refuses. */
function withoutToken(reason: string | Text, token: string): string | Text {
  return typeof reason === 'string' ? reason.replaceAll(token, '…') : reason
}
