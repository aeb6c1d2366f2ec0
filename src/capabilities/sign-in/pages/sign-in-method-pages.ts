import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../../../kernel/catalogues.ts'
import { parseJsonBody } from '../../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../../kernel/http/page-route.ts'
import type { ServerRequest } from '../../../kernel/http/request.ts'
import { sendFailure } from '../../../kernel/http/response.ts'
import { requireSameOrigin } from '../../../kernel/http/same-origin.ts'
import type { Limiter } from '../../../kernel/limits/limiter.ts'
import { limitPerAddress } from '../../../kernel/limits/per-address.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { createInputReader } from '../../../kernel/schema/read-input.ts'
import { object, optional, type Static, text } from '../../../kernel/schema/schema.ts'
import { inLanguage } from '../../../kernel/text/in-language.ts'
import type { Text } from '../../../kernel/text/message.ts'
import type { Person } from '../../people/people.ts'
import { signInMethodErrors } from '../method-messages.ts'
import { nameKey } from '../name-key.ts'
import { browserOf } from '../session-cookie.ts'
import { siteOf } from '../webauthn.ts'
import type { SignInEntry } from './sign-in-entry.ts'

/**
 * Every check of a password costs half a second of a core. Browsers that never signed in share one budget on all nodes,
 * about a third of a core; it protects the server whatever the number of addresses.
 */
const passwordsOfUnknownBrowsers = 40
const passwordsPerAddress = 20
/** A browser with which a person signed in before has its own share, so that a flood does not keep this person out. */
const passwordsOfKnownBrowsers = 10
/** Whoever guesses is slowed down for each name, whatever the addresses. The link of the terminal always works. */
const passwordsPerName = 5
const maxBytes = 8 * 1024

const base64 = (description: string) => text({ min: 1, max: 4096, description })

const passkeyAnswer = object({
  id: base64('The id of the passkey.'),
  challenge: base64('The challenge that was answered.'),
  client_data: base64('The data of the browser.'),
  authenticator_data: base64('The data of the authenticator.'),
  signature: base64('The signature.'),
})
const readPasskey = createInputReader<Static<typeof passkeyAnswer>>(passkeyAnswer)
const passwordInput = object({
  name: text({ min: 1, max: 100, cleaning: 'line', description: 'The name to sign in with.' }),
  password: text({ min: 1, max: 1000, description: 'The password.' }),
  code: optional(text({ max: 20, description: 'The one-time code.' })),
})
const readPassword = createInputReader<Static<typeof passwordInput>>(passwordInput)

