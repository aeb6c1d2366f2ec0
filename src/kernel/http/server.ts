import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Overload } from '../limits/overload.ts'
import { isRefusal, type RefusalLog } from '../limits/refusal-log.ts'
import { loadOnce } from '../load-once.ts'
import type { Log } from '../log.ts'
import { createServer } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import { createAdmission } from './admission.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { createBalancerChecks } from './balancer-checks.ts'
import type { ClientAddress } from './client-address.ts'
import { detachConnection } from './detached-connection.ts'
import { hasExtendedTimeout } from './extended-timeouts.ts'
import { closeIdleConnections } from './idle-connections.ts'
import { SecureResponse, strictTransport, strictTransportLine, TrackedResponse } from './in-flight.ts'
import { closeAfterAnswer, nodeInternalsInUse } from './node-internals.ts'
import { eventsPath, operationPrefix } from './paths.ts'
import { ServerRequest } from './request.ts'
import { requestIdOf } from './request-id.ts'
import { asFailure, closedPolicy, endWithFailure, keepAliveMs, sendFailure } from './response.ts'
import { createStallDetector } from './stall-detector.ts'
import { parserCanStop, type StopReport, stoppedCode } from './stoppable-connection.ts'
import type { Upgrade } from './upgrade.ts'

export interface RequestInfo {
  readonly requestId: string
  readonly address: string
  readonly url: URL
  /** The response stays open from now on, and no longer counts as a request under way. */
  stayOpen(): void
  /** The head is sent, and the rest is written to the connection itself, which needs no HTTP any more. */
  leaveConnection(): Socket | null
}

/** A page or call beside the operations. A path that ends in `/*` takes everything below it. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The response stays open, so it does not count as a request under way. */
  readonly isStream?: boolean
  handle(req: ServerRequest, res: ServerResponse, info: RequestInfo): Promise<void> | void
}

/** Answers the calls of operations, which are one kind of request. */
export interface OperationRoute {
  serve(req: ServerRequest, res: TrackedResponse, path: string, requestId: string, address: string): Promise<void>
}

export interface HttpNeeds {
  readonly operationRoute: OperationRoute
  readonly pages: readonly PageRoute[]
  /** Pages that are loaded with the first request for one of them, to keep the start short. */
  readonly laterPages: () => Promise<readonly PageRoute[]>
  readonly upgrade: Upgrade
  readonly hosts: AllowedHosts
  readonly addressOf: ClientAddress
  /** Whether the public address is https. */
  readonly isSecure: boolean
  /** Whether this is the header of a key that was used before. */
  readonly isKnownKey: (authorization: string) => boolean
  readonly overload: Overload
  readonly refusals: RefusalLog
  readonly log: Log
}

const silenceMs = 100
const maxSilenceWaitMs = 2_000
const idleCheckMs = 4_000
/**
 * Connections that the system accepts before we do, as far as it allows so many. Whoever connects while they are used up
 * tries again after one second, three and seven, so a burst of connections would lock everybody out for that long.
 */
const maxPendingConnections = 4096

