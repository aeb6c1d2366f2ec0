import type { Bus, Topic, Topics } from '../bus/bus.ts'
import type { Redis } from './redis.ts'

const channel = 'showcaller:bus'
/** While nothing can be heard, what is remembered is looked up anew this often: nothing is older than a second. */
const forgetEveryMs = 900
/** Only the panel's meter looks at this one; once a second is enough for it. */
const keyUsedEveryMs = 1_000
const maxKeysNoted = 10_000

const endOfMark = '\n'

type Item = readonly [Topic, Topics[Topic]]

export type SharedBus = Awaited<ReturnType<typeof createSharedBus>>

/**
 * The bus of this node, joined with those of the others: what is published here is heard there a moment later. Messages
 * of one turn of the event loop travel together. Nothing is kept: after a gap everybody forgets what they remember.
 */
export async function createSharedBus(needs: {
  own: Bus
  redis: Redis
  nodeId: string
  onError: (error: unknown) => void
}) {
  const { own, redis, nodeId, onError } = needs
  /** In front of what is sent, so that a node need not read what it said itself. */
  const ownMark = nodeId + endOfMark
  let waiting: Item[] = []
  const keyUsedAt = new Map<string, number>()
  let forgetting: NodeJS.Timeout | undefined

  function send(): void {
    const items = waiting
    waiting = []
    if (redis.isUp) redis.publish(channel, ownMark + JSON.stringify(items)).catch(onError)
  }

  function isWorthSending(topic: Topic, message: Topics[Topic]): boolean {
    if (topic === 'missed-messages') return false
    if (topic !== 'key-used') return true
    const { keyId, operation } = message as Topics['key-used']
    const name = `${keyId} ${operation}`
    const now = performance.now()
    if (now - (keyUsedAt.get(name) ?? -keyUsedEveryMs) < keyUsedEveryMs) return false
    if (keyUsedAt.size >= maxKeysNoted) keyUsedAt.clear()
    keyUsedAt.set(name, now)
    return true
  }

  function hear(text: string): void {
    if (text.startsWith(ownMark)) return
    try {
      const items = JSON.parse(text.slice(text.indexOf(endOfMark) + 1)) as readonly Item[]
      for (const [topic, message] of items) own.publish(topic, message)
    } catch (error) {
      onError(error)
    }
  }

  function forget(): void {
    own.publish('missed-messages', {})
  }

  function watch(isUp: boolean): void {
    clearInterval(forgetting)
    forget()
    if (!isUp) forgetting = setInterval(forget, forgetEveryMs).unref()
  }

  const stopWatching = redis.watch(watch)
  watch(redis.isUp)
  await redis.subscribe(channel, hear)

  return {
    publish<T extends Topic>(topic: T, message: Topics[T]): void {
      own.publish(topic, message)
      if (!isWorthSending(topic, message)) return
      if (waiting.length === 0) setImmediate(send)
      waiting.push([topic, message])
    },
    subscribe: own.subscribe,
    // Somebody on another node may listen; whether it is worth it is decided per message.
    hasListeners: () => true,
    close(): void {
      stopWatching()
      clearInterval(forgetting)
    },
  }
}
