import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import type { Names } from '../../contract/names.ts'
import { wordFor } from '../../contract/platforms.ts'
import { signInWithAccount } from '../../features/people/sign-in-with-account.ts'
import { cookieNamed } from '../../features/sessions/sessions.ts'
import type { SignInStates } from '../../features/sessions/sign-in-states.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { PageRoute, Visit } from '../server.ts'
import { browserOf, cookieHeader, sessionCookieHeader } from '../session-cookie.ts'

const verifierCookie = 'showcaller_sign_in'

/** The ways into the panel: the one-time link, and an account proved to a platform. */
export function createSignInPages(needs: {
  ctx: Context
  states: SignInStates
  sandbox: Sandbox
  names: Names
  isSecure: boolean
}): PageRoute[] {
  const { ctx, states, sandbox, names, isSecure } = needs
  const redirectUri = () => `${ctx.baseUrl()}/sign-in/sandbox`

  function enter(res: ServerResponse, { session, lifeSeconds }: { session: string; lifeSeconds: number }): void {
    redirect(res, '/panel', [
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
    }
    return signInWithAccount(ctx, account, browserOf(req, visit))
  }

  /** What went wrong is told on the sign-in page; the sentence is ours, so it may stand in the address. */
  async function tryTo(res: ServerResponse, work: () => Promise<{ session: string; lifeSeconds: number }>) {
    try {
      enter(res, await work())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      redirect(res, `/panel/sign-in-failed?${new URLSearchParams({ code: error.code })}`, [])
    }
  }

  return [
    {
      method: 'GET',
      path: '/panel/sign-in',
      handle: (req, res, visit) =>
        tryTo(res, () =>
          ctx.sessions.redeem(visit.url.searchParams.get('link') ?? '', visit.requestId, browserOf(req, visit)),
        ),
    },
    {
      method: 'GET',
      path: '/panel/sign-in/sandbox',
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
  ]
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
