/** Longer than any page of a chat. */
const maxPieceLength = 4 * 1024 * 1024

/**
 * An incremental parser for a JSON array that is streamed without end: `[{…}` now, `,{…}` a minute later. Returns the
 * objects that are complete and ignores everything between them.
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
    if (begun.length > maxPieceLength) throw new Error('the object is too long')
    return found
  }
}
