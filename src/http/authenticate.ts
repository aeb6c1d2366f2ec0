import type { Clock } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import { Failure } from '../contract/failures.ts'
import { listHolds } from '../features/keys/addresses.ts'
import { hashSecret, looksLikeKey } from '../features/keys/key-format.ts'
import type { Key, Keys } from '../features/keys/keys.ts'
import type { OwnLimiter } from '../limits/limiter.ts'
import type { Log } from '../log.ts'

const maxCached = 10_000
const failedKeysPerMinute = 30
const noteEveryMs = 60_000
const maxAddresses = 1000
/** Long enough that a busy minute costs some commits instead of some hundred. */
const notesTogetherMs = 2000
const notesAtOnce = 200

interface CachedKey {
  readonly key: Key
  notedAt: number
  readonly addresses: Set<string>
}

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Who is calling. A key seen before is found by its raw header, without hashing it again. */
export function createAuthenticate(needs: { keys: Keys; limiter: OwnLimiter; clock: Clock; bus: Bus; log: Log }) {
  const { keys, limiter, clock, bus, log } = needs
  const cache = new Map<string, CachedKey>()
  const unwritten = new Map<Key, string>()
  let timer: NodeJS.Timeout | undefined

  bus.subscribe('key-changed', ({ hash }) => {
    for (const [header, { key }] of cache) if (key.hash === hash) cache.delete(header)
  })

  bus.subscribe('missed-messages', () => cache.clear())

  // What a key acts on is kept with it.
  bus.subscribe('channel-changed', () => cache.clear())

  async function look(header: string | undefined, address: string): Promise<CachedKey> {
    if (header === undefined) throw new Failure('missing_key')
    const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    if (secret === undefined) throw new Failure('missing_key')
    const key = looksLikeKey(secret) ? await keys.findByHash(hashSecret(secret)) : undefined
    if (key === undefined) throw failedKey('invalid_key', address)
    const cached = { key, notedAt: 0, addresses: new Set<string>() }
    if (cache.size >= maxCached) cache.clear()
    cache.set(header, cached)
    return cached
  }

  /** After too many wrong keys an address hears 429 for further ones; a right key always works. */
  function failedKey(code: 'invalid_key' | 'expired_key' | 'revoked_key', address: string): Failure {
    const { allowed, resetSeconds } = limiter.take(`failed ${address}`, failedKeysPerMinute)
    if (allowed) return new Failure(code)
    return new Failure('rate_limited', {
      message: 'Too many requests with keys that do not work. Wait and try again.',
      retryAfterSeconds: resetSeconds,
    })
  }

  function use(cached: CachedKey, address: string): Key {
    const { key } = cached
    if (key.revokedAt !== null) throw failedKey('revoked_key', address)
    if (key.expiresAt !== null && key.expiresAt <= clock.now()) throw failedKey('expired_key', address)
    noteUse(cached, address)
    return key
  }

  /** A new address is noted at once; the time of the last use, which only people look at, a moment later and together. */
  function noteUse(cached: CachedKey, address: string): void {
    const now = clock.now()
    const isNew = !cached.addresses.has(address)
    if (!isNew && Math.abs(now - cached.notedAt) < noteEveryMs) return
    cached.notedAt = now
    if (isNew) {
      if (cached.addresses.size < maxAddresses) cached.addresses.add(address)
      void write(cached.key, address)
      return
    }
    unwritten.set(cached.key, address)
    timer ??= setTimeout(flush, notesTogetherMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const notes = [...unwritten]
    unwritten.clear()
    // Some at a time: whoever waits to write something that matters must find room.
    for (let done = 0; done < notes.length; done += notesAtOnce) {
      await Promise.all(notes.slice(done, done + notesAtOnce).map(([key, address]) => write(key, address)))
    }
  }

  function write(key: Key, address: string): Promise<void> {
    return keys.noteUse(key, address).catch((error: unknown) => log.warn('the use of a key was not noted', { error }))
  }

  return {
    /**
     * The key, or the failure with 401; at once for a key seen before. Whether it may be used from here and for this
     * is asked separately.
     */
    key(header: string | undefined, address: string): Key | Promise<Key> {
      const cached = header === undefined ? undefined : cache.get(header)
      return cached === undefined ? look(header, address).then((found) => use(found, address)) : use(cached, address)
    },

    /** The same for a key that was found without its secret. Nobody guesses here, so nothing counts as a guess. */
    requireUsable(key: Key): void {
      if (key.revokedAt !== null) throw new Failure('revoked_key')
      if (key.expiresAt !== null && key.expiresAt <= clock.now()) throw new Failure('expired_key')
    },

    /** Writes what is still to be noted; before the database closes. */
    flush,

    mayUseFrom(key: Key, address: string): boolean {
      return key.addresses === undefined || listHolds(key.addresses, address)
    },
  }
}
