import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { HttpAnswer } from '../calls/http-exchange.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import { type AccountRole, type Service, serviceTitles } from '../services/services.ts'
import { type Grant, RefreshRefused } from './grant.ts'
import {
  authorizeQuery,
  type ClientCredentials,
  codeForm,
  credentialsForm,
  credentialsHeader,
  grantIn,
  isGrantRefused,
  refreshForm,
  revokeForm,
} from './oauth.external.ts'
import { createOAuthStates } from './oauth-states.ts'

/** The OAuth endpoints and options of one service. */
export interface OAuthProvider {
  readonly service: Service
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** The revocation endpoint (RFC 7009). */
  readonly revoke?: {
    readonly url: string
    readonly by: 'form' | 'query'
    /** Sent together with the token. Default: the client id. */
    readonly fields?: Readonly<Record<string, string>>
  }
  readonly usesPkce: boolean
  readonly secretIn: 'form' | 'header'
  /** Additional parameters of the authorization page. */
  readonly authorizeExtra?: Readonly<Record<string, string>>
  /** Additional parameters that must come before all others. */
  readonly authorizeFirst?: (redirectUri: string) => Readonly<Record<string, string>>
}

export type OAuth = ReturnType<typeof createOAuth>

export function createOAuth(needs: {
  db: Database
  clock: Clock
  ids: Ids
  http: HttpClient
  secret: () => string
  provider: OAuthProvider
  credentials: ClientCredentials
  /** The redirect URI, exactly as it is registered with the service. */
  redirectUri: () => string
}) {
  const { clock, http, provider, credentials, redirectUri } = needs
  const { service, usesPkce } = provider
  const states = createOAuthStates({ ...needs, service })

  function ask(url: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HttpAnswer> {
    const isInForm = provider.secretIn === 'form'
    return http.send(
      {
        service,
        account: 'sign-in',
        method: 'POST',
        url: new URL(url),
        form: { ...form, ...(isInForm && credentialsForm(credentials)) },
        headers: isInForm ? {} : { Authorization: credentialsHeader(credentials) },
        // Requesting a token twice has no visible effect.
        hasSideEffects: false,
      },
      signal,
    )
  }

  function grantOf({ status, body }: HttpAnswer): Grant {
    if (status >= 400) {
      throw new Failure('platform_refused', {
        message: platformMessages.signInRefused.of({ service: serviceTitles[service], reason: reasonIn(body) }),
      })
    }
    try {
      return grantIn(body, clock.now())
    } catch (cause) {
      const message = platformMessages.unexpectedAnswer.of({ service: serviceTitles[service] })
      throw new Failure('platform_unavailable', { message, cause })
    }
  }

  return {
    /** Where the service sends the browser back to. */
    redirectUri,

    /** The address of the service's authorization page, for the browser that holds `preSession`. */
    async begin(
      wanted: {
        readonly channelId: number
        readonly role: AccountRole
        readonly preSession: string
        readonly scopes: readonly string[]
        /** The only account that may sign in. */
        readonly accountId?: string | undefined
        /** Overrides the default parameters of the authorization page. */
        readonly extra?: Readonly<Record<string, string>>
      },
      /** Writes rows of the caller into the same transaction. */
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<string> {
      const { channelId, role, preSession, scopes, accountId = null, extra } = wanted
      const back = redirectUri()
      const begun = { channelId, role, accountId, redirectUri: back, preSession }
      const { state, verifier } = await states.begin(begun, noteBegin)
      const url = new URL(provider.authorizeUrl)
      const challenge = usesPkce ? createHash('sha256').update(verifier).digest('base64url') : undefined
      const query = authorizeQuery({ clientId: credentials.clientId, redirectUri: back, scopes, state, challenge })
      for (const [name, value] of Object.entries({
        ...provider.authorizeFirst?.(back),
        ...query,
        ...provider.authorizeExtra,
        ...extra,
      })) {
        url.searchParams.set(name, value)
      }
      return url.href
    },

    isBegunElsewhere: states.isBegunElsewhere,

    /** Each state is valid once, even for a failed attempt. One of `preSessions` must be the one it was created with. */
    async finish(
      back: { readonly code: string; readonly state: string; readonly preSessions: readonly string[] },
      signal: AbortSignal,
    ): Promise<{
      channelId: number
      role: AccountRole
      grant: Grant
      preSession: string
      /** The account that the sign-in was started for; null for any. */
      accountId: string | null
    }> {
      const begun = await states.take(back.state, back.preSessions)
      const { channelId, role, preSession, accountId, redirectUri: registered, verifier } = begun
      const form = codeForm(back.code, registered, usesPkce ? verifier : undefined)
      const grant = grantOf(await ask(provider.tokenUrl, form, signal))
      return { channelId, role, preSession, accountId, grant }
    },

    /** Has no caller's signal, because several callers share the result. The HTTP client's timeout limits it. */
    async renew(refreshToken: string): Promise<Grant> {
      const answer = await ask(provider.tokenUrl, refreshForm(refreshToken), new AbortController().signal)
      if (isGrantRefused(answer)) throw new RefreshRefused(reasonIn(answer.body))
      return grantOf(answer)
    },

    async revoke(token: string, signal: AbortSignal): Promise<void> {
      if (provider.revoke === undefined) return
      const form = revokeForm(token, provider.revoke.fields ?? { client_id: credentials.clientId })
      const url = new URL(provider.revoke.url)
      const isQuery = provider.revoke.by === 'query'
      if (isQuery) for (const [name, value] of Object.entries(form)) url.searchParams.set(name, value)
      await http.send(
        {
          service,
          account: 'sign-in',
          method: 'POST',
          url,
          ...(!isQuery && { form }),
          hasSideEffects: false,
          // RFC 7009 leaves the body open; Kick answers with the plain text `OK`.
          ignoresBody: true,
        },
        signal,
      )
    },
  }
}
