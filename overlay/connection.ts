import type { Hello, PageMessage, Report, ServerMessage, Trouble } from '../src/contract/overlay-messages.ts'
import type { Timers } from './timers.ts'

const firstRetryMs = 250
const longestRetryMs = 15_000
/** After these there is no hurry: only a person can change something. */
const slowRetryMs = 30_000
const slowReasons = ['link_rolled', 'invalid_link', 'too_many_pages']
/** Reports go out in one frame per this time, far below what the server allows. */
const frameMs = 100
const reportsPerFrame = 100
const maxWaiting = 1000
/** What was sent this short a time before a cut may not have arrived, and is said again. */
const unsureMs = 30_000

/** A connection that comes back for ever. Reports wait while it is away. */
export function connect({
  url,
  hello,
  hear,
  onConnected,
  timers,
}: {
  url: URL
  hello: () => Hello
  hear: (message: ServerMessage) => void
  onConnected: (connected: boolean) => void
  timers: Timers
}) {
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = ''
  url.hash = ''
  let socket: WebSocket | undefined
  let isWelcome = false
  let failedTries = 0
  let leastRetryMs = 0
  let silenceMs = longestRetryMs
  let silence: ReturnType<typeof setTimeout> | undefined
  let isFrameFull = false
  let waiting: (Report | Trouble)[] = []
  let unsure: { report: Report | Trouble; at: number }[] = []

  open()

  function open() {
    const current = new WebSocket(url)
    socket = current
    current.onopen = () => say(hello())
    current.onmessage = (event) => {
      if (socket === current) receive(JSON.parse(event.data))
    }
    current.onclose = () => {
      if (socket === current) lose()
    }
    expectWord(longestRetryMs)
  }

  function receive(message: ServerMessage) {
    expectWord(silenceMs)
    if (message.type === 'ping') say({ type: 'pong' })
    else if (message.type === 'welcome') welcome(message.heartbeatMs)
    else if (message.type === 'bye' && slowReasons.includes(message.reason)) leastRetryMs = slowRetryMs
    hear(message)
  }

  function welcome(heartbeatMs: number) {
    silenceMs = heartbeatMs * 2.5
    isWelcome = true
    failedTries = 0
    leastRetryMs = 0
    const oldest = Date.now() - unsureMs
    waiting = furthest([...unsure.filter(({ at }) => at > oldest).map(({ report }) => report), ...waiting])
    unsure = []
    onConnected(true)
    flush()
  }

  function lose() {
    socket = undefined
    isWelcome = false
    clearTimeout(silence)
    onConnected(false)
    const backOffMs = Math.min(firstRetryMs * 2 ** failedTries++, longestRetryMs)
    timers.after(Math.max(backOffMs, leastRetryMs) * (0.5 + Math.random() / 2), open)
  }

  /**
   * A line that was cut without a word is noticed by its silence. An ordinary timer, since it always runs: the others
   * keep a page that nobody sees awake.
   */
  function expectWord(withinMs: number) {
    clearTimeout(silence)
    silence = setTimeout(() => {
      const silent = socket
      lose()
      silent?.close()
    }, withinMs)
  }

  function say(message: PageMessage | PageMessage[]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function flush() {
    if (!isWelcome || isFrameFull || waiting.length === 0) return
    const reports = waiting.splice(0, reportsPerFrame)
    say(reports)
    const at = Date.now()
    unsure = [...unsure, ...reports.map((report) => ({ report, at }))].slice(-maxWaiting)
    isFrameFull = true
    timers.after(frameMs, () => {
      isFrameFull = false
      flush()
    })
  }

  function tell(report: Report | Trouble) {
    waiting.push(report)
    if (waiting.length > maxWaiting) waiting.shift()
    flush()
  }

  return {
    report: (report: Report) => tell(report),

    trouble: (id: string, reason: string) =>
      tell({ type: 'trouble', id, reason: reason.replace(/\p{C}/gu, ' ').slice(0, 200) }),
  }
}

/**
 * Of an item only the furthest it got counts: whoever hears that it is finished knows that it was shown. The last word
 * may be an earlier one, where the server sent it again.
 */
function furthest(reports: (Report | Trouble)[]) {
  const kept: Map<string, Report | Trouble> = new Map()
  for (const report of reports) {
    const key = report.type === 'trouble' ? `${report.id} ${report.reason}` : report.id
    const known = kept.get(key)
    if (known === undefined || rankOf(report) >= rankOf(known)) kept.set(key, report)
  }
  return [...kept.values()]
}

function rankOf({ type }: Report | Trouble) {
  return ['received', 'shown', 'failed', 'finished'].indexOf(type)
}
