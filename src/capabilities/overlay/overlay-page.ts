import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserFolder } from '../../kernel/browser-modules/browser-modules.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { createScripts, withScripts } from '../../kernel/http/browser-scripts.ts'
import { html } from '../../kernel/http/html.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { createStaticFiles } from '../../kernel/http/static-files.ts'
import { createHash } from '../../kernel/node.ts'
import { pictureHosts } from '../../platforms/contract/picture-hosts.ts'
import { messages } from './contract/overlay-texts.ts'

/** Of the page. `host` is the name under which the browser asked for it. */
const pagePolicy = (host: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Emotes and badges. Any other address could receive what custom CSS finds out about the page.
    `img-src 'self' data: ${pictureHosts.map((name) => `https://${name}`).join(' ')}`,
    // A song may be at an address of the broadcaster's choice.
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    // Also for where the code in a frame goes: it can leave for no other place.
    `frame-src 'self'${otherNames(host)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The other names of the same machine, under which browsers run each effect in a process of its own. */
function otherNames(host = ''): string {
  const { hostname, port = '' } = URL.parse(`http://${host}`) ?? {}
  const isThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname ?? '')
  return isThisMachine ? ` http://*.localhost:${port === '' ? '80' : port}${framePath}` : ''
}

/**
 * The sandbox of one effect: no origin, no network, no frames, no script except the runner. A nested document inherits
 * this, so nothing runs there. The runner is allowed by its hash: a nonce would be a secret that the code of the effect
 * could find. It runs that code by `eval`, which only code that already runs can call.
 */
const framePolicies = (runnerHash: string) => [
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${runnerHash}' 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    "frame-src 'none'",
    "child-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "connect-src 'none'",
    "manifest-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default runner',
  ].join('; '),
  // Both policies apply: a script at any address that names the hash of the runner would be loaded, and this one
  // forbids scripts from any address.
  "script-src 'unsafe-inline' 'unsafe-eval'",
]

/** Devices, and what sends requests that the content policy does not cover. Browsers skip those they do not know. */
const permissions = [
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'midi', 'usb', 'serial', 'hid', 'payment'],
  ...['attribution-reporting', 'browsing-topics', 'identity-credentials-get', 'join-ad-interest-group'],
  ...['run-ad-auction', 'shared-storage'],
]
  .map((name) => `${name}=()`)
  .join(', ')

/** The page that OBS shows. Its channel is in the URL fragment, which browsers never send to a server. */
export function createOverlayPages(folder = browserFolder('overlay')): PageRoute[] {
  const findScript = createScripts(folder)
  const files = (url: string, path: string) => createStaticFiles(url, fileURLToPath(new URL(path, folder)))
  const page = (path: string, file: string, built?: URL): PageRoute => ({
    method: 'GET',
    path,
    async handle(req, res, { url }) {
      const source = new URL(file, folder)
      const wanted = built !== undefined && url.search === '?built' ? built : source
      const text = await readFile(wanted, 'utf8').catch(() => readFile(source, 'utf8'))
      const catalogue = await readerCatalogue(req)
      const hint = html`<body data-incomplete-link="${messages.incompleteLink(undefined, catalogue)}"`.text
      const body = Buffer.from(catalogue.locale === 'en' ? text : text.replace('<body', () => hint))
      const length = { 'Content-Length': body.length, Vary: 'Accept-Language' }
      res.writeHead(200, { ...headers, ...length, 'Content-Security-Policy': pagePolicy(req.headers.host) })
      res.end(body)
    },
  })
  return [
    page('/overlay', 'index.html'),
    // Sample alerts and effects without a connection, in a frame of the panel, whose build has them in a few files.
    page('/overlay-preview', 'preview.html', builtPreview),
    {
      method: 'GET',
      path: framePath,
      async handle(_req, res) {
        const runner = await findScript('effect-frame.js')
        if (runner === undefined) throw new Error('The package has no effect-frame.js.')
        const hash = createHash('sha256').update(runner.body).digest('base64')
        res.writeHead(200, {
          ...headers,
          'Content-Security-Policy': framePolicies(hash),
          'Permissions-Policy': permissions,
          'X-DNS-Prefetch-Control': 'off',
        })
        const script = `<script>${runner.body.toString()}</script>`
        res.end(`<!doctype html><meta charset="utf-8"><title>Showcaller</title>${script}`)
      },
    },
    files(`${assetsPath}/fonts`, 'assets/fonts'),
    withScripts(files(assetsPath, 'assets'), findScript),
  ]
}

const assetsPath = '/overlay/assets'
const builtPreview = new URL('../../../panel/dist/overlay-preview.html', import.meta.url)
const framePath = '/overlay/effect-frame'

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
