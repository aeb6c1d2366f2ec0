import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopbackHost } from '../../../kernel/http/contract/loopback.ts'
import { type Html, html, page, sendPage } from '../../../kernel/http/html.ts'
import { httpMessages as messages } from '../../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../../kernel/http/page-route.ts'
import { pageMessages } from '../../../kernel/http/pages/messages.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { reaches } from '../../../kernel/operation/contract/panel-roles.ts'
import {
  type AccountRole,
  accountRoles,
  type Service,
  services,
  serviceTitles,
} from '../../../platforms/services/services.ts'
import { underOtherName } from '../../../platforms/sign-in/loopback-redirects.ts'
import type { CheckSession } from '../../panel/session-checks.ts'
import { browserKey } from '../../sign-in/browser-key.ts'
import type { PanelSession } from '../../sign-in/sessions.ts'

interface Needs {
  readonly ctx: Context
  readonly signIn: SignIn
  readonly checkSession: CheckSession
}

/** `/connect/<service>`: starts the OAuth sign-in to a service, and receives its redirect. */
export function createConnectPages({ ctx, signIn, checkSession }: Needs): PageRoute[] {
  return services.flatMap((service) =>
    [startPage(ctx, service, checkSession), redirectPage(ctx, service, signIn)].map((route) => ({
      ...route,
      async handle(req, res, info) {
        // Credentials may be entered and removed at any time.
        if (ctx.connecting.find(service) === undefined) throw new Failure('not_found')
        return route.handle(req, res, info)
      },
    })),
  )
}

/** Marks a redirect that was sent on, so that it is sent on once. */
const sentOn = 'sent_on'

/** A service redirects to one address, both for connecting an account and for signing in. */
interface SignIn {
  isOurs(state: string): boolean
  /** The secrets of this browser with which a sign-in can have begun. */
  preSessionsOf(req: IncomingMessage, session: PanelSession | undefined): string[]
  finish(
    service: Service,
    req: IncomingMessage,
    res: ServerResponse,
    info: RequestInfo,
    session: PanelSession | undefined,
  ): Promise<void>
}

function startPage(ctx: Context, service: Service, checkSession: CheckSession): PageRoute {
  return {
    method: 'POST',
    path: `/connect/${service}`,
    async handle(req, res, { url }) {
      const session = await checkSession(req, { role: 'owner', grants: 'account' }).catch(asSignInNeeded)
      if (session instanceof Failure) {
        const { code, fields } = session
        if (fields?.sign_in_again === undefined) return redirect(res, '/sign-in-failed', { code: 'not_signed_in' })
        return redirect(res, '/settings/platforms', { failed: service, code })
      }
      const { channel } = session
      const role = roleIn(url)
      const isOnServer = isLoopbackHost(req.headers.host ?? '')
      const wanted = { channelId: channel.id, role, preSession: browserKey(session.id, channel), isOnServer }
      const address = await ctx.connecting.begin(service, wanted)
      // Not a redirect: the `form-action` policy of the panel would block a redirect to another site.
      const name = serviceTitles[service]
      const headers = { Refresh: `0; url=${address}` }
      await sendPage(req, res, 200, () => continuePage(name, address), { account: session, headers })
    },
  }
}

/** A form cannot show the answer of a refused call, so a person who has to sign in is sent to a page that says so. */
function asSignInNeeded(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'sign_in_required') return error
  throw error
}

function continuePage(service: string, address: string): Html {
  const title = pageMessages.connectTitle({ service })
  const body = html`<main class="narrow">
<h1>${title}</h1>
<p><a class="button" href="${address}">${pageMessages.continueAt({ service })}</a></p>
</main>`
  return page({ title, body })
}

function redirectPage(ctx: Context, service: Service, signIn: SignIn): PageRoute {
  async function finish(session: PanelSession, { url, requestId }: RequestInfo) {
    const { searchParams } = url
    const { person, channel } = session
    if (searchParams.has('error')) {
      ctx.connecting.noteConnectError(service, channel.id, messages.signInCancelled.of())
      return { failed: service, code: 'cancelled' }
    }
    const by = { channel, actor: `person:${person.id}`, requestId }
    const preSession = browserKey(session.id, channel)
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    const { role } = await ctx.connecting.finish(service, { code, state, preSession }, by)
    return { connected: service, as: role }
  }

  /** Where the browser has to go first, if its sign-in began under the other name of this machine. */
  async function otherName(req: IncomingMessage, { url }: RequestInfo, session: PanelSession | undefined) {
    const { searchParams, pathname, search } = url
    if (searchParams.has(sentOn)) return undefined
    const other = underOtherName(ctx.baseUrl(), { host: req.headers.host ?? '', path: `${pathname}${search}` })
    if (other === undefined) return undefined
    const held = [...signIn.preSessionsOf(req, session), ...(session ? [browserKey(session.id, session.channel)] : [])]
    const { oauth } = ctx.connecting.find(service) ?? {}
    if (!(await oauth?.isBegunElsewhere(searchParams.get('state') ?? '', held))) return undefined
    other.searchParams.set(sentOn, '1')
    return other
  }

  return {
    method: 'GET',
    path: `/connect/${service}`,
    async handle(req, res, info) {
      const session = await ctx.sessions.open(req.headers.cookie)
      const isSignIn = session === undefined || signIn.isOurs(info.url.searchParams.get('state') ?? '')
      const mayFinish = isSignIn || reaches(session.role, 'owner')
      const other = mayFinish ? await otherName(req, info, session) : undefined
      if (other !== undefined) return redirect(res, `${other.origin}${other.pathname}`, other.searchParams)
      if (isSignIn) return signIn.finish(service, req, res, info, session)
      try {
        requireOwner(session)
        redirect(res, '/settings/platforms', await finish(session, info))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        ctx.connecting.noteConnectError(service, session.channel.id, error.text)
        ctx.log.warn('an account was not connected', { service, requestId: info.requestId, error })
        redirect(res, '/settings/platforms', { failed: service, code: error.code })
      }
    },
  }
}

function requireOwner({ role }: PanelSession): void {
  if (!reaches(role, 'owner')) throw new Failure('missing_role', { message: messages.ownerNeeded.of() })
}

function roleIn({ searchParams }: URL): AccountRole {
  const given = searchParams.get('as') ?? 'broadcaster'
  const role = accountRoles.find((one) => one === given)
  if (role === undefined) {
    throw new Failure('invalid_parameter', {
      message: messages.mustBeOneOf.of({ field: 'as', values: accountRoles.join(', ') }),
    })
  }
  return role
}

function redirect(res: ServerResponse, to: string, query: URLSearchParams | Readonly<Record<string, string>>): void {
  const headers = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }
  res.writeHead(303, { Location: `${to}?${new URLSearchParams(query)}`, ...headers }).end()
}
