import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import type { Names } from '../../contract/names.ts'
import { wordFor } from '../../contract/platforms.ts'
import { signInWithAccount } from '../../features/people/sign-in-with-account.ts'
import { cookieNamed } from '../../features/sessions/sessions.ts'
import type { SignInStates } from '../../features/sessions/sign-in-states.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { Service } from '../../platforms/services.ts'
import type { SigningIn } from '../../platforms/signing-in.ts'
import { sendJson } from '../answer.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { PageRoute, Visit } from '../server.ts'
import { browserOf, cookieHeader, sessionCookieHeader } from '../session-cookie.ts'

/** The ways into the panel, the one-time link and an account proved to a platform, and the way out. */
export function createSignInPages(needs: {
  ctx: Context
  states: SignInStates
  sandbox: Sandbox
  signingIn: SigningIn
  names: Names
  isSecure: boolean
}) {
  const { ctx, states, sandbox, signingIn, names, isSecure } = needs
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
      throw new Failure('sign_in_required', { message: 'This sign-in was not begun here, or too long ago. Try again.' })
    }
    if (searchParams.has('error')) throw new Failure('sign_in_required', { message: 'The sign-in was cancelled.' })
    const consent = await sandbox.exchange(searchParams.get('code') ?? '', redirectUri(), verifier)
    const account = {
      service: `sandbox:${consent.platform}`,
      accountId: consent.user.id,
      username: consent.user.username,
      channelId: consent.channelId,
      mayBegin: true,
    }
    return signInWithAccount(ctx, account, browserOf(req, visit))
  }

  /** What went wrong is told on the sign-in page; the sentence is ours, so it may stand in the address. */
  async function tryTo(res: ServerResponse, work: () => Promise<{ session: string; lifeSeconds: number }>) {
    try {
      enter(res, await work())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      redirect(res, `/sign-in-failed?${new URLSearchParams({ code: error.code })}`, [])
    }
  }

  /** The same address as for connecting an account, since a service knows but one; nobody is signed in yet. */
  function ofService(service: Service): PageRoute {
    return {
      method: 'GET',
      path: `/sign-in/${service}/begin`,
      async handle(_req, res) {
        const preSession = ctx.ids.secret(64)
        const address = await signingIn.begin(service, preSession)
        redirect(res, address, [cookieHeader(verifierCookie, preSession, states.lifeSeconds, isSecure)])
      },
    }
  }

  /** Whose account it is, told by the service that sent the browser back. */
  async function finishWith(service: Service, req: IncomingMessage, visit: Visit) {
    const { searchParams } = visit.url
    const preSession = cookieNamed(verifierCookie, req.headers.cookie)
    if (preSession === undefined) throw new Failure('sign_in_required')
    if (searchParams.has('error')) throw new Failure('sign_in_required')
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    const { user, channelId } = await signingIn.finish(service, { code, state, preSession })
    const account = { service, accountId: user.id, username: user.username, channelId, mayBegin: false }
    return signInWithAccount(ctx, account, browserOf(req, visit))
  }

  const routes: PageRoute[] = [
    ...signingIn.services.map(ofService),
    {
      method: 'GET',
      path: '/sign-in/ways',
      handle: (_req, res, { requestId }) =>
        sendJson(res, 200, JSON.stringify({ services: signingIn.services }), ['X-Request-Id', requestId]),
    },
    {
      method: 'GET',
      path: '/sign-in',
      handle: (req, res, visit) =>
        tryTo(res, () =>
          ctx.sessions.redeem(visit.url.searchParams.get('link') ?? '', visit.requestId, browserOf(req, visit)),
        ),
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox/begin',
      async handle(_req, res) {
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
    { method: 'GET', path: '/sign-in/sandbox', handle: (req, res, visit) => tryTo(res, () => finish(req, visit)) },
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
    /** What comes back from a service while nobody is signed in. */
    finish: (service: Service, req: IncomingMessage, res: ServerResponse, visit: Visit) =>
      tryTo(res, () => finishWith(service, req, visit)),
  }
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