export function createHttpServer(needs: HttpNeeds) {
  const { operationRoute, pages, laterPages, upgrade, hosts, addressOf, isSecure, isKnownKey, overload } = needs
  const { refusals, log } = needs
  const balancerChecks = createBalancerChecks()
  let draining = false
  let arrived = 0
  let whenIdle: (() => void) | undefined
  const commonLines = isSecure ? strictTransportLine : ''
  const findPage = pageFinder(pages)
  const stalls = createStallDetector()
  const admission = createAdmission({
    start: (res) => serve(res.req, res),
    refuse(res, closes) {
      if (closes) closeAfterAnswer(res)
      sendFailure(res, overload.refuse(), requestIdOf(res.req))
    },
    isKnown({ req: { url = '', headers } }) {
      if (!url.startsWith(operationPrefix)) return true
      return headers.authorization !== undefined && isKnownKey(headers.authorization)
    },
    onEmpty: () => whenIdle?.(),
  })
  const openedLater = loadOnce(laterPages)
  const laterFinder = loadOnce(async () => pageFinder(await openedLater()))

  const server = createServer(
    {
      IncomingMessage: ServerRequest,
      ServerResponse: isSecure ? SecureResponse : TrackedResponse,
      // Slow senders are disconnected. Node checks only every 30 s by default.
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // Idle connections are closed by `closeIdleConnections`.
      keepAliveTimeout: 0,
      // Node would answer a missing Host header without our failure body.
      requireHostHeader: false,
      // Some clients offer an upgrade to HTTP/2 with every request; they continue in HTTP/1.1.
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (_req, res) => {
      arrived++
      res.on('close', onClosed)
      res.onFailure = noteRefusal
      if (draining) closeAfterAnswer(res)
      admission.arrive(res)
    },
  )
  server.maxRequestsPerSocket = 0
  server.on('connection', (socket) => admission.connect(socket, nodeInternalsInUse() && parserCanStop()))
  server.on('clientError', answerMalformedRequest)
  server.on('listening', stalls.start)
  server.on('close', stalls.stop)
  const idle = closeIdleConnections(server, {
    everyMs: idleCheckMs,
    maxIdleChecks: keepAliveMs / idleCheckMs,
    busy: () => admission.inFlight.map(({ req }) => req.socket),
  })
  server.on('upgrade', (req, socket, head) => {
    idle.ignore(socket)
    const requestId = requestIdOf(req)
    const refusal = hosts.refusal(req)
    const onRefused = (failure: Failure) => noteRefused(failure, requestId, req)
    if (refusal === undefined) upgrade(req, socket, head, { requestId, address: addressOf(req), onRefused })
    else {
      onRefused(refusal)
      endWithFailure(socket, refusal, requestId, commonLines)
    }
  })
  server.on('connect', (req, socket) =>
    endWithFailure(socket, hosts.refusal(req) ?? new Failure('not_found'), requestIdOf(req), commonLines),
  )
  // An unknown expectation is ignored; Node would refuse it without our failure body.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))

  /** A malformed request gets the same body as any other failure. */
  function answerMalformedRequest(error: Error & StopReport & { code?: string }, socket: Duplex): void {
    if (error.code === stoppedCode) {
      admission.keep(socket, error)
      return
    }
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    // A request that we did not read in time is not late. Node reports it again with the next check.
    if (isLate && (hasExtendedTimeout(socket) || admission.isWaiting(socket) || stalls.isRecent())) return
    // Whoever has sent nothing expects no answer, and would take this one for the answer to a request sent just now.
    const isSilent = isLate && (socket as Socket).bytesRead === 0
    if (isSilent || error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else endWithFailure(socket, new Failure(isLate ? 'request_timeout' : 'invalid_request'), requestIdOf(), commonLines)
  }

  function onClosed(this: TrackedResponse): void {
    admission.closed(this)
  }

  function noteRefusal(this: TrackedResponse, failure: Failure, requestId: string): void {
    noteRefused(failure, requestId, this.req)
  }

  function noteRefused(failure: Failure, requestId: string, req: IncomingMessage): void {
    if (!isRefusal(failure)) return
    const { code, actor } = failure
    refusals.note(code, { address: addressOf(req), path: pathOf(req), requestId, actor })
  }

  function serve(req: ServerRequest, res: TrackedResponse): void {
    const requestId = requestIdOf(req)
    const address = addressOf(req)
    const path = pathOf(req)
    route(req, res, path, requestId, address).catch((error: unknown) => {
      const failure = failureOf(error, path, requestId)
      if (res.headersSent) res.destroy()
      else sendFailure(res, failure, requestId)
    })
  }

  function failureOf(error: unknown, path: string, requestId: string): Failure {
    const failure = asFailure(error)
    if (failure.status >= 500) log.error('a request failed', { requestId, path, error })
    return failure
  }

  function route(
    req: ServerRequest,
    res: TrackedResponse,
    path: string,
    requestId: string,
    address: string,
  ): Promise<void> {
    const refusal = hosts.refusal(req)
    if (refusal !== undefined) return Promise.reject(refusal)
    const isOperation = path.startsWith(operationPrefix) && (path !== eventsPath || req.method === 'POST')
    if (isOperation) return operationRoute.serve(req, res, path, requestId, address)
    return servePage(req, res, requestId, address)
  }

  /** The route is chosen by the same path that its handler reads, without `..` and the like. */
  async function servePage(
    req: ServerRequest,
    res: TrackedResponse,
    requestId: string,
    address: string,
  ): Promise<void> {
    const url = urlOf(req.url ?? '/')
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '')
    balancerChecks.note(url.pathname)
    const page = findPage(method, url.pathname) ?? (await findLaterPage(method, url.pathname))
    if (page === undefined && method === 'GET' && wantsPage(req)) {
      setCommonHeaders(res, requestId)
      return (await import('./pages/not-found-page.ts')).sendNotFoundPage(req, res)
    }
    if (page === undefined) throw new Failure('not_found')
    setCommonHeaders(res, requestId)
    if (page.isStream) admission.release(res)
    try {
      await page.handle(req, res, {
        requestId,
        address,
        url,
        stayOpen: () => admission.release(res),
        leaveConnection: () => leaveConnection(res),
      })
    } catch (error) {
      if (res.headersSent || !wantsPage(req)) throw error
      const failure = failureOf(error, url.pathname, requestId)
      noteRefused(failure, requestId, req)
      await (await import('./pages/failure-page.ts')).sendFailurePage(req, res, failure)
    }
  }

  function leaveConnection(res: TrackedResponse): Socket | null {
    const { socket } = res
    if (socket === null || !admission.isAlone(res) || !detachConnection(res)) return socket
    idle.ignore(socket)
    admission.closed(res)
    return socket
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

  /** Right after the start, unless a request came first: the check warms up the code that requests need. */
  function checkNode(): void {
    if (nodeInternalsInUse()) return
    log.warn('this version of Node is not supported by the fast HTTP path; using the public API of Node', {
      node: process.version,
    })
  }

  /**
   * Waits until no new requests arrive: closing cuts idle connections, and a request may be in transit on one of them.
   * Who may not wait so long does not wait at all.
   */
  async function waitForSilence(maxMs: number): Promise<void> {
    const rounds = Math.floor(Math.min(maxMs, maxSilenceWaitMs) / silenceMs)
    for (let round = 0; round < rounds; round++) {
      const before = arrived
      // In steps: after one long wait a busy server may not have read anything yet.
      for (let step = 0; step < 4; step++) await new Promise((resolve) => setTimeout(resolve, silenceMs / 4))
      if (arrived === before && balancerChecks.knowsOfDraining()) return
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
    /** Every route beside the operations. */
    routes: async (): Promise<readonly PageRoute[]> => [...pages, ...(await openedLater())],

    /** Requests under way, requests that wait, and the bytes kept behind those. */
    get load() {
      return admission.load
    },

    /** Answers every request that was received or is in transit, closes each connection after its answer, then stops. */
    async drain(maxMs: number): Promise<void> {
      draining = true
      balancerChecks.beginDraining()
      if (!server.listening) return
      for (const res of admission.inFlight) closeAfterAnswer(res)
      await waitForSilence(maxMs)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if (admission.inFlight.length > 0) {
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

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const ownOrigin = 'http://localhost'

/** The address of a page. A target that names another host, such as `//name/path`, has no page here. */
function urlOf(target: string): URL {
  const url = target.startsWith('/') && URL.canParse(target, ownOrigin) ? new URL(target, ownOrigin) : undefined
  if (url?.origin !== ownOrigin) throw new Failure('not_found')
  return url
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: maxPendingConnections }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** A browser that opens an address, as opposed to a program or a script that calls it. */
function wantsPage(req: IncomingMessage): boolean {
  return req.headers.accept?.includes('text/html') === true
}
