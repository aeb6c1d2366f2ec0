import { custom } from '../../src/contract/effects/custom.ts'
import { implementEffect } from '../effect.ts'
import { messages } from '../messages.ts'
import { textOf } from '../values.ts'

/** How long the frame may take to load, and how long to answer after that. */
const loadMs = 8_000
const answerMs = 4_000
const pingMs = 500
/** An effect that leaves this many pings in a row unanswered is in an endless loop. */
const maxUnanswered = 5
const maxMessages = 200
/** From this version on, Chromium gives a frame without an origin its own process. OBS went from 103 to this one. */
const firstIsolating = 127
const hostNames = 20

let hostName = 0
let hasOtherNames = true

/**
 * The broadcaster's own code, in a sandboxed frame without network access. It runs in another process, so that an
 * endless loop does not stop the page; the page pings it to find out whether it still responds.
 */
export const effect = implementEffect(
  custom,
  ({ element, payload, given, settings, lifeMs, isSilent, timers, shown, end, fail }) => {
    const addresses = frameAddresses()
    if (addresses.length === 0) throw new Error(messages.effectNotIsolated())
    // In a shadow tree, which the frames of other effects cannot reach.
    const place = element.attachShadow({ mode: 'closed' })
    place.append(document.createElement('slot'))
    let cancelDeadline: () => void = () => {}
    const code = { html: settings.html ?? '', css: settings.css ?? '', js: settings.js ?? '' }
    const forwardsConsole = given.forwardsConsole === true
    let received = 0
    let unanswered = 0
    let hasStarted = false
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
        if (++loads > 1) return stopFor(messages.effectLeftFrame())
        frame.contentWindow?.postMessage({ payload, ...code, silent: isSilent, forwardsConsole }, '*', [theirs])
        // The browser's own error page for an address that was not found loads too.
        cancelTimer()
        cancelTimer = timers.after(answerMs, tryElsewhere)
      }
      /** Whether the message is one too many; the effect is removed then. */
      function isTooMany() {
        if (++received <= maxMessages + lifeMs / pingMs) return false
        stopFor(messages.effectTooManyMessages())
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
      frame.src = address
      place.append(frame)

      /** Counts pings instead of time: a page that was suspended has not sent any. */
      function ask() {
        cancelTimer()
        if (++unanswered > maxUnanswered) return stopFor(messages.effectNotResponding())
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

    /** The frame did not load, so no code of the effect has run yet. */
    function tryElsewhere() {
      if (addresses.length === 0) return stopFor(messages.effectFrameNotLoaded())
      hasOtherNames = false
      closeFrame()
      closeFrame = openFrame()
    }

    function receive(message: { type?: unknown; reason?: unknown } | null) {
      if (message?.type === 'started') {
        begin()
      } else if (message?.type === 'done') {
        begin()
        end()
      } else if (message?.type === 'console' && forwardsConsole) {
        // Only the preview sets this, and listens.
        dispatchEvent(new CustomEvent('effect-console', { detail: message }))
      } else if (message?.type === 'error') {
        stopFor(messages.effectThrew({ error: textOf(message.reason) }))
      }
    }

    function begin() {
      if (hasStarted) return
      hasStarted = true
      shown()
      // An effect without a duration must call done() itself.
      if (given.seconds === undefined)
        cancelDeadline = timers.after(lifeMs - 50, () => stopFor(messages.effectNotEnding()))
    }

    function stopFor(reason: string) {
      close()
      fail(reason.replace(/\p{C}/gu, ' ').slice(0, 180))
    }

    function close() {
      cancelDeadline()
      closeFrame()
    }
    return close
  },
)

/**
 * The addresses that the frame can be loaded from, the best first. Browsers separate processes by site, and the same
 * server under another host name is another site; every *.localhost is this machine. Under the page's own host name
 * effects share a process, in older browsers even with the page, where they must not run.
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
