/** Ascending ids as a short text of ranges: `1-40,43`. Viewers who arrive together have adjacent ids. */
export function writeRanges(ids: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < ids.length; ) {
    const first = ids[at] ?? 0
    let last = first
    while (ids[at + 1] === last + 1) {
      last++
      at++
    }
    parts.push(first === last ? String(first) : `${first}-${last}`)
    at++
  }
  return parts.join(',')
}

export function readRanges(text: string): number[] {
  if (text === '') return []
  return text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
