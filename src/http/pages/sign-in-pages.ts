import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import type { Names } from '../../contract/names.ts'
import { wordFor } from '../../contract/platforms.ts'
import { addingKey } from '../../features/people/adding-key.ts'
import type { ProvenAccount } from '../../features/people/people.ts'
import { cookieNamed, type PanelSession } from '../../features/sessions/sessions.ts'
import type { SignInStates } from '../../features/sessions/sign-in-states.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { limitPerAddress } from '../../limits/per-address.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { Service } from '../../platforms/services.ts'
import type { SigningIn } from '../../platforms/signing-in.ts'
import { httpMessages as messages } from '../messages.ts'
import { sendJson } from '../response.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { PageRoute, RequestInfo } from '../server.ts'
import { browserOf, cookieHeader, sessionCookieHeader } from '../session-cookie.ts'
import { signInWithAccount } from '../sign-in-with-account.ts'

/** More than a person needs, even with mistakes. */
const startsPerMinute = 60

/** Signing in to the panel, by one-time link or with a streaming account, and signing out. */
export function createSignInPages(needs: {
  ctx: Context
  states: SignInStates
  sandbox: Sandbox
  signingIn: SigningIn
  limiter: Limiter
  names: Names
  isSecure: boolean
}) {
  const { ctx, states, sandbox, signingIn, limiter, names, isSecure } = needs
  const verifierCookie = isSecure ? '__Host-showcaller_sign_in' : 'showcaller_sign_in'
  const redirectUri = () => `${ctx.baseUrl()}/sign-in/sandbox`

  function enter(res: ServerResponse, { session, lifeSeconds }: { session: string; lifeSeconds: number }): void {
    redirect(res, '/', [
      sessionCookieHeader(session, lifeSeconds, isSecure),
      cookieHeader(verifierCookie, '', 0, isSecure),
    ])
  }

  async function finish(req: IncomingMessage, info: RequestInfo) {
    const { searchParams } = info.url
    const verifier = cookieNamed(verifierCookie, req.headers.cookie) ?? ''
    if (!(await states.end(searchParams.get('state') ?? '', verifier))) {
      throw signInExpired()
    }
    const consent = await sandbox.exchange(searchParams.get('code') ?? '', redirectUri(), verifier)
    if (consent.channelId !== undefined) await requireSandboxOnly(consent.channelId)
    const account = {
      service: `sandbox:${consent.platform}`,
      accountId: consent.user.id,
      username: consent.user.username,
      channelId: consent.channelId,
      mayBegin: true,
    }
    return signInWithAccount(ctx, account, browserOf(req, info))
  }

  /** The sandbox needs no password, so it may only sign in to a channel without real accounts. */
  async function requireSandboxOnly(channelId: number): Promise<void> {
    const connections = await ctx.platforms.connected(channelId)
    if (connections.every(({ connector }) => connector.name === 'sandbox')) return
    throw new Failure('missing_role', { message: messages.realAccountNeeded() })
  }

  /** Errors are shown by the sign-in page, which has a text for each code. */
  async function tryTo(
    req: Pick<IncomingMessage, 'headers'>,
    res: ServerResponse,
    work: () => Promise<{ session: string; lifeSeconds: number }>,
  ) {
    try {
      const begun = await work()
      // The previous session of this browser ends.
      await ctx.sessions.end(req.headers.cookie)
      enter(res, begun)
    } catch (error) {
      redirect(res, `/sign-in-failed?${new URLSearchParams({ code: codeOf(error) })}`, [])
    }
  }

  /** Every started sign-in stores a row for some minutes, so their number is limited. */
  async function limitStarts(address: string): Promise<void> {
    const { allowed, resetSeconds } = await limiter.take(limitPerAddress('sign-in', address), startsPerMinute)
    if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
  }

  /** Starts the sign-in with a service. It redirects to the same address as connecting an account does. */
  function startWith(service: Service): PageRoute {
    return {
      method: 'GET',
      path: `/sign-in/${service}/begin`,
      async handle(_req, res, { address: from }) {
        await limitStarts(from)
        const preSession = ctx.ids.secret(64)
        const address = await signingIn.begin(service, preSession)
        redirect(res, address, [cookieHeader(verifierCookie, preSession, states.lifeSeconds, isSecure)])
      },
    }
  }

  /** Completes the OAuth sign-in: either signs in, or adds the account to the person who is signed in. */
  async function finishWith(
    service: Service,
    req: IncomingMessage,
    info: RequestInfo,
    session: PanelSession | undefined,
  ) {
    const { searchParams } = info.url
    const adding = session && addingKey(session.id)
    const preSessions = [cookieNamed(verifierCookie, req.headers.cookie), adding].filter((one) => one !== undefined)
    if (preSessions.length === 0) throw signInExpired()
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    const { user, channelId, preSession } = await signingIn.finish(service, { code, state, preSessions })
    const account = { service, accountId: user.id, username: user.username }
    if (session !== undefined && preSession === adding) return add(session, account, info)
    const begun = await signInWithAccount(ctx, { ...account, channelId, mayBegin: false }, browserOf(req, info))
    if (session !== undefined) await ctx.sessions.end(req.headers.cookie)
    return begun
  }

  async function add(
    { person, channel }: PanelSession,
    account: ProvenAccount,
    { requestId }: RequestInfo,
  ): Promise<undefined> {
    const cause = { channel, actor: `person:${person.id}`, requestId }
    if (await ctx.db.write((tx) => ctx.people.claimAccount(tx, cause, person, account))) return undefined
    throw new Failure('missing_role', { message: messages.accountTaken() })
  }

  const routes: PageRoute[] = [
    ...signingIn.services.map(startWith),
    {
      method: 'GET',
      path: '/sign-in/ways',
      handle: (_req, res, { requestId }) =>
        sendJson(res, 200, JSON.stringify({ services: signingIn.services }), requestId),
    },
    {
      method: 'GET',
      path: '/sign-in',
      handle: (req, res, info) =>
        tryTo(req, res, () =>
          ctx.sessions.redeem(info.url.searchParams.get('link') ?? '', info.requestId, browserOf(req, info)),
        ),
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox/begin',
      async handle(_req, res, { address }) {
        await limitStarts(address)
        const { state, verifier, challenge } = await states.begin()
        const parameters = new URLSearchParams({
          platform: names.word(wordFor('kick')),
          redirect_uri: redirectUri(),
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        })
        redirect(res, `/sandbox/sign-in?${parameters}`, [
          cookieHeader(verifierCookie, verifier, states.lifeSeconds, isSecure),
        ])
      },
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox',
      handle: async (req, res, info) =>
        info.url.searchParams.has('error')
          ? redirect(res, '/sign-in-failed?code=cancelled', [])
          : tryTo(req, res, () => finish(req, info)),
    },
    {
      method: 'POST',
      path: '/sign-out',
      async handle(req, res) {
        requireSameOrigin(req)
        await ctx.sessions.end(req.headers.cookie)
        redirect(res, '/', [sessionCookieHeader('', 0, isSecure)])
      },
    },
  ]

  return {
    routes,
    isOurs: signingIn.isOurs,

    /** Handles the redirect of a service for a sign-in that was started here, or while nobody is signed in. */
    async finish(
      service: Service,
      req: IncomingMessage,
      res: ServerResponse,
      info: RequestInfo,
      session: PanelSession | undefined,
    ): Promise<void> {
      const failed = (code: string) => {
        const query = new URLSearchParams(session === undefined ? { code } : { failed: service, code })
        redirect(res, `${session === undefined ? '/sign-in-failed' : '/settings/people'}?${query}`, [])
      }
      if (info.url.searchParams.has('error')) return failed('cancelled')
      try {
        const begun = await finishWith(service, req, info, session)
        if (begun === undefined) redirect(res, `/settings/people?added=${service}`, [])
        else enter(res, begun)
      } catch (error) {
        const code = codeOf(error)
        ctx.log.warn('a sign-in failed', { service, requestId: info.requestId, error })
        failed(code)
      }
    },
  }
}

function signInExpired(): Failure {
  return new Failure('invalid_parameter', { message: messages.signInExpired() })
}

/** The code of an expected failure; unexpected errors are rethrown. */
function codeOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  return error.code
}

function redirect(res: ServerResponse, to: string, cookies: readonly string[]): void {
  res.writeHead(303, {
    Location: to,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': [...cookies] }),
  })
  res.end()
}
