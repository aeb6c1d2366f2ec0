import type { IconName } from '../../../src/definitions/icons.ts'

/** One line of the command palette. */
export interface PaletteEntry {
  readonly word: string
  readonly more?: string
  readonly hint: string
  /** The keyboard shortcut for the same. */
  readonly keys?: string
  readonly icon: IconName
  /** The text for the field, where something has to be typed first. */
  readonly completes?: string
  /** Always first: made for exactly what is typed. */
  readonly isAnswer?: boolean
  run(go: (path: string) => void): void
}

/** The entries that contain every typed word: answers first, then those whose name starts with what is typed. */
export function rank(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const wanted = typed.trim().toLowerCase()
  const parts = wanted.split(/[\s-]+/)
  const found = entries.flatMap((entry) => {
    if (entry.isAnswer === true) return { entry, place: 0 }
    const word = entry.word.toLowerCase()
    const text = `${word} ${entry.more?.toLowerCase() ?? ''} ${entry.hint}`
    if (!parts.every((part) => text.includes(part))) return []
    return { entry, place: placeOf(word, wanted) }
  })
  // Entries of one place keep their order.
  return found.sort((one, other) => one.place - other.place).map(({ entry }) => entry)
}

function placeOf(word: string, wanted: string): number {
  if (wanted === '') return 3
  if (word.startsWith(wanted)) return 1
  return word.split(' ').some((part) => part.startsWith(wanted)) ? 2 : 3
}
