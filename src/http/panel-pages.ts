import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Failure } from '../contract/failures.ts'
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
const policy = `${contentPolicy}; require-trusted-types-for 'script'; trusted-types 'none'`

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  readonly brotli: Buffer | undefined
}

/** The built panel: one page for every address below `/panel`, and files whose names change with their content. */
export function createPanelPages(folder = new URL('../../panel/dist/', import.meta.url)): PageRoute[] {
  let loading: Promise<ReadonlyMap<string, BuiltFile>> | undefined

  /** Read and packed once, with the first visit. */
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
    send(req, res, page, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
  }

  return [
    { method: 'GET', path: '/panel', handle: sendPage },
    {
      method: 'GET',
      path: '/panel/assets/*',
      async handle(req, res, { url }) {
        const file = (await files()).get(url.pathname.slice('/panel/'.length))
        if (file === undefined) throw new Failure('not_found')
        send(req, res, file, { 'Cache-Control': 'public, max-age=31536000, immutable' })
      },
    },
    { method: 'GET', path: '/panel/*', handle: sendPage },
  ]
}

function send(req: IncomingMessage, res: ServerResponse, file: BuiltFile, headers: Record<string, string>): void {
  const accepted = String(req.headers['accept-encoding'] ?? '')
  const coding = accepted.includes('br') && file.brotli ? 'br' : accepted.includes('gzip') && file.gzip ? 'gzip' : ''
  const body = (coding === 'br' ? file.brotli : coding === 'gzip' ? file.gzip : undefined) ?? file.plain
  res.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(coding === '' ? {} : { 'Content-Encoding': coding }),
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
  const packs = compressed.has(ending)
  return {
    type,
    plain,
    gzip: packs ? await promisify(gzip)(plain) : undefined,
    brotli: packs ? await promisify(brotliCompress)(plain) : undefined,
  }
}
