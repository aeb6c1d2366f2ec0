import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Failure } from '../operation/contract/failures.ts'
import type { PageRoute } from './page-route.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
}

/** The files of one flat folder. File names may not contain a slash, so nothing outside the folder can be read. */
export function createStaticFiles(urlPrefix: string, folder: string): PageRoute {
  return {
    method: 'GET',
    path: `${urlPrefix}/*`,
    async handle(_req, res, { url }) {
      const name = url.pathname.slice(urlPrefix.length + 1)
      const type = types[extname(name)]
      if (type === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) throw new Failure('not_found')
      const body = await readFile(join(folder, name)).catch(() => {
        throw new Failure('not_found')
      })
      res.writeHead(200, {
        'Content-Type': type,
        'Content-Length': body.length,
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      })
      res.end(body)
    },
  }
}
