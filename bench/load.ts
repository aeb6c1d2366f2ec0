import { connect, type Socket } from 'node:net'
import { answerOrders } from './orders.ts'
import { refusalOf, statusOf } from './refusal.ts'

/** One round of load. `keys` are used in groups of `connections`, each for most of its limit. */
export interface Load {
  /** With several, connections are distributed round-robin. */
  readonly ports: readonly number[]
  readonly path: string
  readonly bodies: readonly string[]
  readonly keys: readonly string[]
  readonly firstKey: number
  readonly callsPerKey: number
  readonly connections: number
  readonly durationMs: number
  /** Ends the round early; for the warm-up. */
  readonly maxCalls?: number | undefined
}

export interface LoadResult {
  readonly calls: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly nextKey: number
  /** Responses with `overloaded`: these calls are repeated and counted only here. */
  readonly overloaded: number
}

/** On a busy machine the server responds with `overloaded`; the call is repeated after this time. */
const busyMs = 200

/**
 * The smallest client that can keep a server busy: keep-alive connections, one request at a time on each, and every
 * response checked. Anything but a 200 ends the round with an error, because a refusal is cheaper than a result.
 */
export function runLoad(load: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const { connections, durationMs, maxCalls = Number.POSITIVE_INFINITY } = load
    const next = requestMaker(load)
    const latencies: number[] = []
    const sockets: Socket[] = []
    let sent = 0
    let overloaded = 0
    let open = connections
    const started = performance.now()
    const deadline = started + durationMs

    function finish(): void {
      if (--open > 0) return
      const seconds = (performance.now() - started) / 1000
      latencies.sort((a, b) => a - b)
      const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
      for (const socket of sockets) socket.destroy()
      const nextKey = next.key()
      resolve({ calls: latencies.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99), nextKey, overloaded })
    }

    function fail(error: Error): void {
      for (const socket of sockets) socket.destroy()
      reject(error)
    }

    function lost(): void {
      if (open > 0) fail(new Error(`${load.path}: the server closed a connection`))
    }

    for (let i = 0; i < connections; i++) {
      const socket = connect({ port: load.ports[i % load.ports.length] ?? 0, host: '127.0.0.1', noDelay: true })
      sockets.push(socket)
      let since = 0
      let rest: Buffer | undefined
      const send = () => {
        // Every connection sends at least one request.
        if (sent >= maxCalls || (sent >= connections && performance.now() >= deadline)) return finish()
        sent++
        since = performance.now()
        socket.write(next.request())
      }
      socket.on('connect', send)
      socket.on('error', fail)
      socket.on('close', lost)
      socket.on('data', (chunk) => {
        const answer: Buffer = rest === undefined ? chunk : Buffer.concat([rest, chunk])
        const length = wholeLength(answer)
        if (length === undefined || answer.length < length) {
          rest = answer
          return
        }
        rest = undefined
        if (isTooBusy(answer)) {
          overloaded++
          setTimeout(send, busyMs)
          return
        }
        if (answer[9] !== 0x32 || answer[10] !== 0x30 || answer[11] !== 0x30 || answer.length > length) {
          const text = answer.toString()
          return fail(refusalOf(load.path, statusOf(text), text))
        }
        latencies.push(performance.now() - since)
        send()
      })
    }
  })
}

const headEnd = Buffer.from('\r\n\r\n')
/** Other servers write the header in lower case. */
const lengthNames = ['Content-Length: ', 'content-length: '].map((name) => Buffer.from(`\r\n${name}`))

/** The total length of a response, or undefined while its head is incomplete. */
function wholeLength(answer: Buffer): number | undefined {
  const end = answer.indexOf(headEnd)
  if (end < 0) return undefined
  let at = lengthAt(answer)
  if (at < 0 || at > end) throw new Error('a response without Content-Length')
  let length = 0
  for (; ; at++) {
    const digit = (answer[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return end + headEnd.length + length
    length = length * 10 + digit
  }
}

/** Where its digits begin. */
function lengthAt(answer: Buffer): number {
  for (const name of lengthNames) {
    const at = answer.indexOf(name)
    if (at >= 0) return at + name.length
  }
  return -1
}

/** Requests are built in advance, one per key, so that building them is not measured. */
function requestMaker({ path, bodies, keys, firstKey, callsPerKey, connections }: Load) {
  const ready = new Map<number, Buffer>()
  let group = firstKey
  let used = 0

  function requestFor(index: number): Buffer {
    const known = ready.get(index)
    if (known !== undefined) return known
    const body = bodies[index % bodies.length] ?? '{}'
    const made = Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keys[index]}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    ready.set(index, made)
    return made
  }

  return {
    key: () => (group + connections) % keys.length,
    request(): Buffer {
      if (used === callsPerKey * connections) {
        used = 0
        group = (group + connections) % keys.length
      }
      return requestFor((group + (used++ % connections)) % keys.length)
    },
  }
}

function isTooBusy(answer: Buffer): boolean {
  return answer[9] === 0x35 && answer.includes('"code":"overloaded"')
}

// A separate process, so that the load does not slow down the server's event loop.
if (import.meta.main) answerOrders(runLoad)