/** Signing in with a passkey, or with a password and a one-time code. The panel sends both by script. */
export function createSignInMethodPages(needs: {
  ctx: Context
  entry: SignInEntry
  limiter: Limiter
  lifeSeconds: number
}): PageRoute[] {
  const { ctx, entry, limiter, lifeSeconds } = needs

  async function limit(key: string, perMinute: number, message?: Text): Promise<void> {
    const { allowed, resetSeconds: retryAfterSeconds } = await limiter.take(key, perMinute)
    if (!allowed)
      throw new Failure('rate_limited', { retryAfterSeconds, ...(message === undefined ? {} : { message }) })
  }

  /** The person who signed in with this browser before, and is still a member of a channel. */
  async function knownMember(req: IncomingMessage): Promise<string | undefined> {
    const known = entry.knownPersonOf(req)
    if (known === undefined) return undefined
    return (await ctx.people.channelsOf(ctx.db, known)).length > 0 ? known : undefined
  }

  /** Before the body is read. */
  async function limitSenders(known: string | undefined, address: string): Promise<void> {
    if (known === undefined) await limit(limitPerAddress('password', address), passwordsPerAddress)
    else await limit(`password by ${known}`, passwordsOfKnownBrowsers)
  }

  /** Guesses of unknown browsers for a name do not count against the browsers of a person, and the reverse. */
  async function limitGuesses(known: string | undefined, name: string): Promise<void> {
    const guessed = `password of ${nameKey(name)}`
    await limit(known === undefined ? guessed : `${guessed} by ${known}`, passwordsPerName)
    if (known !== undefined) return
    await limit('password by unknown browsers', passwordsOfUnknownBrowsers, signInMethodErrors.budgetSpent.of())
  }

  async function enter(req: IncomingMessage, res: ServerResponse, info: RequestInfo, person: Person): Promise<void> {
    const begun = await ctx.db.write(async (tx) => {
      const [channel] = await ctx.people.channelsOf(tx, person.id)
      // A person who was removed from every channel is as good as unknown.
      if (channel === undefined) throw new Failure('missing_role', { message: messages.unknownAccount.of() })
      return ctx.sessions.begin(tx, channel, person, browserOf(req, info))
    })
    await ctx.sessions.end(req.headers.cookie)
    send(res, { success: true }, entry.sessionHeaders(begun))
  }

  /** Failures of these routes are answers in JSON, like those of the panel. */
  async function attempt(info: RequestInfo, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Failure) entry.noteFailed(error.code, info)
      throw error
    }
  }

  /** The page shows the sentence of a failure, so it is in the language of the browser. */
  function answering(handle: PageRoute['handle']): PageRoute['handle'] {
    return async (req, res, info) => {
      try {
        await handle(req, res, info)
      } catch (error) {
        if (!(error instanceof Failure) || error.status >= 500 || res.headersSent) throw error
        inLanguage(await readerCatalogue(req), () => sendFailure(res, error, info.requestId))
      }
    }
  }

  async function read<T>(req: ServerRequest, reader: (body: unknown) => T): Promise<T> {
    return reader(parseJsonBody(await req.readBody(maxBytes), req.headers['content-type'] ?? ''))
  }

  return [
    {
      method: 'POST',
      path: '/sign-in/passkey/begin',
      handle: answering(async (req, res, { address }) => {
        requireSameOrigin(req)
        const site = siteOf(req.headers.host ?? '')
        if (site === undefined) {
          throw new Failure('invalid_parameter', { message: signInMethodErrors.noPasskeyHere.of() })
        }
        await entry.limitStarts(address)
        const browser = ctx.ids.secret(64)
        const challenge = await ctx.signInMethods.beginPasskey(browser)
        send(res, { challenge, site }, [entry.verifierHeader(browser, lifeSeconds)])
      }),
    },
    {
      method: 'POST',
      path: '/sign-in/passkey',
      handle: answering(async (req, res, info) => {
        requireSameOrigin(req)
        await entry.limitTries(info.address)
        const sent = await read(req, readPasskey)
        await attempt(info, async () => {
          const assertion = {
            id: sent.id,
            challenge: sent.challenge,
            clientData: Buffer.from(sent.client_data, 'base64url'),
            authenticatorData: Buffer.from(sent.authenticator_data, 'base64url'),
            signature: Buffer.from(sent.signature, 'base64url'),
          }
          const host = req.headers.host ?? ''
          const browser = entry.verifierOf(req) ?? ''
          await enter(req, res, info, await ctx.signInMethods.findByPasskey(assertion, { host }, browser))
        })
      }),
    },
    {
      method: 'POST',
      path: '/sign-in/password',
      handle: answering(async (req, res, info) => {
        requireSameOrigin(req)
        const known = await knownMember(req)
        await limitSenders(known, info.address)
        const sent = await read(req, readPassword)
        await limitGuesses(known, sent.name)
        await attempt(info, async () => {
          const lane = known === undefined ? 'unknown' : 'known'
          const found = await ctx.signInMethods.findByPassword(sent, { lane, requestId: info.requestId })
          if ('needsCode' in found) return send(res, { success: false, needs_code: true })
          await enter(req, res, info, found.person)
        })
      }),
    },
  ]
}

function send(res: ServerResponse, body: Readonly<Record<string, unknown>>, cookies: readonly string[] = []): void {
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': [...cookies] }),
  })
  res.end(JSON.stringify(body))
}
