import type { Cue } from '../src/contract/overlay-messages.ts'

const maxSeen = 1000

/**
 * What the page knows of itself, kept over reloads: its name, the last place in the history it got, the ids it has
 * seen, so that nothing is shown twice, and what still waits, so that nothing is lost. Each channel and each narrowing
 * has its own.
 */
export function createMemory({ token, only }: { token: string; only: string | undefined }) {
  const key = `showcaller ${token.split('_')[1]} ${only ?? ''}`
  const waitingKey = `${key} waiting `
  const kept = read(key)
  let page = typeof kept.page === 'string' ? kept.page : newName()
  let last = typeof kept.last === 'number' ? kept.last : undefined
  const seen = new Set(Array.isArray(kept.seen) ? kept.seen : [])
  keep()

  function keep() {
    write(key, { page, last, seen: [...seen] })
  }

  return {
    get page() {
      return page
    },
    get last() {
      return last
    },

    moveTo(seq: number) {
      last = seq
      keep()
    },

    /** Whether this one is new. */
    note({ id, seq }: { id: string; seq: number }) {
      const isNew = !seen.has(id)
      seen.add(id)
      for (const oldest of seen) {
        if (seen.size <= maxSeen) break
        seen.delete(oldest)
      }
      last = Math.max(last ?? 0, seq)
      keep()
      return isNew
    },

    putWaiting(cue: Cue) {
      write(waitingKey + cue.id, cue)
    },

    /** It is on screen now, or never will be. */
    dropWaiting(id: string) {
      try {
        sessionStorage.removeItem(waitingKey + id)
      } catch {
        // See write.
      }
    },

    /** What waited when the page was last left, in order. */
    listWaiting(): Cue[] {
      try {
        const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(waitingKey))
        const cues = keys.map((name) => read(name) as unknown as Cue)
        return cues.filter((cue) => typeof cue.seq === 'number').sort((one, other) => one.seq - other.seq)
      } catch {
        return []
      }
    },

    /** A window that was duplicated has the first one's name; the younger takes its own. */
    renew() {
      page = newName()
      keep()
    },
  }
}

export type Memory = ReturnType<typeof createMemory>

function write(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage, or room in it, a reload starts afresh, which is all that is lost.
  }
}

function read(key: string): { page?: unknown; last?: unknown; seen?: unknown } {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

function newName() {
  // Not randomUUID: a page on plain http has none.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `page_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
