/** No page of a chat is as long as this. */
const maxPieceLength = 4 * 1024 * 1024

/**
 * Takes the objects out of a JSON array that never ends, however the pieces arrive: `[{…}` now, `,{…}` a minute later.
 * Everything between the objects of the outer array is passed over.
 */
export function createJsonArrayParser(): (text: string) => unknown[] {
  let begun = ''
  let depth = 0
  let isText = false
  let isEscaped = false

  return (text) => {
    const found: unknown[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      if (depth === 0 && char !== '{') from = at + 1
      else if (isEscaped) isEscaped = false
      else if (isText) {
        if (char === '\\') isEscaped = true
        else if (char === '"') isText = false
      } else if (char === '"') isText = true
      else if (char === '{') depth++
      else if (char === '}' && --depth === 0) {
        found.push(JSON.parse(begun + text.slice(from, at + 1)))
        begun = ''
        from = at + 1
      }
    }
    begun += text.slice(from)
    if (begun.length > maxPieceLength) throw new Error('an answer without end')
    return found
  }
}
