import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { loadOnce } from '../load-once.ts'
import { Failure } from '../operation/contract/failures.ts'
import { strictTransport, type TrackedResponse } from './in-flight.ts'
import type { PageRoute } from './page-route.ts'
import type { ServerRequest } from './request.ts'
import { closedPolicy } from './response.ts'

/** Answers requests for pages, files and calls beside the operations. */
export function createPageServer(needs: {
  readonly pages: readonly PageRoute[]
  /** Pages that are loaded with the first request for one of them, to keep the start short. */
  readonly laterPages: () => Promise<readonly PageRoute[]>
  /** Whether the public address is https. */
  readonly isSecure: boolean
  /** Receives the path of each request. */
  readonly onPage: (path: string) => void
  /** The response no longer counts as a request under way. */
  readonly release: (res: TrackedResponse) => void
  readonly leaveConnection: (res: TrackedResponse) => Socket | null
  readonly failureOf: (error: unknown, path: string, requestId: string) => Failure
  readonly noteRefused: (failure: Failure, requestId: string, req: IncomingMessage) => void
}) {
  const { pages, laterPages, isSecure, onPage, release, leaveConnection, failureOf, noteRefused } = needs
  const findPage = pageFinder(pages)
  const openedLater = loadOnce(laterPages)
  const laterFinder = loadOnce(async () => pageFinder(await openedLater()))

  /** The route is chosen by the same path that its handler reads, without `..` and the like. */
  async function serve(req: ServerRequest, res: TrackedResponse, requestId: string, address: string): Promise<void> {
    const url = urlOf(req.url ?? '/')
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '')
    onPage(url.pathname)
    const page = findPage(method, url.pathname) ?? (await findLaterPage(method, url.pathname))
    if (page === undefined && method === 'GET' && wantsPage(req)) {
      setCommonHeaders(res, requestId)
      return (await import('./pages/not-found-page.ts')).sendNotFoundPage(req, res)
    }
    if (page === undefined) throw new Failure('not_found')
    setCommonHeaders(res, requestId)
    if (page.isStream) release(res)
    try {
      await page.handle(req, res, {
        requestId,
        address,
        url,
        stayOpen: () => release(res),
        leaveConnection: () => leaveConnection(res),
      })
    } catch (error) {
      if (res.headersSent || !wantsPage(req)) throw error
      const failure = failureOf(error, url.pathname, requestId)
      noteRefused(failure, requestId, req)
      await (await import('./pages/failure-page.ts')).sendFailurePage(req, res, failure)
    }
  }

  /** For pages and files of every kind, which write their heads themselves and may replace each of these. */
  function setCommonHeaders(res: TrackedResponse, requestId: string): void {
    res.setHeader('X-Request-Id', requestId)
    // A window that opened the page, or was opened by it, gets no reference to it.
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    if (isSecure) res.setHeader('Strict-Transport-Security', strictTransport)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Content-Security-Policy', closedPolicy)
    res.setHeader('Referrer-Policy', 'no-referrer')
  }

  async function findLaterPage(method: string, path: string): Promise<PageRoute | undefined> {
    return (await laterFinder())(method, path)
  }

  return {
    serve,
    /** Every route beside the operations. */
    routes: async (): Promise<readonly PageRoute[]> => [...pages, ...(await openedLater())],
  }
}

function pageFinder(pages: readonly PageRoute[]) {
  const exact = new Map<string, PageRoute>()
  const below: PageRoute[] = []
  for (const page of pages) {
    if (page.path.endsWith('/*')) below.push(page)
    else exact.set(`${page.method} ${page.path}`, page)
  }
  return (method: string, path: string): PageRoute | undefined =>
    exact.get(`${method} ${path}`) ??
    below.find((page) => page.method === method && path.startsWith(page.path.slice(0, -1)))
}

const ownOrigin = 'http://localhost'

/** The address of a page. A target that names another host, such as `//name/path`, has no page here. */
function urlOf(target: string): URL {
  const url = target.startsWith('/') && URL.canParse(target, ownOrigin) ? new URL(target, ownOrigin) : undefined
  if (url?.origin !== ownOrigin) throw new Failure('not_found')
  return url
}

/** A browser that opens an address, as opposed to a program or a script that calls it. */
function wantsPage(req: IncomingMessage): boolean {
  return req.headers.accept?.includes('text/html') === true
}
