import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeWorld } from './crash-world.ts'
import { ownBin, startServer } from './server-process.ts'

export interface SlowReport {
  readonly connections: number
  /** Calls of a client that behaves, made meanwhile. */
  readonly calls: number
  readonly slowestMs: number
  /** Slow senders that the server still kept at the end. */
  readonly stillOpen: number
  readonly grownMiB: number
  readonly faults: readonly string[]
}

const callEveryMs = 40
const patienceMs = 2000
/** Headers may take 5 s and a request 10 s, looked at once a second; the rest is for a busy machine. */
const cutOffMs = { headers: 12_000, body: 18_000 }
const allowedMiB = { atAll: 120, perConnection: 1 / 64 }
/** Few, since each asks for more than the system's own buffers hold. */
const neverReading = 20
const unreadAnswers = 200

type Kind = 'headers' | 'body' | 'never reads'

/**
 * Many connections that drip a byte now and then, or ask and never read, while a client that behaves goes on calling.
 * Every call must be answered, the drips must be cut off, and what is not read must not pile up.
 */
export async function runSlowClients(options: {
  connections: number
  /** Bodies may take twice as long as headers, so a short run leaves them out. */
  withBodies?: boolean
  bin?: string
}): Promise<SlowReport> {
  const { connections, withBodies = true, bin = ownBin } = options
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-slow-'))
  const { keys } = await makeWorld(folder)
  const server = startServer(folder, { bin })
  const { port, url } = await server.ready
  const faults: string[] = []
  const sockets: { socket: Socket; kind: Kind }[] = []
  const times: number[] = []
  try {
    await call(url, keys[0] ?? '', times)
    const before = server.residentBytes()
    for (let i = 0; i < connections; i++) {
      const kind = i < neverReading ? 'never reads' : i % 2 === 0 || !withBodies ? 'headers' : 'body'
      sockets.push({ socket: openSlow(port, kind, keys[i % keys.length] ?? ''), kind })
    }
    const drip = setInterval(() => {
      for (const { socket, kind } of sockets) if (kind !== 'never reads' && socket.writable) socket.write('x')
    }, 500)
    const until = performance.now() + (withBodies ? cutOffMs.body : cutOffMs.headers)
    const dripping = () => sockets.filter(({ socket, kind }) => kind !== 'never reads' && !socket.closed).length
    for (let turn = 0; performance.now() < until && dripping() > 0; turn++) {
      await call(url, keys[turn % keys.length] ?? '', times).catch((error: Error) => faults.push(error.message))
      await new Promise((resolve) => setTimeout(resolve, callEveryMs))
    }
    clearInterval(drip)
    const stillOpen = dripping()
    const grownMiB = (server.residentBytes() - before) / 2 ** 20
    if (stillOpen > 0) faults.push(`${stillOpen} slow connections were not cut off`)
    if (grownMiB > allowedMiB.atAll + connections * allowedMiB.perConnection)
      faults.push(`${grownMiB.toFixed(0)} MiB were kept for those who do not read`)
    return { connections, calls: times.length, slowestMs: Math.max(...times), stillOpen, grownMiB, faults }
  } finally {
    for (const { socket } of sockets) socket.destroy()
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function openSlow(port: number, kind: Kind, key: string): Socket {
  const head = `POST /v1/get-points HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
  const socket = connect({ port, host: '127.0.0.1' }, () => {
    if (kind === 'headers') socket.write(`${head}X-Drip: `)
    else if (kind === 'body') socket.write(`${head}Content-Length: 10000\r\n\r\n{"platform":"`)
    else socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(unreadAnswers))
  })
  socket.on('error', () => {})
  // The answer to a drip says why it was cut off; whoever never reads leaves it where it is.
  if (kind === 'never reads') socket.pause()
  else socket.resume()
  return socket
}

async function call(url: string, key: string, times: number[]): Promise<void> {
  const began = performance.now()
  const response = await fetch(`${url}/v1/get-points`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'mixed1', platform: 'PlatformA' }),
    signal: AbortSignal.timeout(patienceMs),
  })
  await response.text()
  times.push(performance.now() - began)
  if (response.status !== 200) throw new Error(`a call was answered with ${response.status}`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { connections: { type: 'string', default: '500' }, bin: { type: 'string', default: ownBin } },
  })
  const report = await runSlowClients({ connections: Number(values.connections), bin: values.bin })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.faults.length === 0 ? 0 : 1
}
