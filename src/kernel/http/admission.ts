import type { Duplex } from 'node:stream'
import { createCallerRanks } from './caller-ranks.ts'
import { HttpConnection } from './http-connection.ts'
import { createInFlightList, type TrackedResponse } from './in-flight.ts'
import type { StopReport } from './stoppable-connection.ts'
import { createTurnQueues } from './turn-queues.ts'

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

/** What follows the head of a request whose client does not pipeline: its body. */
const smallRestBytes = 4096
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
  const ranks = createCallerRanks(isKnown)
  const queues = createTurnQueues({
    perTurn: limits.perTurn,
    waitMs: limits.waitMs,
    isFull: () => underWay >= limits.inAll,
    leave: leaveQueue,
  })
  let underWay = 0
  let waiting = 0
  let keptBytes = 0

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
    queues.add(res, ranks.rankOf(res))
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

  function closed(res: TrackedResponse): void {
    const { origin: connection, stage } = res
    if (stage === 'closed') return
    inFlight.remove(res)
    if (stage === 'started') underWay--
    if (stage === 'waiting' || stage === 'queued') forgetWaiting(res)
    res.stage = 'closed'
    queues.onRoom()
    if (connection !== undefined) {
      if (stage === 'started' || stage === 'released') connection.underWay--
      ranks.noteAnswer(res, connection)
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
        hasRoom && (underWay + waiting < limits.atOnce || (underWay < limits.inAll && ranks.rankOf(res) === 0))
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
