import type { Cue } from '../src/capabilities/overlay/contract/cues.ts'

const maxSeen = 1000

/**
 * The state of the page that survives a reload: its name, its position in the history, the ids it has received, so that
 * nothing is shown twice, and the queued cues, so that nothing is lost. Each channel and each `only` has its own.
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

    /** Whether the cue is new. */
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

    /** The cue is on screen now, or was dropped. */
    dropWaiting(id: string) {
      try {
        sessionStorage.removeItem(waitingKey + id)
      } catch {
        // As in write.
      }
    },

    /** The cues that were queued when the page was closed, in order. */
    listWaiting(): Cue[] {
      try {
        const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(waitingKey))
        const cues = keys.map((name) => read(name) as unknown as Cue)
        return cues.filter((cue) => typeof cue.seq === 'number').sort((one, other) => one.seq - other.seq)
      } catch {
        return []
      }
    },

    /** A duplicated window has the name of the original; the newer one takes a new name. */
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
    // Without storage, or with full storage, a reload starts from scratch.
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
  // randomUUID does not exist on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `page_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
