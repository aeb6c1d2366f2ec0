import { createClient, ErrorReply } from '@redis/client'
import type { Log } from '../kernel/log.ts'

const connectTimeoutMs = 1_000
const maxWaitMs = 1_000
/**
 * Pings detect a Redis that hangs; it is then treated as down. Together with the time limit of a call this takes less
 * than the second after which no node may use a cached value that has changed.
 */
const pingEveryMs = 400
const callTimeoutMs = 500

export type Redis = Awaited<ReturnType<typeof openRedis>>

/**
 * The connection to Redis, which may break at any time: calls then fail immediately instead of waiting, and listeners
 * are notified when it is back.
 */
export async function openRedis(url: string, log: Log) {
  const options = {
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 100_000,
    // `call` below has a timeout for every command; the client's own timeout creates an abort signal for each.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, maxWaitMs) * (0.5 + Math.random() / 2),
    },
  }
  const commands = createClient(options)
  const subscriber = createClient(options)
  const listeners = new Set<(isUp: boolean) => void>()
  let isUp = false
  let hasBegun = false
  let isClosed = false

  function setUp(next: boolean): void {
    if (isUp === next) return
    isUp = next
    if (!isClosed && hasBegun)
      log.warn(next ? 'Redis is available again' : 'Redis is not available: this node continues alone')
    for (const listener of listeners) listener(next)
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(new Error(`Redis did not answer within ${callTimeoutMs} ms`))
      // When this node is late itself, the answer may have arrived unread: give it one more turn of the event loop.
      timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), callTimeoutMs)
    })
    try {
      return await Promise.race([work(), late])
    } catch (error) {
      // An error reply is an answer too.
      if (!(error instanceof ErrorReply)) setUp(false)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Both connections must answer: the one for commands and the one for subscriptions. */
  async function check(): Promise<void> {
    try {
      await Promise.all([call(() => commands.ping()), call(() => subscriber.ping())])
      setUp(true)
    } catch {
      // `call` has changed the state already.
    }
  }

  // Without a listener an error would end the process; what matters is whether calls come through.
  for (const client of [commands, subscriber]) client.on('error', () => setUp(false))
  void commands.connect().catch(() => {})
  void subscriber.connect().catch(() => {})
  for (const startedAt = Date.now(); !isUp && Date.now() - startedAt < connectTimeoutMs; ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (commands.isReady && subscriber.isReady) await check()
  }
  hasBegun = true
  if (!isUp) log.warn('Redis cannot be reached: this node continues alone until it can')
  const timer = setInterval(() => void check(), pingEveryMs).unref()

  return {
    get isUp() {
      return isUp
    },

    /** Returns a function that removes the listener. */
    watch(listener: (isUp: boolean) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Runs a Lua script. Its text is sent only when Redis does not know its hash. */
    async runScript(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
      const values = [String(keys.length), ...keys, ...args]
      try {
        return await call(() => commands.sendCommand(['EVALSHA', script.sha, ...values]))
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error
        return call(() => commands.sendCommand(['EVAL', script.text, ...values]))
      }
    },

    async get(key: string): Promise<string | undefined> {
      return (await call(() => commands.get(key))) ?? undefined
    },

    async set(key: string, value: string, seconds: number): Promise<void> {
      await call(() => commands.set(key, value, { expiration: { type: 'EX', value: seconds } }))
    },

    async publish(channel: string, text: string): Promise<void> {
      await call(() => commands.publish(channel, text))
    },

    /** Survives reconnects: the client subscribes again. */
    async subscribe(channel: string, listener: (text: string) => void): Promise<void> {
      const subscribe = () => subscriber.subscribe(channel, listener)
      if (subscriber.isReady) await subscribe()
      else subscriber.once('ready', () => void subscribe().catch(() => setUp(false)))
    },

    close(): void {
      isClosed = true
      clearInterval(timer)
      listeners.clear()
      for (const client of [commands, subscriber]) client.destroy()
    },
  }
}

export interface Script {
  readonly text: string
  readonly sha: string
}
