import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callOver } from '../call-over.ts'
import { makeCrashWorld } from './crash-world.ts'
import type { Proof } from './proof.ts'
import { ownTimeMs, startServer } from './server-process.ts'

const callEveryMs = 40
const patienceMs = 2000
/** Headers may take 5 s and a request 10 s, looked at once a second; the rest is for a busy machine. */
const cutOffMs = { headers: 12_000, body: 18_000 }
const allowedMiB = { atAll: 120, perConnection: 1 / 64 }
/** Few, since each asks for more than the system's own buffers hold. */
const neverReading = 20
const unreadAnswers = 200

const leastCalls = 50

type Kind = 'headers' | 'body' | 'never reads'

/**
 * Many connections that drip a byte now and then, or ask and never read, while a client that behaves goes on calling.
 * Every call must be answered, the drips must be cut off, and what is not read must not pile up.
 */
export const slowClients: Proof = {
  name: 'slow-clients',
  promise: 'Connections that drip or never read are cut off or held; whoever behaves is served throughout.',
  unit: 'connections',
  fullCount: 4000,
  engines: ['sqlite'],

  async run({ count, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-slow-'))
    const { keys } = await makeCrashWorld(folder)
    const server = startServer(folder)
    const { port, url } = await server.ready
    // Bodies may take twice as long as headers, so a short run leaves them out.
    const withBodies = count >= 500
    const sockets: { socket: Socket; kind: Kind }[] = []
    const times: number[] = []

    /**
     * What the server stood in line for a processor is nobody's fault here. Late because of that it may refuse a call,
     * which is sent again; until it is answered, its time goes on.
     */
    async function call(key: string): Promise<void> {
      const began = ownTimeMs(server.pid)
      const { status } = await callOver(url, key, 'get-points', { username: 'mixed1', platform: 'PlatformA' })
      const tookMs = ownTimeMs(server.pid) - began
      times.push(tookMs)
      if (status !== 200) throw new Error(`a call was answered with ${status}`)
      if (tookMs > patienceMs) throw new Error(`a call was answered after ${Math.round(tookMs)} ms`)
    }

    try {
      await call(keys[0] ?? '')
      const before = server.residentBytes()
      while (goesOn(sockets.length)) {
        const index = sockets.length
        const kind = index < neverReading ? 'never reads' : index % 2 === 0 || !withBodies ? 'headers' : 'body'
        sockets.push({ socket: openSlow(port, kind, keys[index % keys.length] ?? ''), kind })
      }
      const drip = setInterval(() => {
        for (const { socket, kind } of sockets) if (kind !== 'never reads' && socket.writable) socket.write('x')
      }, 500)
      const startedAt = ownTimeMs(server.pid)
      const ownTime = () => ownTimeMs(server.pid) - startedAt
      const dripping = () => sockets.filter(({ socket, kind }) => kind !== 'never reads' && !socket.closed).length
      for (let turn = 0; ownTime() < (withBodies ? cutOffMs.body : cutOffMs.headers) && dripping() > 0; turn++) {
        await call(keys[turn % keys.length] ?? '').catch((error: Error) => faults.add(error.message))
        await new Promise((resolve) => setTimeout(resolve, callEveryMs))
      }
      clearInterval(drip)
      const stillOpen = dripping()
      const grownMiB = Math.round((server.residentBytes() - before) / 2 ** 20)
      if (stillOpen > 0) faults.add(`${stillOpen} slow connections were not cut off`)
      if (grownMiB > allowedMiB.atAll + count * allowedMiB.perConnection)
        faults.add(`${grownMiB} MiB were kept for those who do not read`)
      if (times.length < leastCalls) faults.add(`only ${times.length} calls were made meanwhile`)
      return { calls: times.length, 'slowest call, ms': Math.round(Math.max(...times)), 'grown, MiB': grownMiB }
    } finally {
      for (const { socket } of sockets) socket.destroy()
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function openSlow(port: number, kind: Kind, key: string): Socket {
  const head = `POST /v1/get-points HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
  const socket = connect({ port, host: '127.0.0.1' }, () => {
    if (kind === 'headers') socket.write(`${head}X-Drip: `)
    else if (kind === 'body') socket.write(`${head}Content-Length: 10000\r\n\r\n{"platform":"`)
    else socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(unreadAnswers))
  })
  socket.on('error', () => {})
  // The answer to a drip says why it was cut off; whoever never reads leaves it where it is.
  if (kind === 'never reads') socket.pause()
  else socket.resume()
  return socket
}
