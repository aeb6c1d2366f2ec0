const hints: Map<string, string> = new Map()

/** A line for people who open the page in a browser; it is not shown in OBS. An empty text removes it. */
export function showHint(about: 'link' | 'sound', text: string) {
  const hint = document.getElementById('hint')
  if (hint === null || 'obsstudio' in window) return
  hints.set(about, text)
  hint.textContent = hints.get('link') || hints.get('sound') || ''
  hint.hidden = hint.textContent === ''
}
