import type { SpokenAudio } from './engine.ts'

/**
 * Spoken lines that wait for the overlay, kept as long as most of them wait. A line that waits longer, or that had to make
 * room for newer ones, is spoken again.
 */
export interface AudioCache {
  put(id: string, audio: SpokenAudio): void
  /** Replaces the audio of an id that is still kept. */
  replace(id: string, audio: SpokenAudio): void
  find(id: string): SpokenAudio | undefined
  clear(): void
  size(): { items: number; bytes: number }
}

export function createAudioCache({
  maxItems = 64,
  maxBytes = 48 * 1024 * 1024,
  lifeMs = 300_000,
  now = () => performance.now(),
}: {
  readonly maxItems?: number
  readonly maxBytes?: number
  readonly lifeMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
} = {}): AudioCache {
  const items = new Map<string, { readonly audio: SpokenAudio; readonly until: number }>()
  let bytes = 0
  let sweep: NodeJS.Timeout | undefined

  function remove(id: string): void {
    const item = items.get(id)
    if (item === undefined) return
    items.delete(id)
    bytes -= item.audio.bytes.length
  }

  /** Oldest first, which is the insertion order of the map. */
  function removeWhile(isTooMuch: (until: number) => boolean): void {
    for (const [id, { until }] of items) {
      if (!isTooMuch(until)) return
      remove(id)
    }
  }

  function forgetOld(): void {
    removeWhile((until) => until <= now())
    clearTimeout(sweep)
    if (items.size === 0) return
    sweep = setTimeout(forgetOld, lifeMs)
    sweep.unref()
  }

  function removeExcess(): void {
    removeWhile(() => items.size > maxItems || (bytes > maxBytes && items.size > 1))
  }

  return {
    put(id, audio) {
      remove(id)
      items.set(id, { audio, until: now() + lifeMs })
      bytes += audio.bytes.length
      removeExcess()
      forgetOld()
    },
    replace(id, audio) {
      const item = items.get(id)
      if (item === undefined) return
      bytes += audio.bytes.length - item.audio.bytes.length
      items.set(id, { ...item, audio })
      removeExcess()
    },
    find(id) {
      const item = items.get(id)
      if (item === undefined || item.until > now()) return item?.audio
      remove(id)
      return undefined
    },
    clear() {
      clearTimeout(sweep)
      items.clear()
      bytes = 0
    },
    size: () => ({ items: items.size, bytes }),
  }
}
