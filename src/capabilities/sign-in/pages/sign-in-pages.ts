import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpMessages as messages } from '../../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../../kernel/http/page-route.ts'
import { sendJson } from '../../../kernel/http/response.ts'
import { requireSameOrigin } from '../../../kernel/http/same-origin.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { services as allServices, type Service } from '../../../platforms/services/services.ts'
import type { SigningIn } from '../../../platforms/sign-in/signing-in.ts'
import { addingKey } from '../../people/adding-key.ts'
import type { ProvenAccount } from '../../people/people.ts'
import { browserOf } from '../session-cookie.ts'
import type { PanelSession } from '../sessions.ts'
import type { SignInStates } from '../sign-in-states.ts'
import { signInWithAccount } from '../sign-in-with-account.ts'
import { type BegunSession, codeOf, redirect, type SignInEntry } from './sign-in-entry.ts'

/** Signing in to the panel with a streaming account, and signing out. */
export function createSignInPages(needs: {
  ctx: Context
  states: SignInStates
  signingIn: SigningIn
  entry: SignInEntry
}) {
  const { ctx, states, signingIn, entry } = needs

  /** Starts the sign-in with a service. It redirects to the same address as connecting an account does. */
  function startWith(service: Service): PageRoute {
    return {
      method: 'GET',
      path: `/sign-in/${service}/begin`,
      async handle(_req, res, { address: from }) {
        if (!signingIn.offers(service)) throw new Failure('not_found')
        await entry.limitStarts(from)
        const preSession = ctx.ids.secret(64)
        const address = await signingIn.begin(service, preSession)
        redirect(res, address, [entry.verifierHeader(preSession, states.lifeSeconds)])
      },
    }
  }

  function preSessionsOf(req: IncomingMessage, session: PanelSession | undefined): string[] {
    return [entry.verifierOf(req), session && addingKey(session.id)].filter((one) => one !== undefined)
  }

  /** Completes the OAuth sign-in: either signs in, or adds the account to the person who is signed in. */
  async function finishWith(
    service: Service,
    req: IncomingMessage,
    info: RequestInfo,
    session: PanelSession | undefined,
  ): Promise<BegunSession | undefined> {
    const { searchParams } = info.url
    const adding = session && addingKey(session.id)
    // Without any, the attempt fails and still uses the state up.
    const preSessions = preSessionsOf(req, session)
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    const { user, channelId, preSession } = await signingIn.finish(service, { code, state, preSessions })
    const account = { service, accountId: user.id, username: user.username }
    if (session !== undefined && preSession === adding) return add(session, account, info)
    const begun = await signInWithAccount(ctx, { ...account, channelId }, browserOf(req, info))
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
    throw new Failure('missing_role', { message: messages.accountTaken.of() })
  }

  const routes: PageRoute[] = [
    ...allServices.map(startWith),
    {
      method: 'GET',
      path: '/sign-in/ways',
      handle: (_req, res, { requestId }) =>
        sendJson(res, 200, JSON.stringify({ services: signingIn.services }), requestId),
    },
    {
      method: 'POST',
      path: '/sign-out',
      async handle(req, res) {
        requireSameOrigin(req)
        await ctx.sessions.end(req.headers.cookie)
        entry.signOut(res)
      },
    },
  ]

  return {
    routes,
    isOurs: signingIn.isOurs,
    preSessionsOf,

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
        redirect(res, `${session === undefined ? '/sign-in-failed' : '/settings/people'}?${query}`)
      }
      if (info.url.searchParams.has('error')) return failed('cancelled')
      await entry.limitTries(info.address)
      try {
        const begun = await finishWith(service, req, info, session)
        if (begun === undefined) redirect(res, `/settings/people?added=${service}`)
        else entry.enter(res, begun)
      } catch (error) {
        const code = codeOf(error)
        entry.noteFailed(code, info)
        // Errors of the platform cannot be caused without a sign-in that was started here, and those are limited.
        if (error instanceof Failure && error.status >= 500)
          ctx.log.warn('a sign-in failed', { service, requestId: info.requestId, error })
        failed(code)
      }
    },
  }
}
