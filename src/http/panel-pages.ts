import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip, type InputType } from 'node:zlib'
import { Failure } from '../contract/failures.ts'
import { panelPages } from '../contract/panel-pages.ts'
import { contentPolicy } from './html.ts'
import type { PageRoute } from './server.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const compressed = new Set(['.html', '.css', '.js', '.svg'])
// Nothing in the panel makes markup or code from text, and no browser that knows the rule would let it.
const policy = `${contentPolicy}; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  /** Undefined where packing gains nothing. */
  readonly pack: ((coding: Coding) => Promise<Buffer>) | undefined
}

// The best that brotli can do takes thirty times as long for a tenth fewer bytes, while the first visitor waits.
const thrifty = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const brotli = promisify<InputType, BrotliOptions, Buffer>(brotliCompress)
const packers = { br: (plain: Buffer) => brotli(plain, thrifty), gzip: promisify<InputType, Buffer>(gzip) }
type Coding = keyof typeof packers

/** The built panel: one page for all its addresses, and files whose names change with their content. */
export function createPanelPages(folder = new URL('../../panel/dist/', import.meta.url)): PageRoute[] {
  let loading: Promise<ReadonlyMap<string, BuiltFile>> | undefined

  /** Read once, with the first visit; each file is packed when it is first asked for, since some are large and rare. */
  function files(): Promise<ReadonlyMap<string, BuiltFile>> {
    loading ??= readBuild(folder).catch((error: unknown) => {
      loading = undefined
      throw new Failure('not_found', { message: 'The panel is not built: npm start builds it.', cause: error })
    })
    return loading
  }

  async function sendPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const page = (await files()).get('index.html')
    if (page === undefined) throw new Failure('not_found')
    await send(req, res, page, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
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
    { method: 'GET', path: '/panel', handle: (_req, res) => goHome(res) },
    { method: 'GET', path: '/panel/', handle: (_req, res) => goHome(res) },
  ]
}

/** Where people look for a panel by habit. */
function goHome(res: ServerResponse): void {
  res.writeHead(308, { Location: '/' })
  res.end()
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { type, plain, pack }: BuiltFile,
  headers: Record<string, string>,
): Promise<void> {
  const accepted = String(req.headers['accept-encoding'] ?? '')
  const coding = (['br', 'gzip'] as const).find((one) => pack !== undefined && accepted.includes(one))
  const body = coding === undefined || pack === undefined ? plain : await pack(coding)
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
    Vary: 'Accept-Encoding',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  res.end(body)
}

async function readBuild(folder: URL): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = (await readdir(new URL('assets', folder))).map((name) => `assets/${name}`)
  const found = await Promise.all(
    ['index.html', ...names].map(async (name) => [name, await readBuilt(new URL(name, folder), name)] as const),
  )
  return new Map(found)
}

async function readBuilt(file: URL, name: string): Promise<BuiltFile> {
  const plain = await readFile(file)
  const ending = extname(name)
  const type = types[ending] ?? 'text/html; charset=utf-8'
  if (!compressed.has(ending)) return { type, plain, pack: undefined }
  const packed: Partial<Record<Coding, Promise<Buffer>>> = {}
  return {
    type,
    plain,
    pack(coding) {
      packed[coding] ??= packers[coding](plain)
      return packed[coding]
    },
  }
}
