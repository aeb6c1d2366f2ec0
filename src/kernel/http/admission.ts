import type { Duplex } from 'node:stream'
import { HttpConnection } from './http-connection.ts'
import { createInFlightList, type TrackedResponse } from './in-flight.ts'
import type { StopReport } from './stoppable-connection.ts'

type Connection = HttpConnection<TrackedResponse>

/**
 * How many requests may be under way. Below `atOnce` every request starts when it arrives; 64 callers at full speed do
 * not reach it. Above it, requests of callers that cause the load wait, and `perTurn` of them start in each turn of the
 * event loop, so that the requests of everybody else wait for one short turn and not for the whole queue.
 */
export const admissionLimits = {
  perConnection: 16,
  atOnce: 128,
  inAll: 2048,
  waiting: 4096,
  waitMs: 1000,
  /** What connections sent behind a request that waits. */
  keptBytes: 16 * 1024 * 1024,
  /** Of each queue. Few, because libuv accepts one connection in each turn: long turns would keep newcomers waiting. */
  perTurn: 2,
}

/** How long a caller that was refused counts as one that causes load. */
const refusedForMs = 1000
const maxRefusedCallers = 10_000
/** What follows the head of a request whose client does not pipeline: its body. */
const smallRestBytes = 4096
/** How often waiting requests are checked while no more may start. */
const fullCheckMs = 50

export interface AdmissionNeeds {
  readonly start: (res: TrackedResponse) => void
  /** Answers without any work for the request, and closes the connection where `closes` says so. */
  readonly refuse: (res: TrackedResponse, closes: boolean) => void
  /** Whether a request comes from somebody known, by its headers alone. */
  readonly isKnown: (res: TrackedResponse) => boolean
  /** No response is in flight any more. */
  readonly onEmpty?: () => void
  readonly limits?: Partial<typeof admissionLimits>
}

export type Admission = ReturnType<typeof createAdmission>

/**
 * Decides when a request starts (admission control). A connection has one request waiting at most, because its parser is
 * stopped at it. The number of waiting requests is limited, and so is their time.
 */
