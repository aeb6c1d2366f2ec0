/** The one of these names that is plainly meant: the same without case and punctuation, otherwise nearly the same. */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(name)
  return names.find((one) => lettersOf(one) === letters) ?? names.find((one) => isMisspelling(name, one))
}

export function isMisspelling(name: string, meant: string): boolean {
  const a = lettersOf(name)
  const b = lettersOf(meant)
  if (a === b) return true
  const allowed = b.length >= 8 ? 2 : b.length >= 5 ? 1 : 0
  return Math.abs(a.length - b.length) <= allowed && editDistance(a, b) <= allowed
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 1] ? 0 : 1
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + swap))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
