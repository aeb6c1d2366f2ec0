import type { EffectStage } from '../effects.ts'
import { textOf } from '../values.ts'

/** How long the frame itself may take to come, and how long to answer once it has. */
const comeMs = 8_000
const answerMs = 4_000
const pingMs = 500
/** So many questions in a row may stay unanswered: then it loops. */
const maxUnanswered = 5
const maxMessages = 200
/** Browsers from here on give a frame without origin a process of its own; OBS had 103 before it had this one. */
const firstIsolating = 127
const rooms = 20

let room = 0
let hasOtherNames = true

/**
 * The broadcaster's own effect, in a frame that reaches nothing. It runs in another process, so that one that loops
 * takes nobody along; the page asks it again and again whether it is still there.
 */
export function start({
  element,
  payload,
  settings,
  isTimed,
  lifeMs,
  isSilent,
  timers,
  shown,
  end,
  fail,
}: EffectStage) {
  const addresses = frameAddresses()
  if (addresses.length === 0) throw new Error('this browser cannot keep the effect apart from the page; OBS 31 can')
  // In a shadow tree, where the frames of other effects do not see it.
  const place = element.attachShadow({ mode: 'closed' })
  place.append(document.createElement('slot'))
  let cancelLate: () => void = () => {}
  const code = { html: textOf(settings.html), css: textOf(settings.css), js: textOf(settings.js) }
  const tells = settings.tells === true
  let messages = 0
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
    let cancelTimer = timers.after(comeMs, tryElsewhere)

    frame.onload = () => {
      if (++loads > 1) return stopFor('the effect tried to leave its frame')
      frame.contentWindow?.postMessage({ payload, ...code, silent: isSilent, tells }, '*', [theirs])
      // A page of the browser's own, which says that the address was not found, loads too.
      cancelTimer()
      cancelTimer = timers.after(answerMs, tryElsewhere)
    }
    port.onmessage = ({ data }) => {
      if (++messages > maxMessages + lifeMs / pingMs) return stopFor('the effect talks too much')
      unanswered = 0
      if (data?.type === 'ready') ask()
      else hear(data)
    }
    frame.src = address
    place.append(frame)

    /** Counted in questions, not in time: a page that stood still has not asked. */
    function ask() {
      cancelTimer()
      if (++unanswered > maxUnanswered) return stopFor('the effect does not answer')
      port.postMessage('ping')
      cancelTimer = timers.after(pingMs, ask)
    }

    return () => {
      cancelTimer()
      port.onmessage = null
      port.close()
      frame.remove()
    }
  }

  /** The frame itself did not come, so no code of the effect has run yet. */
  function tryElsewhere() {
    if (addresses.length === 0) return stopFor('the frame of the effect could not be loaded')
    hasOtherNames = false
    closeFrame()
    closeFrame = openFrame()
  }

  function hear(said: { type?: unknown; reason?: unknown } | null) {
    if (said?.type === 'started') {
      begin()
    } else if (said?.type === 'done') {
      begin()
      end()
    } else if (said?.type === 'console' && tells) {
      // Only a preview asks for it, and listens.
      dispatchEvent(new CustomEvent('effect-console', { detail: said }))
    } else if (said?.type === 'error') {
      stopFor(`the effect threw ${textOf(said.reason)}`)
    }
  }

  function begin() {
    if (hasStarted) return
    hasStarted = true
    shown()
    // Without a word of its own that it is done, an effect that names no time is one that never ends.
    if (!isTimed) cancelLate = timers.after(lifeMs - 50, () => stopFor('the effect did not end by itself'))
  }

  function stopFor(reason: string) {
    close()
    fail(reason.replace(/\p{C}/gu, ' ').slice(0, 180))
  }

  function close() {
    cancelLate()
    closeFrame()
  }
  return close
}

/**
 * Where the frame may come from, the best first. Browsers part processes by site, and the same server under another
 * name is another site; this machine has as many names as one likes. Under the page's own name effects share a process,
 * and in an older browser even with the page, which is no place for them.
 */
function frameAddresses() {
  const version = Number(/Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? firstIsolating)
  const url = new URL('overlay/effect-frame', document.baseURI)
  const addresses = version >= firstIsolating ? [url.href] : []
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) && url.protocol === 'http:'
  if (!isHere || (addresses.length > 0 && !hasOtherNames)) return addresses
  room = (room + 1) % rooms
  url.hostname = `effect-${room}.localhost`
  return [url.href, ...addresses]
}
