import { createClient, ErrorReply } from '@redis/client'
import type { Log } from '../log.ts'

const connectTimeoutMs = 1_000
const maxWaitMs = 1_000
/** A Redis that hangs is found out by asking; it is then as good as gone. */
const pingEveryMs = 1_000
const callTimeoutMs = 500

export type Redis = Awaited<ReturnType<typeof openRedis>>

/**
 * The thread between nodes. It may break at any time: calls then fail at once instead of waiting for it, and whoever
 * listens is told when it is there again.
 */
export async function openRedis(url: string, log: Log) {
  const options = {
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 100_000,
    // `call` below has a time limit for every one of them; the client's own makes an abort signal for each.
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

  function set(next: boolean): void {
    if (isUp === next) return
    isUp = next
    if (!isClosed && hasBegun) log.warn(next ? 'Redis is there again' : 'Redis is away: this node goes on alone')
    for (const listener of listeners) listener(next)
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(new Error(`Redis did not answer within ${callTimeoutMs} ms`))
      // When it is this node that is late, the answer may be here and only not read yet: one more turn for it.
      timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), callTimeoutMs)
    })
    try {
      return await Promise.race([work(), late])
    } catch (error) {
      // A no is an answer too.
      if (!(error instanceof ErrorReply)) set(false)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Both connections must answer: one for calls, one that hears the others. */
  async function look(): Promise<void> {
    try {
      await Promise.all([call(() => commands.ping()), call(() => subscriber.ping())])
      set(true)
    } catch {
      // `call` has said so already.
    }
  }

  // Without a listener an error would end the process; what matters is whether calls come through.
  for (const client of [commands, subscriber]) client.on('error', () => set(false))
  void commands.connect().catch(() => {})
  void subscriber.connect().catch(() => {})
  for (const startedAt = Date.now(); !isUp && Date.now() - startedAt < connectTimeoutMs; ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (commands.isReady && subscriber.isReady) await look()
  }
  hasBegun = true
  if (!isUp) log.warn('Redis cannot be reached: this node goes on alone until it can')
  const timer = setInterval(() => void look(), pingEveryMs).unref()

  return {
    get isUp() {
      return isUp
    },

    /** Returns the function that ends it. */
    watch(listener: (isUp: boolean) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Runs a script, which Redis is sent once and then only named. */
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

    /** Lasts over broken connections: the client asks for it again. */
    async subscribe(channel: string, listener: (text: string) => void): Promise<void> {
      const ask = () => subscriber.subscribe(channel, listener)
      if (subscriber.isReady) await ask()
      else subscriber.once('ready', () => void ask().catch(() => set(false)))
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
