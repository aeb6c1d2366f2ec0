import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { type BuiltFile, builtFile, sendBuilt } from '../../kernel/http/built-files.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { formerPaths } from '../../registry/page-addresses.ts'
import { panelPages } from '../../registry/panel-pages.ts'
import { consolePage } from '../console/contract/page.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.html', '.css', '.js', '.json', '.svg'])
/** The build compresses with Brotli. A file that came without it is compressed when asked for. */
const compressedEnding = '.br'

/** The page for a browser without a session, which need not ask who is signed in. */
const signedOutPage = 'signed-out.html'

/** The built panel: one page for all its paths, and assets whose names contain a hash of their content. */
export function createPanelPages({
  hasSession,
  needsSetUp,
  folder = new URL('../../../panel/dist/', import.meta.url),
}: {
  hasSession: (cookieHeader: string | undefined) => boolean
  /** Whether nobody has ever signed in to this server. */
  needsSetUp: () => Promise<boolean>
  folder?: URL
}): PageRoute[] {
  let loading: Promise<ReadonlyMap<string, BuiltFile>> | undefined

  /** Read with the first request. Each file is compressed when it is first requested, since some are large and rare. */
  function files(): Promise<ReadonlyMap<string, BuiltFile>> {
    loading ??= readBuild(folder).catch((error: unknown) => {
      loading = undefined
      throw new Failure('not_found', { message: messages.panelNotBuilt.of(), cause: error })
    })
    return loading
  }

  async function sendPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isSignedOut = !hasSession(req.headers.cookie)
    const page = (await files()).get(isSignedOut ? signedOutPage : 'index.html')
    if (page === undefined) throw new Failure('not_found')
    // Who goes back after a sign-in shall not get the page from before it.
    await sendBuilt(req, res, page, { 'Cache-Control': isSignedOut ? 'no-store' : 'no-cache' })
  }

  async function sendPanel(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (hasSession(req.headers.cookie) || !(await needsSetUp())) return sendPage(req, res)
    res.writeHead(303, { Location: '/set-up', 'Cache-Control': 'no-store' })
    res.end()
  }

  return [
    ...panelPages.flatMap(({ path }) => [
      { method: 'GET' as const, path, handle: sendPanel },
      ...(path === '/' ? [] : [{ method: 'GET' as const, path: `${path}/*`, handle: sendPanel }]),
    ]),
    ...panelPages.flatMap(({ name, path }) => formerPaths[name]?.flatMap((former) => redirects(former, path)) ?? []),
    { method: 'GET', path: '/developer', handle: (_req, res) => redirect(res, consolePage.path) },
    { method: 'GET', path: '/sign-in-failed', handle: sendPage },
    {
      method: 'GET',
      path: '/panel/assets/*',
      async handle(req, res, { url }) {
        const file = (await files()).get(url.pathname.slice('/panel/'.length))
        if (file === undefined) throw new Failure('not_found')
        await sendBuilt(req, res, file, { 'Cache-Control': 'public, max-age=31536000, immutable' })
      },
    },
    // A common guess; the panel is at `/`.
    { method: 'GET', path: '/panel', handle: (_req, res) => redirect(res, '/') },
    { method: 'GET', path: '/panel/', handle: (_req, res) => redirect(res, '/') },
  ]
}

/** An address of the past and everything below it; what follows it in the address stays. */
function redirects(from: string, to: string): PageRoute[] {
  const handle: PageRoute['handle'] = (_req, res, { url }) =>
    redirect(res, `${to}${url.pathname.slice(from.length)}${url.search}`)
  return [from, `${from}/*`].map((path) => ({ method: 'GET', path, handle }))
}

function redirect(res: ServerResponse, to: string): void {
  res.writeHead(308, { Location: to })
  res.end()
}

async function readBuild(folder: URL): Promise<ReadonlyMap<string, BuiltFile>> {
  const all = await readdir(new URL('assets', folder))
  const names = all.filter((name) => !name.endsWith(compressedEnding)).map((name) => `assets/${name}`)
  const found = await Promise.all(
    ['index.html', ...names].map(async (name) => [name, await readBuilt(new URL(name, folder), name)] as const),
  )
  const files = new Map(found)
  const page = files.get('index.html')
  if (page === undefined) return files
  const signedOut = page.plain.toString().replace('<html ', '<html data-signed-out ')
  return files.set(signedOutPage, builtFile(page.type, Buffer.from(signedOut), true))
}

async function readBuilt(file: URL, name: string): Promise<BuiltFile> {
  const ending = extname(name)
  const type = types[ending] ?? 'text/html; charset=utf-8'
  const plain = await readFile(file)
  if (!compressible.has(ending)) return builtFile(type, plain, false)
  return builtFile(type, plain, true, await readFile(new URL(`${file.href}${compressedEnding}`)).catch(() => undefined))
}
