import { readBrowserModules } from '../browser-modules/browser-modules.ts'
import { createHash } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import type { PageRoute } from './page-route.ts'

/** A script as browsers get it. */
interface Script {
  readonly body: Buffer
  readonly tag: string
}

/** All scripts of one folder, without their types. They are read with the first request and then kept. */
export function createScripts(folder: URL): (path: string) => Promise<Script | undefined> {
  let scripts: Promise<ReadonlyMap<string, Script>> | undefined

  async function read() {
    const modules = await readBrowserModules(folder)
    return new Map(
      Array.from(modules, ([path, code]) => {
        const tag = `"${createHash('sha256').update(code).digest('base64url').slice(0, 22)}"`
        return [path, { body: Buffer.from(code), tag }]
      }),
    )
  }

  return async (path) => {
    scripts ??= read()
    const all = await scripts.catch((error: unknown) => {
      scripts = undefined
      throw error
    })
    return all.get(path)
  }
}

/** Adds the scripts to a route that serves the other files of the same address. */
export function withScripts(
  files: PageRoute,
  findScript: (path: string) => Promise<Script | undefined>,
  headers: Readonly<Record<string, string>> = {},
): PageRoute {
  const prefixLength = files.path.length - 1
  return {
    ...files,
    async handle(req, res, request) {
      const path = request.url.pathname.slice(prefixLength)
      if (!path.endsWith('.js')) return files.handle(req, res, request)
      const script = await findScript(path)
      if (script === undefined) throw new Failure('not_found')
      const isKnown = req.headers['if-none-match'] === script.tag
      res.writeHead(isKnown ? 304 : 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        ...(isKnown ? {} : { 'Content-Length': script.body.length }),
        'Cache-Control': 'no-cache',
        ETag: script.tag,
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      })
      res.end(isKnown ? undefined : script.body)
    },
  }
}
