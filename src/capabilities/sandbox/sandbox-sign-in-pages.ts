import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { sendPage } from '../../kernel/http/html.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import { isSameMachine } from '../../kernel/http/same-machine.ts'
import { requireSameOrigin } from '../../kernel/http/same-origin.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { currentCatalogue } from '../../kernel/text/message.ts'
import { platforms, wordFor } from '../../platforms/contract/platforms.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { Names } from '../../registry/names.ts'
import { type ChannelLimits, openFurtherChannel } from '../first-start/further-channel.ts'
import { type BegunSession, codeOf, redirect, type SignInEntry, signInExpired } from '../sign-in/pages/sign-in-entry.ts'
import { refusedSignIn } from '../sign-in/refused-sign-in.ts'
import { browserOf } from '../sign-in/session-cookie.ts'
import type { PanelSession } from '../sign-in/sessions.ts'
import type { SignInStates } from '../sign-in/sign-in-states.ts'
import { refusedPage, signInFirstPage, signInPage } from './sandbox-notices.ts'

const maxStateLength = 500

/**
 * The sign-in of the simulated platforms. It asks for no proof, so it works only in a browser on this machine, only while
 * no channel of the server has a real account, and opens nothing that exists except the session's own channel.
 */
export function createSandboxSignInPages(needs: {
  ctx: Context
  states: SignInStates
  sandbox: Sandbox
  names: Names
  entry: SignInEntry
  limits: ChannelLimits
}): PageRoute[] {
  const { ctx, states, sandbox, names, entry, limits } = needs
  const redirectUri = () => `${ctx.baseUrl()}/sign-in/sandbox`

  async function requireOpen(req: IncomingMessage, { address }: RequestInfo): Promise<void> {
    if (!isSameMachine(req, address, ctx.baseUrl())) throw refusedSignIn('other_machine')
    if (await ctx.platforms.hasRealAccount()) throw refusedSignIn('sandbox_closed')
  }

  async function ownerOf(req: IncomingMessage): Promise<PanelSession | undefined> {
    const session = await ctx.sessions.open(req.headers.cookie)
    return session?.role === 'owner' ? session : undefined
  }

  /** A page of the sandbox: a refusal is a page too. */
  function pageFor(
    show: (req: Parameters<PageRoute['handle']>[0], res: ServerResponse, info: RequestInfo) => Promise<void>,
  ): PageRoute['handle'] {
    return async (req, res, info) => {
      try {
        await requireOpen(req, info)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return sendPage(req, res, error.status, () => refusedPage(error.text.write(currentCatalogue(), names.word)))
      }
      await show(req, res, info)
    }
  }

  async function finish(req: IncomingMessage, info: RequestInfo): Promise<BegunSession> {
    await requireOpen(req, info)
    const { searchParams } = info.url
    const verifier = entry.verifierOf(req) ?? ''
    if (!(await states.end(searchParams.get('state') ?? '', verifier))) throw signInExpired()
    const { channelId, user } = await sandbox.exchange(searchParams.get('code') ?? '', redirectUri(), verifier)
    if (channelId !== undefined) return renew(req, info, channelId)
    const catalogue = await readerCatalogue(req, await ownerOf(req))
    return ctx.db.write(async (tx) => {
      const { channel, owner } = await openFurtherChannel(ctx, tx, user.username, limits, catalogue)
      return ctx.sessions.begin(tx, channel, owner, browserOf(req, info))
    })
  }

  /** The owner who is signed in here signs in again, as the same person to the same channel. */
  async function renew(req: IncomingMessage, info: RequestInfo, channelId: number): Promise<BegunSession> {
    const session = await ownerOf(req)
    if (session?.channel.id !== channelId) throw signInExpired()
    const { channel, person } = session
    if (!(await ctx.platforms.isWhollyOnSandbox(channel))) throw refusedSignIn('sandbox_closed')
    return ctx.db.write((tx) => ctx.sessions.begin(tx, channel, person, browserOf(req, info)))
  }

  return [
    {
      method: 'GET',
      path: '/sign-in/sandbox/begin',
      async handle(req, res, info) {
        await entry.limitStarts(info.address)
        try {
          await requireOpen(req, info)
        } catch (error) {
          return redirect(res, `/sign-in-failed?code=${codeOf(error)}`)
        }
        const { state, verifier, challenge } = await states.begin()
        const parameters = new URLSearchParams({
          platform: names.word(wordFor('kick')),
          redirect_uri: redirectUri(),
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        })
        redirect(res, `/sandbox/sign-in?${parameters}`, [entry.verifierHeader(verifier, states.lifeSeconds)])
      },
    },
    {
      method: 'GET',
      path: '/sandbox/sign-in',
      handle: pageFor(async (req, res, { url }) => {
        const request = signInRequest(url.searchParams, names)
        sandbox.signIn.requireKnownRedirect(request.redirectUri)
        const session = await ownerOf(req)
        if (session === undefined) return sendPage(req, res, 401, signInFirstPage)
        const word = names.word(wordFor(request.platform))
        // With `no-referrer` the form would be sent with `Origin: null`, which does not say where the browser is.
        const headers = { 'Referrer-Policy': 'same-origin' }
        const write = () => signInPage({ ...request, channel: session.channel, word })
        await sendPage(req, res, 200, write, { account: session, headers })
      }),
    },
    {
      method: 'POST',
      path: '/sandbox/sign-in',
      handle: pageFor(async (req, res) => {
        requireSameOrigin(req)
        const session = await ownerOf(req)
        if (session === undefined) throw new Failure('sign_in_required')
        const form = new URLSearchParams((await req.readBody()).toString())
        const { redirectUri: back, state, platform, challenge } = signInRequest(form, names)
        if (form.get('answer') !== 'yes') return redirect(res, sandbox.signIn.refuse(back, state))
        const username = form.get('account') === 'another' ? (form.get('another') ?? '').trim() : undefined
        const who = { channel: session.channel, platform, username, challenge }
        redirect(res, await sandbox.signIn.approve(who, back, state))
      }),
    },
    {
      method: 'GET',
      path: '/sign-in/sandbox',
      handle: async (req, res, info) =>
        info.url.searchParams.has('error')
          ? redirect(res, '/sign-in-failed?code=cancelled')
          : entry.tryTo(req, res, info, () => finish(req, info)),
    },
  ]
}

function signInRequest(parameters: URLSearchParams, names: Names) {
  const redirectUri = parameters.get('redirect_uri') ?? ''
  const state = parameters.get('state') ?? ''
  const word = parameters.get('platform')
  const platform = platforms.find((one) => names.word(wordFor(one)) === word)
  if (platform === undefined)
    throw new Failure('invalid_parameter', {
      message: messages.mustBeOneOf.of({
        field: 'platform',
        values: platforms.map((one) => names.word(wordFor(one))).join(', '),
      }),
    })
  if (state === '' || state.length > maxStateLength) {
    throw new Failure('invalid_parameter', { message: messages.stateLength.of({ max: maxStateLength }) })
  }
  return { redirectUri, state, platform, challenge: parameters.get('code_challenge')?.slice(0, 128) || undefined }
}
