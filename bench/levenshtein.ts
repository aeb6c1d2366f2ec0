/** Levenshtein distance, with one row that is reused. */
export function createLevenshtein(longest: number) {
  const row = new Uint16Array(longest + 1)
  return (a: string, b: string): number => {
    const width = b.length
    for (let j = 0; j <= width; j++) row[j] = j
    for (let i = 1; i <= a.length; i++) {
      const letter = a.charCodeAt(i - 1)
      let diagonal = i - 1
      let left = i
      for (let j = 1; j <= width; j++) {
        const above = row[j] as number
        const swapped = letter === b.charCodeAt(j - 1) ? diagonal : diagonal + 1
        const shorter = Math.min(left, above) + 1
        row[j - 1] = left
        left = Math.min(swapped, shorter)
        diagonal = above
      }
      row[width] = left
    }
    return row[width] as number
  }
}
