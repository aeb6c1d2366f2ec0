import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpMessages as messages } from '../../../kernel/http/messages.ts'
import type { RequestInfo } from '../../../kernel/http/page-route.ts'
import type { Limiter } from '../../../kernel/limits/limiter.ts'
import { limitPerAddress } from '../../../kernel/limits/per-address.ts'
import type { RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { KnownBrowsers } from '../known-browsers.ts'
import { cookieHeader, sessionCookieHeader } from '../session-cookie.ts'
import { cookieNamed } from '../sessions.ts'

/** More than a person needs, even with mistakes. */
const startsPerMinute = 60
const triesPerMinute = 120

export interface BegunSession {
  readonly session: string
  readonly lifeSeconds: number
  readonly person: { readonly id: string }
}

export type SignInEntry = ReturnType<typeof createSignInEntry>

/** What every way to sign in ends with: the session's cookie, or the sign-in page with the reason. */
export function createSignInEntry(needs: {
  ctx: Context
  limiter: Limiter
  refusals: RefusalLog
  knownBrowsers: KnownBrowsers
  isSecure: boolean
}) {
  const { ctx, limiter, refusals, knownBrowsers, isSecure } = needs
  const verifierCookie = isSecure ? '__Host-showcaller_sign_in' : 'showcaller_sign_in'
  const knownCookie = isSecure ? '__Host-showcaller_known' : 'showcaller_known'

  /** The cookie of the new session, and the proof that this browser signed in; that of the sign-in has done its work. */
  function sessionHeaders({ session, lifeSeconds, person }: BegunSession): string[] {
    return [
      sessionCookieHeader(session, lifeSeconds, isSecure),
      cookieHeader(knownCookie, knownBrowsers.prove(person), knownBrowsers.lifeSeconds, isSecure),
      cookieHeader(verifierCookie, '', 0, isSecure),
    ]
  }

  function enter(res: ServerResponse, begun: BegunSession): void {
    redirect(res, '/', sessionHeaders(begun))
  }

  /** The reason is the one that the sign-in page shows. */
  function noteFailed(code: string, { address, requestId, url: { pathname: path } }: RequestInfo): void {
    refusals.note(`sign-in: ${code}`, { address, requestId, path })
  }

  /** Completing a sign-in writes to the database, whether its link, state or code is valid or made up. */
  async function limitTries(address: string): Promise<void> {
    const { allowed, resetSeconds } = await limiter.take(limitPerAddress('sign-in tried', address), triesPerMinute)
    if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
  }

  return {
    enter,
    sessionHeaders,
    noteFailed,
    limitTries,

    /** The cookie that binds a sign-in to the browser that started it. */
    verifierHeader: (verifier: string, lifeSeconds: number) =>
      cookieHeader(verifierCookie, verifier, lifeSeconds, isSecure),
    verifierOf: (req: IncomingMessage) => cookieNamed(verifierCookie, req.headers.cookie),

    /** The id of the person who signed in with this browser before, and may be signed out now. */
    knownPersonOf: (req: IncomingMessage) => knownBrowsers.find(cookieNamed(knownCookie, req.headers.cookie)),

    signOut: (res: ServerResponse) => redirect(res, '/', [sessionCookieHeader('', 0, isSecure)]),

    /** Errors are shown by the sign-in page, which has a text for each code. */
    async tryTo(
      req: IncomingMessage,
      res: ServerResponse,
      info: RequestInfo,
      work: () => Promise<BegunSession>,
    ): Promise<void> {
      await limitTries(info.address)
      try {
        const begun = await work()
        // The previous session of this browser ends.
        await ctx.sessions.end(req.headers.cookie)
        enter(res, begun)
      } catch (error) {
        const code = codeOf(error)
        noteFailed(code, info)
        redirect(res, `/sign-in-failed?${new URLSearchParams({ code })}`)
      }
    },

    /** Every started sign-in stores a row for some minutes, so their number is limited. */
    async limitStarts(address: string): Promise<void> {
      const { allowed, resetSeconds } = await limiter.take(limitPerAddress('sign-in', address), startsPerMinute)
      if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
    },
  }
}

export function signInExpired(): Failure {
  return new Failure('invalid_parameter', { message: messages.signInExpired.of() })
}

/** The reason or the code of an expected failure; unexpected errors are rethrown. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  const reason = error.fields?.reason
  return typeof reason === 'string' ? reason : error.code
}

export function redirect(res: ServerResponse, to: string, cookies: readonly string[] = []): void {
  res.writeHead(303, {
    Location: to,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': [...cookies] }),
  })
  res.end()
}
