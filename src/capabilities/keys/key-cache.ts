import type { Bus } from '../../kernel/bus/bus.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { hashSecret, hasKeyFormat } from './key-format.ts'
import type { Key, Keys } from './keys.ts'

const maxKeys = 10_000
/** Clients send one spelling. Further ones are hashed with every call, so that they cannot fill the memory. */
const maxSpellings = 4
/** Together with the query it stays below the second that a revocation may take on another node. */
const checkEveryMs = 450

export interface CachedKey {
  readonly key: Key
  recordedAt: number
  readonly addresses: Set<string>
  /** The raw headers that this key was found with. */
  readonly headers: string[]
}

export type KeyCache = ReturnType<typeof createKeyCache>

/**
 * Known keys by their hash, with a shortcut from the raw header, so that a header is not hashed again. There is one entry
 * for each key, however its header is spelt, and dropping it removes all its shortcuts.
 */
export function createKeyCache(needs: { keys: Keys; bus: Bus; isShared: boolean }) {
  const { keys, bus } = needs
  const byHeader = new Map<string, CachedKey>()
  const byHash = createReadCache<string, CachedKey>(readKey, {
    maxEntries: maxKeys,
    onDrop: ({ headers }) => {
      for (const header of headers) byHeader.delete(header)
    },
  })

  async function readKey(hash: string): Promise<CachedKey | undefined> {
    const key = await keys.findByHash(hash)
    return key && { key, recordedAt: 0, addresses: new Set(), headers: [] }
  }

  const stops = [
    bus.subscribe('key-changed', ({ hash }) => byHash.drop(hash)),
    bus.subscribe('missed-messages', byHash.clear),
    // A cached key contains its channel.
    bus.subscribe('channel-changed', byHash.clear),
  ]
  const stopChecking = needs.isShared ? watchChanges(keys, byHash.clear) : () => {}

  return {
    find: (header: string): CachedKey | undefined => byHeader.get(header),

    /** The key of a header that has no shortcut yet. */
    async load(header: string, secret: string): Promise<CachedKey | undefined> {
      if (!hasKeyFormat(secret)) return undefined
      const hash = hashSecret(secret)
      const cached = await byHash.load(hash)
      if (cached === undefined || byHash.find(hash) !== cached) return cached
      if (cached.headers.length < maxSpellings && !byHeader.has(header)) {
        cached.headers.push(header)
        byHeader.set(header, cached)
      }
      return cached
    },

    close(): void {
      stopChecking()
      for (const stop of stops) stop()
    },
  }
}

/**
 * Between nodes the bus can lose a message, for example while the node that revokes a key is cut off from Redis. So each
 * node also compares the number of changes in the database.
 */
function watchChanges(keys: Keys, onChange: () => void): () => void {
  let known: number | undefined
  let isChecking = false

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    // Without the database nobody knows what was revoked.
    const number = await keys.changeNumber().catch(() => undefined)
    isChecking = false
    if (number === undefined || number !== known) onChange()
    known = number
  }

  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return () => clearInterval(timer)
}
