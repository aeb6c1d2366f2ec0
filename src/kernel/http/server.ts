import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Overload } from '../limits/overload.ts'
import { isRefusal, type RefusalLog } from '../limits/refusal-log.ts'
import type { Log } from '../log.ts'
import { createServer } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import { createAdmission } from './admission.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { createBalancerChecks } from './balancer-checks.ts'
import type { ClientAddress } from './client-address.ts'
import { detachConnection } from './detached-connection.ts'
import { createDraining } from './draining.ts'
import { closeIdleConnections } from './idle-connections.ts'
import { SecureResponse, strictTransportLine, TrackedResponse } from './in-flight.ts'
import { createMalformedRequestAnswer } from './malformed-requests.ts'
import { closeAfterAnswer, nodeInternalsInUse } from './node-internals.ts'
import type { PageRoute } from './page-route.ts'
import { createPageServer } from './page-server.ts'
import { eventsPath, operationPrefix } from './paths.ts'
import { ServerRequest } from './request.ts'
import { requestIdOf } from './request-id.ts'
import { asFailure, endWithFailure, keepAliveMs, sendFailure } from './response.ts'
import { createStallDetector } from './stall-detector.ts'
import { parserCanStop } from './stoppable-connection.ts'
import type { Upgrade } from './upgrade.ts'

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

const idleCheckMs = 4_000
/**
 * Connections that the system accepts before we do, as far as it allows so many. Whoever connects while they are used up
 * tries again after one second, three and seven, so a burst of connections would lock everybody out for that long.
 */
const maxPendingConnections = 4096

const serverOptions = {
  IncomingMessage: ServerRequest,
  // Slow senders are disconnected. Node checks only every 30 s by default.
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Idle connections are closed by `closeIdleConnections`.
  keepAliveTimeout: 0,
  // Node would answer a missing Host header without our failure body.
  requireHostHeader: false,
  // Some clients offer an upgrade to HTTP/2 with every request; they continue in HTTP/1.1.
  shouldUpgradeCallback: (req: IncomingMessage) => req.headers.upgrade?.toLowerCase() === 'websocket',
}

export function createHttpServer(needs: HttpNeeds) {
  const { operationRoute, pages, laterPages, upgrade, hosts, addressOf, isSecure, isKnownKey, overload } = needs
  const { refusals, log } = needs
  const balancerChecks = createBalancerChecks()
  const commonLines = isSecure ? strictTransportLine : ''
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
    onEmpty: () => draining.onIdle(),
  })
  const pageServer = createPageServer({
    pages,
    laterPages,
    isSecure,
    onPage: balancerChecks.note,
    release: admission.release,
    leaveConnection,
    failureOf,
    noteRefused,
  })

  const server = createServer(
    { ...serverOptions, ServerResponse: isSecure ? SecureResponse : TrackedResponse },
    (_req, res) => {
      draining.onRequest()
      res.on('close', onClosed)
      res.onFailure = noteRefusal
      if (draining.hasBegun()) closeAfterAnswer(res)
      admission.arrive(res)
    },
  )
  const draining = createDraining({ server, inFlight: admission.inFlight, balancerChecks })
  server.maxRequestsPerSocket = 0
  server.on('connection', (socket) => admission.connect(socket, nodeInternalsInUse() && parserCanStop()))
  server.on('clientError', createMalformedRequestAnswer({ admission, stalls, commonLines }))
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
    return pageServer.serve(req, res, requestId, address)
  }

  function leaveConnection(res: TrackedResponse): Socket | null {
    const { socket } = res
    if (socket === null || !admission.isAlone(res) || !detachConnection(res)) return socket
    idle.ignore(socket)
    admission.closed(res)
    return socket
  }

  return {
    server,
    async listen(port: number, host: string): Promise<number> {
      const opened = await listen(server, port, host)
      setImmediate(checkNode, log)
      return opened
    },
    get draining() {
      return draining.hasBegun()
    },
    routes: pageServer.routes,
    /** The paths that accept WebSockets. */
    sockets: upgrade.paths,

    /** Requests under way, requests that wait, and the bytes kept behind those. */
    get load() {
      return admission.load
    },

    drain: draining.drain,
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Right after the start, unless a request came first: the check warms up the code that requests need. */
function checkNode(log: Log): void {
  if (nodeInternalsInUse()) return
  log.warn('this version of Node is not supported by the fast HTTP path; using the public API of Node', {
    node: process.version,
  })
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