export function createAdmission({ start, refuse, isKnown, onEmpty, limits: given }: AdmissionNeeds) {
  const limits = { ...admissionLimits, ...given }
  const inFlight = createInFlightList()
  const connections = new WeakMap<Duplex, Connection>()
  /** The requests of known callers, of callers that nothing is known about, and of callers that cause the load. */
  const queues = [createQueue(), createQueue(), createQueue()] as const
  const refusedAt = new Map<string, number>()
  let underWay = 0
  let waiting = 0
  let keptBytes = 0
  let scheduled: NodeJS.Immediate | NodeJS.Timeout | undefined
  let isFull = false

  /** Which queue a request waits in. A known caller that was not refused a moment ago does not wait under load. */
  function rankOf(res: TrackedResponse): Rank {
    const { origin, req } = res
    if (origin !== undefined && origin.refusals > 0) return 2
    const { authorization } = req.headers
    const refused = authorization === undefined ? undefined : refusedAt.get(authorization)
    if (refused !== undefined && performance.now() - refused < refusedForMs) return 2
    return isKnown(res) ? 0 : 1
  }

  function begin(res: TrackedResponse): void {
    underWay++
    if (res.origin !== undefined) res.origin.underWay++
    res.stage = 'started'
    start(res)
  }

  /** Stops the connection at this request. */
  function wait(res: TrackedResponse, connection: Connection): void {
    // The parser cannot be stopped at a request that offers an upgrade.
    const canWait = res.req.headers.upgrade === undefined
    if (canWait) connection.stop()
    if (!canWait || waiting >= limits.waiting) {
      reject(res)
      return
    }
    connection.waiting = res
    res.stage = 'waiting'
    waiting++
    if (connection.underWay < limits.perConnection) enqueue(res)
  }

  function enqueue(res: TrackedResponse): void {
    res.stage = 'queued'
    res.waitingSince = performance.now()
    queues[rankOf(res)].push(res)
    schedule()
  }

  function schedule(): void {
    if (scheduled !== undefined) return
    isFull = underWay >= limits.inAll
    scheduled = isFull ? setTimeout(startWaiting, fullCheckMs) : setImmediate(startWaiting)
  }

  function startWaiting(): void {
    scheduled = undefined
    const now = performance.now()
    for (const queue of queues) {
      for (let left = limits.perTurn; left > 0; left--) {
        const res = queue.peek()
        if (res === undefined) break
        const isLate = now - res.waitingSince > limits.waitMs
        if (underWay >= limits.inAll && !isLate) break
        queue.shift()
        if (res.stage === 'queued') leaveQueue(res, isLate)
      }
    }
    if (queues.some((queue) => queue.peek() !== undefined)) schedule()
  }

  function leaveQueue(res: TrackedResponse, isLate: boolean): void {
    forgetWaiting(res)
    if (isLate) {
      res.stage = 'refused'
      // The connection stays open: a new one would cost more than the answer.
      refuse(res, false)
    } else begin(res)
    res.origin?.go()
  }

  function forgetWaiting(res: TrackedResponse): void {
    const { origin: connection } = res
    waiting--
    if (connection === undefined) return
    keptBytes -= connection.keptBytes
    connection.waiting = undefined
  }

  /** Whatever the connection has sent behind this request is dropped. */
  function reject(res: TrackedResponse): void {
    res.stage = 'refused'
    res.origin?.close()
    refuse(res, true)
  }

  function noteAnswer(res: TrackedResponse, connection: Connection): void {
    const isRefused = res.statusCode === 429 || res.statusCode === 401
    if (!isRefused) {
      connection.refusals = 0
      return
    }
    connection.refusals++
    const { authorization } = res.req.headers
    if (authorization === undefined) return
    if (refusedAt.size >= maxRefusedCallers) refusedAt.clear()
    refusedAt.set(authorization, performance.now())
  }

  function closed(res: TrackedResponse): void {
    const { origin: connection, stage } = res
    if (stage === 'closed') return
    inFlight.remove(res)
    if (stage === 'started') underWay--
    if (stage === 'waiting' || stage === 'queued') forgetWaiting(res)
    res.stage = 'closed'
    if (isFull && scheduled !== undefined && underWay < limits.inAll) {
      clearTimeout(scheduled as NodeJS.Timeout)
      scheduled = undefined
      schedule()
    }
    if (connection !== undefined) {
      if (stage === 'started' || stage === 'released') connection.underWay--
      noteAnswer(res, connection)
      const next = connection.waiting
      if (next?.stage === 'waiting' && connection.underWay < limits.perConnection) enqueue(next)
    }
    if (inFlight.list.length === 0) onEmpty?.()
  }

  /**
   * Node reports the end of the connection to the first of its responses only, and after this. The bytes behind a request
   * that waits are given back before they are dropped, as long as their number is known.
   */
  function disconnect(connection: Connection): void {
    if (connection.waiting !== undefined || connection.underWay > 1) {
      for (const res of inFlight.list.filter(({ origin }) => origin === connection)) closed(res)
    }
    connection.close()
  }

  return {
    /** The responses that are not finished, waiting ones included. */
    inFlight: inFlight.list,

    connect(socket: Duplex, mayStop: boolean): void {
      const connection = new HttpConnection<TrackedResponse>(socket, mayStop)
      connections.set(socket, connection)
      socket.once('close', () => disconnect(connection))
    },

    arrive(res: TrackedResponse): void {
      inFlight.add(res)
      const connection = connections.get(res.req.socket)
      res.origin = connection
      const hasRoom = connection === undefined || connection.underWay < limits.perConnection
      const isAdmitted =
        hasRoom && (underWay + waiting < limits.atOnce || (underWay < limits.inAll && rankOf(res) === 0))
      if (isAdmitted || connection?.isStoppable !== true) begin(res)
      else wait(res, connection)
    },

    /** After the event `clientError` for a parser that was stopped. */
    keep(socket: Duplex, report: StopReport): void {
      const connection = connections.get(socket)
      const res = connection?.waiting
      // Whatever is behind a refused request is dropped.
      if (connection === undefined || res === undefined) return
      keptBytes -= connection.keptBytes
      connection.keep(report)
      keptBytes += connection.keptBytes
      if (keptBytes <= limits.keptBytes || connection.keptBytes <= smallRestBytes) return
      forgetWaiting(res)
      reject(res)
    },

    /** A response that stays open, such as an event stream, is no longer counted. */
    release(res: TrackedResponse): void {
      if (res.stage === 'started') underWay--
      res.stage = 'released'
    },

    closed,

    /** Whether nothing else of its connection is under way or waits. */
    isAlone: ({ origin }: TrackedResponse): boolean => origin?.underWay === 1 && origin.waiting === undefined,

    isWaiting: (socket: Duplex): boolean => connections.get(socket)?.isStopped === true,

    get load() {
      return { underWay, waiting, keptBytes }
    },
  }
}

type Rank = 0 | 1 | 2

/** First in, first out, without moving the entries for each removal. */
function createQueue() {
  let entries: TrackedResponse[] = []
  let first = 0
  return {
    push: (res: TrackedResponse) => void entries.push(res),
    peek: (): TrackedResponse | undefined => entries[first],
    shift(): void {
      first++
      if (first < 1024 && first < entries.length) return
      entries = entries.slice(first)
      first = 0
    },
  }
}
