const hints: Map<string, string> = new Map()

/**
 * A line for whoever opened the page in a browser; on stream it would only be in the way.
 * text: empty when all is well
 */
export function showHint(about: 'link' | 'sound', text: string) {
  const hint = document.getElementById('hint')
  if (hint === null || 'obsstudio' in window) return
  hints.set(about, text)
  hint.textContent = hints.get('link') || hints.get('sound') || ''
  hint.hidden = hint.textContent === ''
}
