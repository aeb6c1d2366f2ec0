import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserFolder, readBrowserModules } from '../browser-modules/browser-modules.ts'
import { Failure } from '../contract/failures.ts'
import { createHash, randomBytes } from '../node-crypto.ts'
import type { PageRoute } from './server.ts'
import { createStaticFiles } from './static-files.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
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
  const styles = files(assetsPath, 'assets')
  const page = (path: string, file: string): PageRoute => ({
    method: 'GET',
    path,
    async handle(_req, res) {
      const body = await readFile(new URL(file, folder))
      res.writeHead(200, { ...headers, 'Content-Length': body.length, 'Content-Security-Policy': policy })
      res.end(body)
    },
  })
  return [
    page('/overlay', 'index.html'),
    // Sample alerts and effects without a connection, in a frame of the panel.
    page('/overlay-preview', 'preview.html'),
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
        res.end(`<!doctype html><meta charset="utf-8"><title>Effect</title>${script}`)
      },
    },
    files(`${assetsPath}/fonts`, 'assets/fonts'),
    {
      ...styles,
      async handle(req, res, request) {
        const path = request.url.pathname.slice(assetsPath.length + 1)
        if (!path.endsWith('.js')) return styles.handle(req, res, request)
        const script = await findScript(path)
        if (script === undefined) throw new Failure('not_found')
        const isKnown = req.headers['if-none-match'] === script.tag
        res.writeHead(isKnown ? 304 : 200, {
          'Content-Type': 'text/javascript; charset=utf-8',
          ...(isKnown ? {} : { 'Content-Length': script.body.length }),
          'Cache-Control': 'no-cache',
          ETag: script.tag,
          'X-Content-Type-Options': 'nosniff',
        })
        res.end(isKnown ? undefined : script.body)
      },
    },
  ]
}

const assetsPath = '/overlay/assets'

/** All scripts of the page, without their types. They are read with the first request and then kept. */
function createScripts(folder: URL) {
  let scripts: Promise<ReadonlyMap<string, { readonly body: Buffer; readonly tag: string }>> | undefined

  async function read() {
    const modules = await readBrowserModules(folder)
    return new Map(
      Array.from(modules, ([path, code]) => {
        const tag = `"${createHash('sha256').update(code).digest('base64url').slice(0, 22)}"`
        return [path, { body: Buffer.from(code), tag }]
      }),
    )
  }

  return async (path: string) => {
    scripts ??= read()
    const all = await scripts.catch((error: unknown) => {
      scripts = undefined
      throw error
    })
    return all.get(path)
  }
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
