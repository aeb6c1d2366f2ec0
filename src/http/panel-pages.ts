import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip, type InputType } from 'node:zlib'
import { Failure } from '../contract/failures.ts'
import { panelPages } from '../contract/panel-pages.ts'
import { contentPolicy } from './html.ts'
import { httpMessages as messages } from './messages.ts'
import type { PageRoute } from './server.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.html', '.css', '.js', '.svg'])
// The panel never creates markup or code from text; browsers with Trusted Types enforce it.
const policy = `${contentPolicy}; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  /** Undefined for formats that are compressed already. */
  readonly compress: ((encoding: Encoding) => Promise<Buffer>) | undefined
}

/** The build compresses with Brotli, at its highest quality. A file that came without it is compressed when asked for. */
const compressedEnding = '.br'
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const brotli = promisify<InputType, BrotliOptions, Buffer>(brotliCompress)
const compressors = { br: (plain: Buffer) => brotli(plain, brotliOptions), gzip: promisify<InputType, Buffer>(gzip) }
type Encoding = keyof typeof compressors

/** The built panel: one page for all its paths, and assets whose names contain a hash of their content. */
export function createPanelPages(folder = new URL('../../panel/dist/', import.meta.url)): PageRoute[] {
  let loading: Promise<ReadonlyMap<string, BuiltFile>> | undefined

  /** Read with the first request. Each file is compressed when it is first requested, since some are large and rare. */
  function files(): Promise<ReadonlyMap<string, BuiltFile>> {
    loading ??= readBuild(folder).catch((error: unknown) => {
      loading = undefined
      throw new Failure('not_found', { message: messages.panelNotBuilt(), cause: error })
    })
    return loading
  }

  async function sendPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const page = (await files()).get('index.html')
    if (page === undefined) throw new Failure('not_found')
    await send(req, res, page, { 'Cache-Control': 'no-cache' })
  }

  return [
    ...panelPages.flatMap(({ path }) => [
      { method: 'GET' as const, path, handle: sendPage },
      ...(path === '/' ? [] : [{ method: 'GET' as const, path: `${path}/*`, handle: sendPage }]),
    ]),
    { method: 'GET', path: '/sign-in-failed', handle: sendPage },
    {
      method: 'GET',
      path: '/panel/assets/*',
      async handle(req, res, { url }) {
        const file = (await files()).get(url.pathname.slice('/panel/'.length))
        if (file === undefined) throw new Failure('not_found')
        await send(req, res, file, { 'Cache-Control': 'public, max-age=31536000, immutable' })
      },
    },
    { method: 'GET', path: '/panel', handle: (_req, res) => redirectHome(res) },
    { method: 'GET', path: '/panel/', handle: (_req, res) => redirectHome(res) },
  ]
}

/** `/panel` is a common guess; the panel is at `/`. */
function redirectHome(res: ServerResponse): void {
  res.writeHead(308, { Location: '/' })
  res.end()
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { type, plain, compress }: BuiltFile,
  headers: Record<string, string>,
): Promise<void> {
  const accepted = String(req.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => compress !== undefined && accepted.includes(one))
  const body = encoding === undefined || compress === undefined ? plain : await compress(encoding)
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    Vary: 'Accept-Encoding',
    // For every file, since a browser shows some of them as a page of their own.
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  res.end(body)
}

async function readBuild(folder: URL): Promise<ReadonlyMap<string, BuiltFile>> {
  const all = await readdir(new URL('assets', folder))
  const names = all.filter((name) => !name.endsWith(compressedEnding)).map((name) => `assets/${name}`)
  const found = await Promise.all(
    ['index.html', ...names].map(async (name) => [name, await readBuilt(new URL(name, folder), name)] as const),
  )
  return new Map(found)
}

async function readBuilt(file: URL, name: string): Promise<BuiltFile> {
  const plain = await readFile(file)
  const ending = extname(name)
  const type = types[ending] ?? 'text/html; charset=utf-8'
  if (!compressible.has(ending)) return { type, plain, compress: undefined }
  const built = await readFile(new URL(`${file.href}${compressedEnding}`)).catch(() => undefined)
  const results: Partial<Record<Encoding, Promise<Buffer>>> = built === undefined ? {} : { br: Promise.resolve(built) }
  return {
    type,
    plain,
    compress(encoding) {
      results[encoding] ??= compressors[encoding](plain)
      return results[encoding]
    },
  }
}
