import { signal } from '@preact/signals'
import { me } from '../../state.ts'

/** More than anybody leaves in sight. */
const kept = 200

/** The large moments that this person has seen, in this browser. */
export const seenMoments = signal<ReadonlySet<number>>(new Set(read()))

export function markSeen(seq: number): void {
  const seen = [...seenMoments.value, seq].slice(-kept)
  seenMoments.value = new Set(seen)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(seen))
  } catch {
    // Without storage it is seen until the page is closed.
  }
}

// A card in a window of its own, and another tab.
addEventListener('storage', ({ key }) => {
  if (key === storageKey()) seenMoments.value = new Set(read())
})

function read(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((seq) => typeof seq === 'number') : []
  } catch {
    return []
  }
}

function storageKey(): string {
  return `home.seen.${me.value?.channel.id ?? ''}`
}
