// @ts-check

/** @import { Cue } from '../../src/contract/overlay-messages.ts' */

const maxSeen = 1000

/**
 * What the page knows of itself, kept over reloads: its name, the last place in the history it got, the ids it has
 * seen, so that nothing is shown twice, and what still waits, so that nothing is lost. Each channel and each narrowing
 * has its own.
 * @param {{ token: string, only: string | undefined }} link
 */
export function createMemory({ token, only }) {
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

    /** @param {number} seq */
    moveTo(seq) {
      last = seq
      keep()
    },

    /**
     * Whether this one is new.
     * @param {{ id: string, seq: number }} cue
     */
    note({ id, seq }) {
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

    /** @param {Cue} cue */
    putWaiting(cue) {
      write(waitingKey + cue.id, cue)
    },

    /** It is on screen now, or never will be. @param {string} id */
    dropWaiting(id) {
      try {
        sessionStorage.removeItem(waitingKey + id)
      } catch {
        // See write.
      }
    },

    /** What waited when the page was last left, in order. @returns {Cue[]} */
    listWaiting() {
      try {
        const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(waitingKey))
        const cues = keys.map((name) => /** @type {Cue} */ (/** @type {unknown} */ (read(name))))
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

/** @typedef {ReturnType<typeof createMemory>} Memory */

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage, or room in it, a reload starts afresh, which is all that is lost.
  }
}

/** @param {string} key @returns {{ page?: unknown, last?: unknown, seen?: unknown }} */
function read(key) {
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
