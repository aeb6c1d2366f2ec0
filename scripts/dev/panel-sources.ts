import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { pagePolicy } from '../../src/kernel/http/built-files.ts'

type PanelPages = typeof import('../../src/registry/panel-pages.ts')

/** A script that loads its page again when something changed. */
export const reloadScript = '/panel/@vite/client'

export type PanelSources = Awaited<ReturnType<typeof createPanelSources>>

/** The panel without a build: Vite, which builds it too, translates each module when a browser asks for it. */
export async function createPanelSources(root: string, http: Server) {
  const nonce = randomBytes(16).toString('base64url')
  const policy = pagePolicy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
  const vite = await createServer({
    configFile: join(root, 'panel/vite.config.ts'),
    // Packages in one file each, which are made with the first start.
    cacheDir: join(root, '.cache/vite'),
    optimizeDeps: { entries: [join(root, 'panel/index.html')] },
    appType: 'custom',
    html: { cspNonce: nonce },
    logLevel: 'warn',
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server: http },
      // The policy of the page forbids it, and the terminal has the error.
      hmr: { overlay: false },
      cors: false,
      // Not the whole project: the data folder is in it.
      fs: {
        allow: ['panel', 'src', 'sdk', 'catalogues', 'overlay', '.cache/vite', 'node_modules'].map((name) =>
          realPath(root, name),
        ),
      },
    },
  })

  return {
    hasFile: (path: string) => /^\/panel\/(?!api\/|assets\/|$)/.test(path),

    sendFile(req: IncomingMessage, res: ServerResponse): void {
      res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
      res.setHeader('X-Content-Type-Options', 'nosniff')
      vite.middlewares(req, res, (error?: unknown) => {
        res.writeHead(error === undefined ? 404 : 500).end()
      })
    },

    /** The list is read as it is now: somebody may have added a page. */
    async hasPage(path: string): Promise<boolean> {
      const registry = await vite.ssrLoadModule(join(root, 'src/registry/panel-pages.ts'))
      const { panelPages } = registry as PanelPages
      const isBelow = (page: string) => page !== '/' && path.startsWith(`${page}/`)
      return path === '/sign-in-failed' || panelPages.some((page) => path === page.path || isBelow(page.path))
    },

    async sendPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const html = await readFile(join(root, 'panel/index.html'), 'utf8')
      const page = await vite.transformIndexHtml(req.url ?? '/', html)
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      })
      res.end(page)
    },

    reloadPages: () => vite.ws.send({ type: 'full-reload', path: '*' }),
    close: () => vite.close(),
  }
}

/** Where a folder is: `node_modules` may be a link. */
function realPath(root: string, name: string): string {
  try {
    return realpathSync(join(root, name))
  } catch {
    return join(root, name)
  }
}
