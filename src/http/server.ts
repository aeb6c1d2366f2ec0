import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { nextRequestId } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import { listHolds, plainAddress } from '../features/keys/addresses.ts'
import type { Log } from '../log.ts'
import { createServer } from '../node-http.ts'
import { asFailure, keepAliveMs, rawFailure, sendFailure } from './answer.ts'
import { watchIdleConnections } from './idle-connections.ts'
import { closeAfterAnswer, nodeInternalsInUse } from './node-internals.ts'
import { type OperationRoute, operationPrefix } from './operation-route.ts'
import { isWaitedFor } from './patience.ts'
import { ServerRequest } from './request.ts'
import { createUnderWay, PlacedResponse } from './under-way.ts'

export interface Visit {
  readonly requestId: string
  readonly address: string
  readonly url: URL
}

/** A page or call beside the operations. A path that ends in `/*` takes everything below it. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  handle(req: ServerRequest, res: ServerResponse, visit: Visit): Promise<void> | void
}

export interface HttpNeeds {
  readonly operationRoute: OperationRoute
  readonly pages: readonly PageRoute[]
  /** Those that a start does without, asked for with the first visit to anything else. */
  readonly laterPages: () => Promise<readonly PageRoute[]>
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly trustedProxies: import('node:net').BlockList | undefined
  readonly log: Log
}

const roundMs = 100
const maxArrivingMs = 2_000
const idleLookMs = 4_000
const saneRequestId = /^[\w.:-]{1,100}$/

export function createHttpServer({ operationRoute, pages, laterPages, upgrade, trustedProxies, log }: HttpNeeds) {
  let draining = false
  let arrived = 0
  const underWay = createUnderWay()
  let whenIdle: (() => void) | undefined
  const findPage = pageFinder(pages)
  let laterFinder: Promise<ReturnType<typeof pageFinder>> | undefined

  const server = createServer(
    {
      IncomingMessage: ServerRequest,
      ServerResponse: PlacedResponse,
      // Slow senders are cut off; Node looks only every 30 s unless told otherwise.
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // Ours closes them, below.
      keepAliveTimeout: 0,
      // Left to Node, a missing one is answered without our failure body.
      requireHostHeader: false,
      // Some clients offer HTTP/2 with every request; they go on in HTTP/1.1.
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (req, res) => {
      arrived++
      underWay.add(res)
      res.on('close', leave)
      if (draining) closeAfterAnswer(res)
      serve(req, res)
    },
  )
  server.maxRequestsPerSocket = 0
  server.on('clientError', answerBrokenRequest)
  const idle = watchIdleConnections(server, {
    everyMs: idleLookMs,
    looks: keepAliveMs / idleLookMs,
    busy: () => underWay.list.map(({ req }) => req.socket),
  })
  server.on('upgrade', (req, socket, head) => {
    idle.letGo(socket)
    upgrade(req, socket, head)
  })
  server.on('connect', (_req, socket) => endWith(socket, new Failure('not_found')))
  // An expectation we do not know is no reason to refuse, and Node would do it without our failure body.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))

  function leave(this: PlacedResponse): void {
    underWay.remove(this)
    if (underWay.list.length === 0) whenIdle?.()
  }

  function serve(req: ServerRequest, res: ServerResponse): void {
    const requestId = requestIdOf(req)
    const address = addressOf(req)
    const target = req.url ?? '/'
    const query = target.indexOf('?')
    const path = query < 0 ? target : target.slice(0, query)
    route(req, res, path, requestId, address).catch((error: unknown) => {
      const failure = asFailure(error)
      if (failure.status >= 500) log.error('a request failed', { requestId, path, error })
      if (res.headersSent) res.destroy()
      else sendFailure(res, failure, requestId)
    })
  }

  function route(
    req: ServerRequest,
    res: ServerResponse,
    path: string,
    requestId: string,
    address: string,
  ): Promise<void> {
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return Promise.reject(new Failure('invalid_request', { message: 'The Host header is missing.' }))
    if (path.startsWith(operationPrefix)) return operationRoute.serve(req, res, path, requestId, address)
    return servePage(req, res, path, requestId, address)
  }

  async function servePage(
    req: ServerRequest,
    res: ServerResponse,
    path: string,
    requestId: string,
    address: string,
  ): Promise<void> {
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '')
    const page = findPage(method, path) ?? (await findLaterPage(method, path))
    if (page === undefined) throw new Failure('not_found')
    await page.handle(req, res, { requestId, address, url: urlOf(req.url ?? '/') })
  }

  async function findLaterPage(method: string, path: string): Promise<PageRoute | undefined> {
    laterFinder ??= laterPages().then(pageFinder)
    return (await laterFinder)(method, path)
  }

  /** Behind a proxy that the operator named, the caller is the last address the proxy did not add itself. */
  function addressOf(req: IncomingMessage): string {
    const direct = plainAddress(req.socket.remoteAddress)
    if (trustedProxies === undefined || !listHolds(trustedProxies, direct)) return direct
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plainAddress(hop.trim()))
    return hops.findLast((hop) => hop !== '' && !listHolds(trustedProxies, hop)) ?? direct
  }

  /** Right after the start, unless a request came first: the check warms up the code that requests need. */
  function checkNode(): void {
    if (nodeInternalsInUse()) return
    log.warn('this version of Node is not the one the HTTP server is tuned for; requests take its public API', {
      node: process.version,
    })
  }

  /** Closing cuts idle connections and those not accepted yet, and requests may be on their way down them. */
  async function quiet(maxMs: number): Promise<void> {
    const rounds = 1 + Math.floor(Math.min(maxMs, maxArrivingMs) / roundMs)
    for (let round = 0; round < rounds; round++) {
      const before = arrived
      // In steps: a server that is busy comes out of one long wait without having read anything.
      for (let step = 0; step < 4; step++) await new Promise((resolve) => setTimeout(resolve, roundMs / 4))
      if (arrived === before) return
    }
  }

  return {
    server,
    async listen(port: number, host: string): Promise<number> {
      const opened = await listen(server, port, host)
      setImmediate(checkNode)
      return opened
    },
    get draining() {
      return draining
    },

    /** Answers every request that is here or on its way, each as the last of its connection, then closes. */
    async drain(maxMs: number): Promise<void> {
      draining = true
      if (!server.listening) return
      for (const res of underWay.list) closeAfterAnswer(res)
      await quiet(maxMs)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if (underWay.list.length > 0) {
        const idle = new Promise<void>((resolve) => {
          whenIdle = resolve
        })
        await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, maxMs).unref())])
      }
      server.closeAllConnections()
      await closed
    },
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>

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

function requestIdOf(req: IncomingMessage): string {
  const own = req.headers['x-request-id']
  return typeof own === 'string' && saneRequestId.test(own) ? own : nextRequestId()
}

function urlOf(target: string): URL {
  try {
    return new URL(target, 'http://localhost')
  } catch {
    throw new Failure('invalid_request')
  }
}

/** What never became a request gets the same body as any other failure. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isWaitedFor(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else endWith(socket, new Failure(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_request'))
}

function endWith(socket: Duplex, failure: Failure): void {
  socket.on('error', () => socket.destroy())
  socket.end(rawFailure(failure, nextRequestId()), () => socket.destroy())
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
