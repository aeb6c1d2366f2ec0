import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import type { Names } from '../../contract/names.ts'
import { wordFor } from '../../contract/platforms.ts'
import { addingKey } from '../../features/people/adding-key.ts'
import type { ProvenAccount } from '../../features/people/people.ts'
import { cookieNamed, type Session } from '../../features/sessions/sessions.ts'
import type { SignInStates } from '../../features/sessions/sign-in-states.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { Service } from '../../platforms/services.ts'
import type { SigningIn } from '../../platforms/signing-in.ts'
import { sendJson } from '../answer.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { PageRoute, Visit } from '../server.ts'
import { browserOf, cookieHeader, sessionCookieHeader } from '../session-cookie.ts'
import { signInWithAccount } from '../sign-in-with-account.ts'

/** More than a person who tries and errs. */
const beginningsPerMinute = 60

/** The ways into the panel, the one-time link and an account proved to a platform, and the way out. */
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

  async function finish(req: IncomingMessage, visit: Visit) {
    const { searchParams } = visit.url
    const verifier = cookieNamed(verifierCookie, req.headers.cookie) ?? ''
    if (!(await states.end(searchParams.get('state') ?? '', verifier))) {
      throw notBegunHere()
    }
    const consent = await sandbox.exchange(searchParams.get('code') ?? '', redirectUri(), verifier)
    if (consent.channelId !== undefined) await requireStandIns(consent.channelId)
    const account = {
      service: `sandbox:${consent.platform}`,
      accountId: consent.user.id,
      username: consent.user.username,
      channelId: consent.channelId,
      mayBegin: true,
    }
    return signInWithAccount(ctx, account, browserOf(req, visit))
  }

  /** The sandbox's page asks for no proof, which is enough for a channel that has nothing but the sandbox. */
  async function requireStandIns(channelId: number): Promise<void> {
    const connections = await ctx.platforms.connected(channelId)
    if (connections.every(({ connector }) => connector.name === 'sandbox')) return
    throw new Failure('missing_role', { message: 'This channel is on a platform, which says who its broadcaster is.' })
  }

  /** What went wrong is told on the sign-in page, which has a sentence for each code. */
  async function tryTo(
    req: Pick<IncomingMessage, 'headers'>,
    res: ServerResponse,
    work: () => Promise<{ session: string; lifeSeconds: number }>,
  ) {
    try {
      const begun = await work()
      // One browser is one person: whoever sat there before is signed out.
      await ctx.sessions.end(req.headers.cookie)
      enter(res, begun)
    } catch (error) {
      redirect(res, `/sign-in-failed?${new URLSearchParams({ code: codeOf(error) })}`, [])
    }
  }

  /** Every beginning leaves a row for some minutes. */
  async function requireRest(address: string): Promise<void> {
    const { allowed, resetSeconds } = await limiter.take(`sign-in ${address}`, beginningsPerMinute)
    if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
  }

  /** The same address as for connecting an account, since a service knows but one; nobody is signed in yet. */
  function ofService(service: Service): PageRoute {
    return {
      method: 'GET',
      path: `/sign-in/${service}/begin`,
      async handle(_req, res, { address: from }) {
        await requireRest(from)
        const preSession = ctx.ids.secret(64)
        const address = await signingIn.begin(service, preSession)
        redirect(res, address, [cookieHeader(verifierCookie, preSession, states.lifeSeconds, isSecure)])
      },
    }
  }

  /** Whose account it is, told by the service that sent the browser back, and what that was to be for. */
  async function finishWith(service: Service, req: IncomingMessage, visit: Visit, session: Session | undefined) {
    const { searchParams } = visit.url
    const adding = session && addingKey(session.id)
    const preSessions = [cookieNamed(verifierCookie, req.headers.cookie), adding].filter((one) => one !== undefined)
    if (preSessions.length === 0) throw notBegunHere()
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    const { user, channelId, preSession } = await signingIn.finish(service, { code, state, preSessions })
    const account = { service, accountId: user.id, username: user.username }
    if (session !== undefined && preSession === adding) return add(session, account, visit)
    const begun = await signInWithAccount(ctx, { ...account, channelId, mayBegin: false }, browserOf(req, visit))
    if (session !== undefined) await ctx.sessions.end(req.headers.cookie)
    return begun
  }

  async function add({ person, channel }: Session, account: ProvenAccount, { requestId }: Visit): Promise<undefined> {
    const cause = { channel, actor: `person:${person.id}`, requestId }
    if (await ctx.db.write((tx) => ctx.people.claimAccount(tx, cause, person, account))) return undefined
    throw new Failure('missing_role', { message: 'Somebody else signs in with this account.' })
  }

  const routes: PageRoute[] = [
    ...signingIn.services.map(ofService),
    {
      method: 'GET',
      path: '/sign-in/ways',
      handle: (_req, res, { requestId }) =>
        sendJson(res, 200, JSON.stringify({ services: signingIn.services }), requestId),
    },
    {
      method: 'GET',
      path: '/sign-in',
      handle: (req, res, visit) =>
        tryTo(req, res, () =>
          ctx.sessions.redeem(visit.url.searchParams.get('link') ?? '', visit.requestId, browserOf(req, visit)),
        ),
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox/begin',
      async handle(_req, res, { address }) {
        await requireRest(address)
        const { state, verifier, challenge } = await states.begin()
        const asked = new URLSearchParams({
          platform: names.text(wordFor('kick')),
          redirect_uri: redirectUri(),
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        })
        redirect(res, `/sandbox/sign-in?${asked}`, [
          cookieHeader(verifierCookie, verifier, states.lifeSeconds, isSecure),
        ])
      },
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox',
      handle: async (req, res, visit) =>
        visit.url.searchParams.has('error')
          ? redirect(res, '/sign-in-failed?code=cancelled', [])
          : tryTo(req, res, () => finish(req, visit)),
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

    /** What comes back from a service that was begun with here, or while nobody is signed in. */
    async finish(
      service: Service,
      req: IncomingMessage,
      res: ServerResponse,
      visit: Visit,
      session: Session | undefined,
    ): Promise<void> {
      const failed = (code: string) => {
        const query = new URLSearchParams(session === undefined ? { code } : { failed: service, code })
        redirect(res, `${session === undefined ? '/sign-in-failed' : '/settings/people'}?${query}`, [])
      }
      if (visit.url.searchParams.has('error')) return failed('cancelled')
      try {
        const begun = await finishWith(service, req, visit, session)
        if (begun === undefined) redirect(res, `/settings/people?added=${service}`, [])
        else enter(res, begun)
      } catch (error) {
        const code = codeOf(error)
        ctx.log.warn('a sign-in did not work', { service, requestId: visit.requestId, error })
        failed(code)
      }
    },
  }
}

function notBegunHere(): Failure {
  return new Failure('invalid_parameter', { message: 'This sign-in was not begun here, or too long ago. Try again.' })
}

/** The code of expected trouble; what is unexpected goes on its way. */
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
