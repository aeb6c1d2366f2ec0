import { readFile } from 'node:fs/promises'
import { browserFolder } from '../../kernel/browser-modules/browser-modules.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { html } from '../../kernel/http/html.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { playerPageMessages } from './contract/player-texts.ts'
import { playerHosts } from './player-hosts.ts'

/**
 * The page has no content of the overlay and runs no code of the broadcaster, so it may have what the overlay page may
 * not: frames of other sites, of exactly these two.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The icon, which is empty.
  'img-src data:',
  "connect-src 'self'",
  // The timers of a hidden page.
  "worker-src 'self'",
  `frame-src ${playerHosts.map((host) => `https://${host}`).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The second browser source of OBS. Its channel is in the URL fragment, which browsers never send to a server. */
export function createPlayerPage(folder = browserFolder('overlay')): PageRoute {
  return {
    method: 'GET',
    path: '/player',
    async handle(req, res) {
      const catalogue = await readerCatalogue(req)
      const text = await readFile(new URL('player/index.html', folder), 'utf8')
      const hint = html`<body data-incomplete-link="${playerPageMessages.incompleteLink(undefined, catalogue)}"`.text
      const body = Buffer.from(text.replace('<body', () => hint))
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': body.length,
        Vary: 'Accept-Language',
        'Cache-Control': 'no-store',
        // YouTube plays nothing for a page that does not say where it is. The fragment is never part of it.
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': policy,
      })
      res.end(body)
    },
  }
}
