/** Highlights a text word by word while it is spoken. The text itself does not change. */
export function createWordHighlight(element: HTMLElement) {
  const text = element.textContent ?? ''
  const words: { span: HTMLElement; begins: number }[] = []
  element.textContent = ''
  let at = 0
  for (const part of text.split(/(\s+)/)) {
    if (/\S/.test(part)) {
      const span = document.createElement('span')
      span.className = 'word'
      span.textContent = part
      words.push({ span, begins: at / text.length })
      element.append(span)
    } else {
      element.append(part)
    }
    at += part.length
  }
  let said = 0

  return {
    /** The spoken part, 0 to 1. */
    to(gone: number) {
      for (; said < words.length; said++) {
        const word = words[said]
        if (word === undefined || word.begins > gone) return
        word.span.classList.add('said')
      }
    },
  }
}
