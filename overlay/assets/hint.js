// @ts-check

/** @type {Map<string, string>} */
const hints = new Map()

/**
 * A line for whoever opened the page in a browser; on stream it would only be in the way.
 * @param {'link' | 'sound'} about
 * @param {string} text empty when all is well
 */
export function showHint(about, text) {
  const hint = document.getElementById('hint')
  if (hint === null || 'obsstudio' in window) return
  hints.set(about, text)
  hint.textContent = hints.get('link') || hints.get('sound') || ''
  hint.hidden = hint.textContent === ''
}
