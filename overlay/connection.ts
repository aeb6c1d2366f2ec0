import { type Attempt, keepConnected } from '../sdk/keep-connected.ts'
import { openAttemptSocket } from '../src/kernel/gateway/contract/attempt-socket.ts'
import type { Text } from '../src/kernel/text/message.ts'
import type {
  Hello,
  ObsReport,
  PageMessage,
  Report,
  ServerMessage,
  SourceRequest,
  Warning,
} from '../src/registry/overlay-messages.ts'
import { sentReason } from '../src/registry/page-reasons.ts'
import type { Timers } from './timers.ts'

const firstRetryMs = 250
const longestRetryMs = 15_000
/** Added to the pause after a reason that only a person can change, so there is no hurry to retry. */
const slowRetryMs = 15_000
const slowReasons = ['link_rolled', 'invalid_link', 'too_many_pages']
/** Reports are sent in one frame per interval, far below the limit of the server. */
const frameMs = 100
const reportsPerFrame = 100
const maxWaiting = 1000
/** Reports that were sent this shortly before a disconnect may be lost, and are sent again. */
const unconfirmedMs = 30_000

/** A connection that reconnects for as long as the page is open. Reports are queued while it is down. */
export function connect({
  url,
  hello,
  onMessage,
  onConnected,
  timers,
}: {
  url: URL
  hello: () => Hello
  onMessage: (message: ServerMessage) => void
  onConnected: (connected: boolean) => void
  timers: Timers
}) {
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = ''
  url.hash = ''
  let socket: ReturnType<typeof openAttemptSocket> | undefined
  let isWelcome = false
  /** Until the server says how often it sends something. */
  let silenceMs = 15_000
  let isFrameFull = false
  let waiting: (Report | Warning)[] = []
  let unconfirmed: { report: Report | Warning; at: number }[] = []

  keepConnected({
    firstRetryMs,
    longestRetryMs,
    silenceMs,
    // The pauses are as long on a hidden page. Silence is measured by an ordinary timer, which always runs, because our
    // own timers keep a hidden page awake.
    after: timers.after,
    connect: open,
    onLost() {
      isWelcome = false
      onConnected(false)
    },
  })

  function open(attempt: Attempt) {
    socket = openAttemptSocket<ServerMessage>(attempt, url, {
      onOpen: () => send(hello()),
      onMessage: (message) => receive(attempt, message),
      silenceMs: () => silenceMs,
    })
  }

  function receive(attempt: Attempt, message: ServerMessage) {
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'welcome') welcome(attempt, message.heartbeatMs)
    onMessage(message)
    if (message.type === 'bye' && slowReasons.includes(message.reason)) attempt.lost(slowRetryMs)
  }

  function welcome(attempt: Attempt, heartbeatMs: number) {
    silenceMs = heartbeatMs * 2.5
    attempt.established()
    isWelcome = true
    const oldest = Date.now() - unconfirmedMs
    waiting = furthest([...unconfirmed.filter(({ at }) => at > oldest).map(({ report }) => report), ...waiting])
    unconfirmed = []
    onConnected(true)
    flush()
  }

  function send(message: PageMessage | PageMessage[]) {
    socket?.send(message)
  }

  function flush() {
    if (!isWelcome || isFrameFull || waiting.length === 0) return
    const reports = waiting.splice(0, reportsPerFrame)
    send(reports)
    const at = Date.now()
    unconfirmed = [...unconfirmed, ...reports.map((report) => ({ report, at }))].slice(-maxWaiting)
    isFrameFull = true
    timers.after(frameMs, () => {
      isFrameFull = false
      flush()
    })
  }

  function enqueue(report: Report | Warning) {
    waiting.push(report)
    if (waiting.length > maxWaiting) waiting.shift()
    flush()
  }

  return {
    report: (report: Report | ObsReport | SourceRequest) => enqueue(report as Report),

    warn: (id: string, reason: Text) => enqueue({ type: 'warning', id, reason: sentReason(reason) }),
  }
}

/**
 * Keeps the most advanced report of each item, since `finished` implies `shown`. The last report may be a less advanced
 * one, if the server sent the item again.
 */
function furthest(reports: (Report | Warning)[]) {
  const kept: Map<string, Report | Warning> = new Map()
  for (const report of reports) {
    const key = report.type === 'warning' ? `${report.id} ${report.reason}` : (report.id ?? report.type)
    const known = kept.get(key)
    if (known === undefined || rankOf(report) >= rankOf(known)) kept.set(key, report)
  }
  return [...kept.values()]
}

function rankOf({ type }: Report | Warning) {
  return ['received', 'shown', 'failed', 'finished'].indexOf(type)
}
