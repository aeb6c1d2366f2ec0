import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserFolder } from '../../kernel/browser-modules/browser-modules.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { createScripts, withScripts } from '../../kernel/http/browser-scripts.ts'
import { html } from '../../kernel/http/html.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { createStaticFiles } from '../../kernel/http/static-files.ts'
import { randomBytes } from '../../kernel/node.ts'
import { messages } from './contract/overlay-texts.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Emotes, badges and covers of songs are at the addresses of platforms and music services.
  "img-src 'self' data: https:",
  // A song may be at an address of the broadcaster's choice.
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  // Other names of the same machine, under which browsers run each effect in a process of its own.
  "frame-src 'self' http://*.localhost:*/overlay/effect-frame",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The sandbox of one effect: no origin, no network, no scripts except the runner and those it starts. */
const framePolicies = (nonce: string) => [
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; '),
  // Both policies apply: a script with a nonce may load others, and this one forbids scripts from any address.
  "script-src 'unsafe-inline'",
]

const permissions = ['camera', 'microphone', 'geolocation', 'display-capture', 'midi', 'usb', 'serial', 'hid']
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
      res.writeHead(200, { ...headers, ...length, 'Content-Security-Policy': policy })
      res.end(body)
    },
  })
  return [
    page('/overlay', 'index.html'),
    // Sample alerts and effects without a connection, in a frame of the panel, whose build has them in a few files.
    page('/overlay-preview', 'preview.html', builtPreview),
    {
      method: 'GET',
      path: '/overlay/effect-frame',
      async handle(_req, res) {
        const nonce = randomBytes(16).toString('base64url')
        const runner = await findScript('effect-frame.js')
        res.writeHead(200, {
          ...headers,
          'Content-Security-Policy': framePolicies(nonce),
          'Permissions-Policy': permissions,
          'X-DNS-Prefetch-Control': 'off',
        })
        const script = `<script nonce="${nonce}">${runner?.body.toString()}</script>`
        res.end(`<!doctype html><meta charset="utf-8"><title>Showcaller</title>${script}`)
      },
    },
    files(`${assetsPath}/fonts`, 'assets/fonts'),
    withScripts(files(assetsPath, 'assets'), findScript),
  ]
}

const assetsPath = '/overlay/assets'
const builtPreview = new URL('../../../panel/dist/overlay-preview.html', import.meta.url)

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
