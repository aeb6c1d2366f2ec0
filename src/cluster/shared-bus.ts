import type { Bus, Topic, Topics } from '../kernel/bus/bus.ts'
import type { Redis } from './redis.ts'

const channel = 'showcaller:bus'
/** Without Redis, caches are cleared this often, so that no cached value is older than a second. */
const clearEveryMs = 900
/** `key-used` only feeds a meter in the panel; once a second is enough. */
const keyUsedEveryMs = 1_000
const maxTrackedKeys = 10_000

const senderEnd = '\n'

type Item = readonly [Topic, Topics[Topic]]

export type SharedBus = Awaited<ReturnType<typeof createSharedBus>>

/**
 * Connects the bus of this node with those of the others by Redis publish/subscribe. Messages of one turn of the event
 * loop are sent as one batch. Messages are not stored: after a gap every node clears its caches.
 */
export async function createSharedBus(needs: {
  own: Bus
  redis: Redis
  nodeId: string
  onError: (error: unknown) => void
}) {
  const { own, redis, nodeId, onError } = needs
  /** The prefix of sent batches, so that a node can skip its own without parsing. */
  const ownSender = nodeId + senderEnd
  let queued: Item[] = []
  const keyUsedAt = new Map<string, number>()
  let clearing: NodeJS.Timeout | undefined
  /** Whether messages of this node did not reach the others. */
  let hasLost = false

  function send(): void {
    const items = queued
    queued = []
    if (redis.isUp) publish(items)
    else hasLost = true
  }

  function publish(items: readonly Item[]): void {
    redis.publish(channel, ownSender + JSON.stringify(items)).catch((error: unknown) => {
      hasLost = true
      onError(error)
    })
  }

  function isWorthSending(topic: Topic, message: Topics[Topic]): boolean {
    if (topic === 'missed-messages') return false
    if (topic !== 'key-used') return true
    const { keyId, operation } = message as Topics['key-used']
    const name = `${keyId} ${operation}`
    const now = performance.now()
    if (now - (keyUsedAt.get(name) ?? -keyUsedEveryMs) < keyUsedEveryMs) return false
    if (keyUsedAt.size >= maxTrackedKeys) keyUsedAt.clear()
    keyUsedAt.set(name, now)
    return true
  }

  function receive(text: string): void {
    if (text.startsWith(ownSender)) return
    try {
      const items = JSON.parse(text.slice(text.indexOf(senderEnd) + 1)) as readonly Item[]
      for (const [topic, message] of items) own.publish(topic, message)
    } catch (error) {
      onError(error)
    }
  }

  function clearCaches(): void {
    own.publish('missed-messages', {})
  }

  function watch(isUp: boolean): void {
    clearInterval(clearing)
    clearCaches()
    if (!isUp) clearing = setInterval(clearCaches, clearEveryMs).unref()
    else if (hasLost) reportLoss()
  }

  /** Nodes that were connected all the time do not know that they missed something of this one. */
  function reportLoss(): void {
    hasLost = false
    publish([['missed-messages', {}]])
  }

  const stopWatching = redis.watch(watch)
  watch(redis.isUp)
  await redis.subscribe(channel, receive)

  return {
    publish<T extends Topic>(topic: T, message: Topics[T]): void {
      own.publish(topic, message)
      if (!isWorthSending(topic, message)) return
      if (queued.length === 0) setImmediate(send)
      queued.push([topic, message])
    },
    subscribe: own.subscribe,
    // A listener may be on another node; whether a message is sent is decided for each.
    hasListeners: () => true,
    close(): void {
      stopWatching()
      clearInterval(clearing)
    },
  }
}
