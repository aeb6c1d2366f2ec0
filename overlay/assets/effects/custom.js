// @ts-check
import { textOf } from '../values.js'

/** @import { EffectStage } from '../effects.js' */

const readyMs = 4_000
const pingMs = 500
/** So many questions in a row may stay unanswered: then it loops. */
const maxUnanswered = 5
const maxMessages = 200
/** Browsers from here on give a frame without origin a process of its own; OBS had 103 before it had this one. */
const firstIsolating = 127

/**
 * The broadcaster's own effect, in a frame that reaches nothing. It runs in another process, so that one that loops
 * takes nobody along; the page asks it again and again whether it is still there.
 * @param {EffectStage} stage
 */
export function start({ element, payload, settings, isTimed, lifeMs, isSilent, timers, shown, end, fail }) {
  const address = frameAddress(isSilent)
  if (address === undefined) throw new Error('this browser cannot keep the effect apart from the page; OBS 31 can')
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.tabIndex = -1
  const { port1: port, port2: theirs } = new MessageChannel()
  let messages = 0
  let unanswered = 0
  let loads = 0
  let hasStarted = false
  /** @type {() => void} */
  let cancelAsk = () => {}
  const cancelReady = timers.after(readyMs, () => stopFor('the effect did not start in time'))
  // Without a word of its own that it is done, an effect that names no time is one that never ends.
  const cancelLate = isTimed ? () => {} : timers.after(lifeMs - 50, () => stopFor('the effect did not end by itself'))

  frame.onload = () => {
    if (++loads > 1) return stopFor('the effect tried to leave its frame')
    const { html, css, js } = settings
    const code = { html: textOf(html), css: textOf(css), js: textOf(js) }
    frame.contentWindow?.postMessage({ payload, ...code, silent: isSilent }, '*', [theirs])
    ask()
  }
  port.onmessage = ({ data }) => {
    if (++messages > maxMessages + lifeMs / pingMs) return stopFor('the effect talks too much')
    unanswered = 0
    if (data?.type === 'started' && !hasStarted) {
      hasStarted = true
      cancelReady()
      shown()
    } else if (data?.type === 'done') {
      if (!hasStarted) shown()
      end()
    } else if (data?.type === 'error') {
      stopFor(`the effect threw ${textOf(data.reason)}`)
    }
  }
  frame.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; border: 0; color-scheme: normal'
  frame.src = address
  // In a shadow tree, where the frames of other effects do not see it.
  element.attachShadow({ mode: 'closed' }).append(frame, document.createElement('slot'))

  /** Counted in questions, not in time: a page that stood still has not asked. */
  function ask() {
    if (++unanswered > maxUnanswered) return stopFor('the effect does not answer')
    port.postMessage('ping')
    cancelAsk = timers.after(pingMs, ask)
  }

  /** @param {string} reason */
  function stopFor(reason) {
    close()
    fail(reason.replace(/\p{C}/gu, ' ').slice(0, 180))
  }

  function close() {
    cancelAsk()
    cancelReady()
    cancelLate()
    port.onmessage = null
    port.close()
    frame.remove()
  }
  return close
}

/**
 * An older browser parts processes by site, and the same server under another name is another site. Only this machine
 * has a second name.
 * @param {boolean} isSilent
 */
function frameAddress(isSilent) {
  const version = Number(/Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? firstIsolating)
  const url = new URL('overlay/effect-frame', document.baseURI)
  if (isSilent) url.search = '?silent'
  if (version >= firstIsolating) return url.href
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) && url.protocol === 'http:'
  if (!isHere) return undefined
  url.hostname = 'effects.localhost'
  return url.href
}
