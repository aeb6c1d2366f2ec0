import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserFolder } from '../../kernel/browser-modules/browser-modules.ts'
import { createScripts, withScripts } from '../../kernel/http/browser-scripts.ts'
import { httpMessages } from '../../kernel/http/messages.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { withTexts } from '../../kernel/http/page-texts.ts'
import { asFailure, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { createStaticFiles } from '../../kernel/http/static-files.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { actorOfKey, type CheckKey, type KeyTarget } from '../keys/key-checks.ts'
import type { Key } from '../keys/keys.ts'
import { stateMessages } from './contract/deck-states.ts'
import { deckViewPath } from './contract/deck-view.ts'
import { messages } from './contract/page-texts.ts'
import { deckViewOf } from './deck-view.ts'

const pagePath = '/deck'
const assetsPath = '/deck/assets'
/** The texts of the page, which it may share with other pages, and what each failure means. */
const pageTexts = new Set([...Object.values(messages), ...Object.values(stateMessages)].map(({ key }) => key))
const isShown = (key: string): boolean => pageTexts.has(key) || /^errors\.\w+$/.test(key)
/** Once when it is opened and once for each reconnect or change of the deck. */
const viewing: KeyTarget = {
  name: 'deck',
  effect: 'none',
  ratePerMinute: 60,
  grants: 'nothing',
  require: deckOf,
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // For the address of the service worker.
  'trusted-types deck-worker',
].join('; ')

/** A service worker has the policy of its own script: without this it could not ask the server for anything. */
const workerPolicy = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const permissions = [
  'screen-wake-lock=(self)',
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'midi', 'usb', 'serial', 'hid'].map(
    (name) => `${name}=()`,
  ),
].join(', ')

/**
 * The deck for phones and tablets. The page is the same for everybody; the token of its link is in the URL fragment,
 * which browsers never send, and comes back in the header of the one request for the layout.
 */
export function createDeckPages(needs: {
  ctx: Pick<Context, 'db' | 'decks' | 'deckCalls'>
  checkKey: CheckKey
  folder?: URL
}): PageRoute[] {
  const { ctx, checkKey, folder = browserFolder('deck') } = needs
  const files = createStaticFiles(assetsPath, fileURLToPath(new URL('assets', folder)))

  async function requireDeckKey(authorization: string | undefined, address: string): Promise<Key & { deckId: number }> {
    const key = await checkKey(viewing, authorization, address)
    return { ...key, deckId: deckOf(key) }
  }

  return [
    {
      method: 'GET',
      path: pagePath,
      async handle(req, res) {
        const page = await readFile(new URL('index.html', folder), 'utf8')
        const body = Buffer.from(await withTexts(req, page, isShown))
        res.writeHead(200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': body.length,
          'Cache-Control': 'no-store',
          Vary: 'Accept-Language',
          'Content-Security-Policy': policy,
          'Permissions-Policy': permissions,
        })
        res.end(body)
      },
    },
    // The service worker is among the scripts, and its page is one level above them.
    withScripts(files, createScripts(folder), {
      'Service-Worker-Allowed': pagePath,
      'Content-Security-Policy': workerPolicy,
    }),
    {
      method: 'GET',
      path: deckViewPath,
      async handle(req, res, { requestId, address }) {
        try {
          const key = await requireDeckKey(req.headers.authorization, address)
          const deck = await ctx.decks.get(ctx.db, key.ownerId, key.deckId)
          const view = deckViewOf(deck, key.channel, ctx.deckCalls)
          const body = JSON.stringify({ success: true, ...view })
          sendJson(res, 200, body, requestId)
        } catch (error) {
          sendFailure(res, asFailure(error), requestId)
        }
      },
    },
  ]
}

function deckOf(key: Key): number {
  if (key.deckId !== null) return key.deckId
  throw new Failure('not_found', { message: httpMessages.notADeck.of(), actor: actorOfKey(key) })
}
