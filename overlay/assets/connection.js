// @ts-check

/** @import { Timers } from './timers.js' */
/** @import { Hello, PageMessage, Report, ServerMessage, Trouble } from '../../src/contract/overlay-messages.ts' */

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

/**
 * A connection that comes back for ever. Reports wait while it is away.
 * @param {{
 *   url: URL,
 *   hello: () => Hello,
 *   hear: (message: ServerMessage) => void,
 *   onConnected: (connected: boolean) => void,
 *   timers: Timers,
 * }} needs
 */
export function connect({ url, hello, hear, onConnected, timers }) {
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = ''
  url.hash = ''
  /** @type {WebSocket | undefined} */
  let socket
  let isWelcome = false
  let failedTries = 0
  let leastRetryMs = 0
  let silenceMs = longestRetryMs
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence
  let isFrameFull = false
  /** @type {(Report | Trouble)[]} */
  let waiting = []
  /** @type {{ report: Report | Trouble, at: number }[]} */
  let unsure = []

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

  /** @param {ServerMessage} message */
  function receive(message) {
    expectWord(silenceMs)
    if (message.type === 'ping') say({ type: 'pong' })
    else if (message.type === 'welcome') welcome(message.heartbeatMs)
    else if (message.type === 'bye' && slowReasons.includes(message.reason)) leastRetryMs = slowRetryMs
    hear(message)
  }

  /** @param {number} heartbeatMs */
  function welcome(heartbeatMs) {
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
   * @param {number} withinMs
   */
  function expectWord(withinMs) {
    clearTimeout(silence)
    silence = setTimeout(() => {
      const silent = socket
      lose()
      silent?.close()
    }, withinMs)
  }

  /** @param {PageMessage | PageMessage[]} message */
  function say(message) {
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

  /** @param {Report | Trouble} report */
  function tell(report) {
    waiting.push(report)
    if (waiting.length > maxWaiting) waiting.shift()
    flush()
  }

  return {
    /** @param {Report} report */
    report: (report) => tell(report),

    /** @param {string} id @param {string} reason */
    trouble: (id, reason) => tell({ type: 'trouble', id, reason: reason.replace(/\p{C}/gu, ' ').slice(0, 200) }),
  }
}

/**
 * Of an item only the furthest it got counts: whoever hears that it is finished knows that it was shown. The last word
 * may be an earlier one, where the server sent it again.
 * @param {(Report | Trouble)[]} reports
 */
function furthest(reports) {
  /** @type {Map<string, Report | Trouble>} */
  const kept = new Map()
  for (const report of reports) {
    const key = report.type === 'trouble' ? `${report.id} ${report.reason}` : report.id
    const known = kept.get(key)
    if (known === undefined || rankOf(report) >= rankOf(known)) kept.set(key, report)
  }
  return [...kept.values()]
}

/** @param {Report | Trouble} report */
function rankOf({ type }) {
  return ['received', 'shown', 'failed', 'finished'].indexOf(type)
}
