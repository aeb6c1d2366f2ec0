import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Key, Keys } from '../keys/keys.ts'
import { eventErrors as messages } from './messages.ts'

/** On one node. A client needs one; the rest is for reconnects that overlap. */
export interface StreamLimits {
  readonly perKey: number
  readonly perChannel: number
  readonly inAll: number
}

const defaultLimits: StreamLimits = { perKey: 100, perChannel: 2_000, inAll: 10_000 }
const retryAfterSeconds = 10
/** Together with the query it stays below the second that a revocation may take on another node. */
const checkEveryMs = 450

export interface OpenStream {
  readonly key: Key
  /** The key may no longer be used, or the server closes. */
  end(reason: Failure): void
}

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Every open stream and socket of this node, with its limits. A stream ends with its key. */
export function createOpenStreams(needs: {
  keys: Keys
  clock: Clock
  bus: Bus
  log: Log
  isShared: boolean
  limits?: Partial<StreamLimits> | undefined
}) {
  const { keys, clock, bus, log, isShared } = needs
  const limits = { ...defaultLimits, ...needs.limits }
  const byHash = new Map<string, Set<OpenStream>>()
  const ofChannel = new Map<number, number>()
  let count = 0
  let knownChange: number | undefined
  let isChecking = false
  let isClosing = false
  let stops: (() => void)[] = []

  function start(): void {
    const timer = setInterval(() => void check(), checkEveryMs).unref()
    stops = [
      bus.subscribe('key-changed', ({ hash }) => void recheck(hash)),
      bus.subscribe('missed-messages', () => void recheckAll()),
      () => clearInterval(timer),
    ]
  }

  /** Ends the streams of keys that expire, and notices revocations that another node made. */
  async function check(): Promise<void> {
    const now = clock.now()
    for (const streams of byHash.values()) {
      for (const stream of [...streams]) {
        const { expiresAt } = stream.key
        if (expiresAt !== null && expiresAt <= now) stream.end(new Failure('expired_key'))
      }
    }
    if (!isShared || isChecking) return
    isChecking = true
    const change = await keys.changeNumber().catch(() => undefined)
    isChecking = false
    // Without the database nothing can be sent either.
    if (change === undefined || change === knownChange) return
    knownChange = change
    await recheckAll()
  }

  async function recheckAll(): Promise<void> {
    await Promise.all([...byHash.keys()].map(recheck))
  }

  async function recheck(hash: string): Promise<void> {
    if (!byHash.has(hash)) return
    try {
      const key = await keys.findByHash(hash)
      for (const stream of [...(byHash.get(hash) ?? [])]) {
        const reason = whyUnusable(key) ?? whyOutdated(stream.key, key)
        if (reason !== undefined) stream.end(reason)
      }
    } catch (error) {
      log.warn('the key of a stream could not be checked', { error })
    }
  }

  function whyUnusable(key: Key | undefined): Failure | undefined {
    if (key === undefined) return new Failure('invalid_key')
    if (key.revokedAt !== null) return new Failure('revoked_key')
    return key.expiresAt !== null && key.expiresAt <= clock.now() ? new Failure('expired_key') : undefined
  }

  /** A stream has the scopes of its key when it was opened. */
  function whyOutdated({ revision }: Key, key: Key | undefined): Failure | undefined {
    return key?.revision === revision ? undefined : new Failure('key_changed', { retryAfterSeconds: 1 })
  }

  function requirePlace({ hash, channel }: Key): void {
    if (isClosing) throw new Failure('shutting_down', { retryAfterSeconds: 2 })
    const full = (message: Text) => new Failure('rate_limited', { message, retryAfterSeconds })
    if ((byHash.get(hash)?.size ?? 0) >= limits.perKey) throw full(messages.tooManyOfKey.of({ max: limits.perKey }))
    if ((ofChannel.get(channel.id) ?? 0) >= limits.perChannel) {
      throw full(messages.tooManyOfChannel.of({ max: limits.perChannel }))
    }
    if (count >= limits.inAll) throw full(messages.tooMany.of())
  }

  return {
    requirePlace,

    /** Returns how to remove it. Throws at a limit. */
    add(stream: OpenStream): () => void {
      const { hash, channel } = stream.key
      requirePlace(stream.key)
      if (count === 0) start()
      const streams = byHash.get(hash) ?? new Set()
      byHash.set(hash, streams)
      streams.add(stream)
      ofChannel.set(channel.id, (ofChannel.get(channel.id) ?? 0) + 1)
      count++
      // The key may have been revoked since it was read.
      void recheck(hash)
      return () => {
        if (!streams.delete(stream)) return
        if (streams.size === 0) byHash.delete(hash)
        const left = (ofChannel.get(channel.id) ?? 1) - 1
        if (left > 0) ofChannel.set(channel.id, left)
        else ofChannel.delete(channel.id)
        if (--count > 0) return
        for (const stop of stops) stop()
        stops = []
      }
    },

    get count() {
      return count
    },

    close(): void {
      isClosing = true
      const reason = new Failure('shutting_down', { retryAfterSeconds: 2 })
      for (const streams of [...byHash.values()]) for (const stream of [...streams]) stream.end(reason)
    },
  }
}
