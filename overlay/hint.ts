/** A line for people who open the page in a browser; it is not shown in OBS. An empty text removes it. */
export function showHint(text: string) {
  const hint = document.getElementById('hint')
  if (hint === null || 'obsstudio' in window) return
  hint.textContent = text
  hint.hidden = text === ''
}
