import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { listHolds } from '../../kernel/http/address-list.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { OwnLimiter } from '../../kernel/limits/limiter.ts'
import { limitPerAddress } from '../../kernel/limits/per-address.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type CachedKey, createKeyCache } from './key-cache.ts'
import type { Key, Keys } from './keys.ts'

const failedKeysPerMinute = 30
const recordEveryMs = 60_000
const maxAddresses = 1000
/** Uses are written in batches, to save commits. */
const batchDelayMs = 2000
const batchSize = 200

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Finds the key of a request and checks that it may be used. */
export function createAuthenticate(needs: {
  keys: Keys
  limiter: OwnLimiter
  clock: Clock
  bus: Bus
  log: Log
  isShared: boolean
}) {
  const { keys, limiter, clock, log } = needs
  const cache = createKeyCache(needs)
  const pending = new Map<Key, string>()
  let timer: NodeJS.Timeout | undefined

  async function findKey(header: string | undefined, address: string): Promise<CachedKey> {
    if (header === undefined) throw new Failure('missing_key')
    const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    if (secret === undefined) throw new Failure('missing_key')
    const cached = await cache.load(header, secret)
    if (cached === undefined) throw failedKey('invalid_key', address)
    return cached
  }

  /** Too many invalid keys from one address are answered with 429; a valid key always works. */
  function failedKey(code: 'invalid_key' | 'expired_key' | 'revoked_key', address: string, key?: Key): Failure {
    const { allowed, resetSeconds } = limiter.take(limitPerAddress('failed', address), failedKeysPerMinute)
    const actor = key && `key:${key.id}`
    if (allowed) return new Failure(code, { actor })
    return new Failure('rate_limited', {
      message: messages.tooManyInvalidKeys.of(),
      retryAfterSeconds: resetSeconds,
      actor,
    })
  }

  function use(cached: CachedKey, address: string): Key {
    const { key } = cached
    if (key.revokedAt !== null) throw failedKey('revoked_key', address, key)
    if (key.expiresAt !== null && key.expiresAt <= clock.now()) throw failedKey('expired_key', address, key)
    recordUse(cached, address)
    return key
  }

  /** A new address is written immediately; the time of the last use later, in a batch. */
  function recordUse(cached: CachedKey, address: string): void {
    const now = clock.now()
    const isNew = !cached.addresses.has(address)
    if (!isNew && Math.abs(now - cached.recordedAt) < recordEveryMs) return
    cached.recordedAt = now
    if (isNew) {
      if (cached.addresses.size < maxAddresses) cached.addresses.add(address)
      void write(cached.key, address)
      return
    }
    pending.set(cached.key, address)
    timer ??= setTimeout(flush, batchDelayMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const uses = [...pending]
    pending.clear()
    // In batches, to leave room in the write queue for more important writes.
    for (let done = 0; done < uses.length; done += batchSize) {
      await Promise.all(uses.slice(done, done + batchSize).map(([key, address]) => write(key, address)))
    }
  }

  function write(key: Key, address: string): Promise<void> {
    return keys
      .noteUse(key, address)
      .catch((error: unknown) => log.warn('the use of a key could not be recorded', { error }))
  }

  return {
    /**
     * Returns the key, without a promise if it is cached, or throws a failure with status 401. Its addresses and scopes
     * are checked separately.
     */
    key(header: string | undefined, address: string): Key | Promise<Key> {
      const cached = header === undefined ? undefined : cache.find(header)
      return cached === undefined ? findKey(header, address).then((found) => use(found, address)) : use(cached, address)
    },

    /** Whether this header was accepted before: its key is cached. */
    isKnown: (header: string): boolean => cache.find(header) !== undefined,

    /** The same checks for a key that was found without its secret; nothing counts as a failed attempt. */
    requireUsable(key: Key): void {
      if (key.revokedAt !== null) throw new Failure('revoked_key')
      if (key.expiresAt !== null && key.expiresAt <= clock.now()) throw new Failure('expired_key')
    },

    /** Writes pending uses; must be called before the database closes. */
    close(): Promise<void> {
      cache.close()
      return flush()
    },

    mayUseFrom(key: Key, address: string): boolean {
      return key.addresses === undefined || listHolds(key.addresses, address)
    },
  }
}
