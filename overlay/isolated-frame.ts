import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import type { Text } from '../src/kernel/text/message.ts'
import { TextError } from '../src/kernel/text/text-error.ts'
import { foreignWords } from '../src/registry/page-reasons.ts'
import type { Timers } from './timers.ts'
import { textOf } from './values.ts'

/** How long the frame may take to load, and how long to answer after that. */
const loadMs = 8_000
const answerMs = 4_000
/** Code that leaves this many pings in a row unanswered is in an endless loop. */
const maxUnanswered = 5
const maxMessages = 200
/** From this version on, Chromium gives a frame without an origin its own process. OBS went from 103 to this one. */
const firstIsolating = 127
const hostNames = 20

let hostName = 0
let hasOtherNames = true

export interface FrameContent {
  readonly html: string
  readonly css: string
  readonly js: string
  /** What the code gets to begin with. */
  readonly payload: unknown
  readonly silent: boolean
  readonly forwardsConsole: boolean
  /** A widget stays and receives data; an effect ends by itself. */
  readonly isWidget: boolean
}

/**
 * Runs the broadcaster's own code in a sandboxed frame without network access. It runs in another process, so that an
 * endless loop does not stop the page; the page pings it to find out whether it still responds.
 */
export function openIsolatedFrame(
  element: HTMLElement,
  content: FrameContent,
  needs: {
    readonly timers: Timers
    readonly pingMs: number
    readonly onStarted: () => void
    readonly onDone: () => void
    /** The frame is closed already. */
    readonly onFailed: (reason: Text) => void
  },
) {
  const { timers, pingMs } = needs
  const addresses = frameAddresses()
  if (addresses.length === 0) throw new TextError(messages.effectNotIsolated.of())
  // In a shadow tree, which the frames of others cannot reach.
  const place = element.attachShadow({ mode: 'closed' })
  place.append(document.createElement('slot'))
  let received = 0
  let pings = 0
  let unanswered = 0
  let sendToFrame: (message: object) => void = () => {}
  let closeFrame = openFrame()

  function openFrame() {
    const address = addresses.shift() ?? ''
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.referrerPolicy = 'no-referrer'
    frame.tabIndex = -1
    frame.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; border: 0; color-scheme: normal'
    const { port1: port, port2: theirs } = new MessageChannel()
    let loads = 0
    let cancelTimer = timers.after(loadMs, tryElsewhere)

    frame.onload = () => {
      if (++loads > 1) return stopFor(messages.effectLeftFrame.of())
      frame.contentWindow?.postMessage(content, '*', [theirs])
      // The browser's own error page for an address that was not found loads too.
      cancelTimer()
      cancelTimer = timers.after(answerMs, tryElsewhere)
    }
    /** Whether the message is one too many; the frame is removed then. */
    function isTooMany() {
      if (++received <= maxMessages + pings) return false
      stopFor(messages.effectTooManyMessages.of())
      return true
    }
    // `parent.postMessage` reaches the page without the port. Nothing reads it, but each message costs the page time.
    const countStray = ({ source }: MessageEvent) => void (source === frame.contentWindow && isTooMany())
    addEventListener('message', countStray)
    port.onmessage = ({ data }) => {
      if (isTooMany()) return
      unanswered = 0
      if (data?.type === 'ready') ask()
      else receive(data)
    }
    sendToFrame = (message) => port.postMessage(message)
    frame.src = address
    place.append(frame)

    /** Counts pings instead of time: a page that was suspended has not sent any. */
    function ask() {
      cancelTimer()
      if (++unanswered > maxUnanswered) return stopFor(messages.effectNotResponding.of())
      pings++
      port.postMessage('ping')
      cancelTimer = timers.after(pingMs, ask)
    }

    return () => {
      cancelTimer()
      removeEventListener('message', countStray)
      port.onmessage = null
      port.close()
      frame.remove()
    }
  }

  /** The frame did not load, so no code has run yet. */
  function tryElsewhere() {
    if (addresses.length === 0) return stopFor(messages.effectFrameNotLoaded.of())
    hasOtherNames = false
    closeFrame()
    closeFrame = openFrame()
  }

  function receive(message: { type?: unknown; reason?: unknown } | null) {
    if (message?.type === 'started') {
      needs.onStarted()
    } else if (message?.type === 'done') {
      needs.onStarted()
      needs.onDone()
    } else if (message?.type === 'console' && content.forwardsConsole) {
      // Only the preview sets this, and listens.
      dispatchEvent(new CustomEvent('effect-console', { detail: message }))
    } else if (message?.type === 'error') {
      stopFor(messages.effectThrew.of({ error: foreignWords(textOf(message.reason)) }))
    }
  }

  function stopFor(reason: Text) {
    closeFrame()
    needs.onFailed(reason)
  }

  return { send: (message: object) => sendToFrame(message), stopFor, close: () => closeFrame() }
}

/**
 * The addresses that the frame can be loaded from, the best first. Browsers separate processes by site, and the same
 * server under another host name is another site; every *.localhost is this machine. Under the page's own host name
 * frames share a process, in older browsers even with the page, where they must not run.
 */
function frameAddresses() {
  const version = Number(/Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? firstIsolating)
  const url = new URL('overlay/effect-frame', document.baseURI)
  const addresses = version >= firstIsolating ? [url.href] : []
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) && url.protocol === 'http:'
  if (!isHere || (addresses.length > 0 && !hasOtherNames)) return addresses
  hostName = (hostName + 1) % hostNames
  url.hostname = `effect-${hostName}.localhost`
  return [url.href, ...addresses]
}
