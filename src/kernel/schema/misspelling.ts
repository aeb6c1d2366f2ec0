const maxLength = 60

/**
 * The one of these names that is plainly meant, for a refusal that says so: the nearest, without case and punctuation. Two
 * letters in each other's place are one mistake.
 */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  // Nobody misspells more than this, and each letter is compared with every letter of every name.
  if (name.length > maxLength) return undefined
  const letters = lettersOf(name)
  let nearest: { readonly name: string; readonly distance: number } | undefined
  for (const one of names) {
    const meant = lettersOf(one)
    const allowed = meant.length >= 8 ? 2 : meant.length >= 4 ? 1 : 0
    if (Math.abs(letters.length - meant.length) > allowed) continue
    const distance = editDistance(letters, meant, 1)
    if (distance <= Math.min(allowed, (nearest?.distance ?? allowed + 1) - 1)) nearest = { name: one, distance }
  }
  return nearest?.name
}

/** Stricter, because a request is refused for it that would do something otherwise. */
export function isMisspelling(name: string, meant: string): boolean {
  const a = lettersOf(name)
  const b = lettersOf(meant)
  if (a === b) return true
  const allowed = b.length >= 8 ? 2 : b.length >= 5 ? 1 : 0
  return Math.abs(a.length - b.length) <= allowed && editDistance(a, b, 2) <= allowed
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function editDistance(a: string, b: string, swapCost: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + swapCost : replaced
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
