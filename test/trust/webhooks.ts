import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTrap } from '../browser/trap.ts'
import { eventually } from '../eventually.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { isSigned } from '../webhooks/receiver.ts'
import { post } from './post.ts'
import type { Faults, Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const eventsPerStop = 100
/** So many may wait when the server is stopped; a queue that only grew would take hours at the end. */
const maxBehind = 100
const callers = 8
const keyCount = 120
const timeoutMs = 30_000
const patienceMs = 600_000

/**
 * Stops a server, by `kill -9` or politely, while it delivers events to a receiver that attacks: it fails, breaks off,
 * redirects, never ends its answer. Every acknowledged event arrives, signed and under one id, and nothing else is called.
 */
export const webhooks: Proof = {
  name: 'webhooks',
  promise:
    'A server that is stopped while it delivers to a hostile receiver: every event arrives, signed, under one id.',
  unit: 'events',
  fullCount: 10_000,
  engines: ['sqlite', 'postgres'],

  async run({ count, seed, engine, faults, goesOn }) {
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-webhooks-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const env: Record<string, string> = {
      SHOWCALLER_OUTGOING_ALLOW: '127.0.0.0/8',
      ...(postgres !== undefined && { DATABASE_URL: postgres.url() }),
    }
    const trap = await startTrap()
    const receiver = await startHostileReceiver(random, trap.outside.base, faults)
    const sum = { stops: 0, kills: 0 }
    const acknowledged = new Set<number>()
    let server: ServerProcess | undefined
    let sent = 0
    try {
      const keys = await withWorld(place, async ({ openAccounts, makeKeys }) => {
        await openAccounts(['hooked'], 0)
        return makeKeys(keyCount)
      })
      await trap.check()
      for (let done = 0; goesOn(done); done = acknowledged.size) {
        server = startServer(folder, { env })
        const { port } = await server.ready
        if (receiver.secret === undefined) receiver.secret = await createWebhook(port, keys[0] ?? '', receiver.url)
        const wanted = acknowledged.size + Math.min(eventsPerStop, count - done)
        const load = sendEvents(port, keys, () => ++sent, acknowledged, wanted, faults)
        const isReached = () => acknowledged.size >= wanted && acknowledged.size - receiver.accepted.size <= maxBehind
        await eventually(`${wanted} events`, () => isReached() || faults.found.length > 0, patienceMs)
        await delay(random.between(0, 200))
        const isKilled = random.between(0, 1) === 1
        await (isKilled ? server.kill() : server.stop())
        await load
        if (isKilled) sum.kills++
        else sum.stops++
      }
      server = startServer(folder, { env })
      await server.ready
      const isMissing = (amount: number) => !receiver.accepted.has(amount)
      await eventually('every event', () => ![...acknowledged].some(isMissing), patienceMs).catch(() =>
        faults.add(`${[...acknowledged].filter(isMissing).length} of ${acknowledged.size} events did not arrive`),
      )
      if (trap.caught.length > 0) faults.add(`a redirect was followed: ${trap.caught.join()}`)
      return { ...sum, events: acknowledged.size, deliveries: receiver.deliveries(), repeated: receiver.repeated() }
    } finally {
      await server?.kill()
      receiver.close()
      trap.close()
      await postgres?.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function createWebhook(port: number, key: string, url: string): Promise<string> {
  const agent = new Agent()
  const headers = { authorization: `Bearer ${key}` }
  const { text } = await post({ agent, port, timeoutMs }, 'create-webhook', { url, types: ['points.changed'] }, headers)
  return JSON.parse(text).secret
}

/** Until so many are acknowledged, or the server is gone. */
async function sendEvents(
  port: number,
  keys: readonly string[],
  next: () => number,
  acknowledged: Set<number>,
  wanted: number,
  faults: Faults,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  async function goOn(): Promise<void> {
    while (acknowledged.size < wanted) {
      const amount = next()
      const body = { username: 'hooked', amount, platform: 'PlatformA' }
      const headers = { authorization: `Bearer ${keys[amount % keys.length]}` }
      const answer = await post({ agent, port, timeoutMs }, 'add-points', body, headers).catch(() => undefined)
      // Stopped.
      if (answer === undefined) return
      if (answer.status === 200) acknowledged.add(amount)
      else if (answer.status !== 503) faults.add(`add-points was answered with ${answer.status}: ${answer.text}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, goOn)).finally(() => agent.destroy())
}

/** Fails an event the first time in one of many ways; a second failure would wait for minutes. */
async function startHostileReceiver(random: Random, elsewhere: string, faults: Faults) {
  /** The id of each event, by its amount of points. */
  const ids = new Map<number, string>()
  const accepted = new Set<number>()
  let deliveries = 0
  const attacks: readonly ((res: ServerResponse, req: IncomingMessage) => void)[] = [
    (res) => res.writeHead(503).end(),
    (_res, req) => void req.socket.destroy(),
    (res) => res.writeHead(307, { Location: `${elsewhere}/` }).end(),
    (res) => res.writeHead(500, { 'Content-Length': '1000000000' }).write('x'.repeat(100_000)),
    (_res, req) => void req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: nonsense\r\n\r\n'),
    (_res, req) => void req.socket.end(`HTTP/1.1 ${'9'.repeat(50_000)}\r\n\r\n`),
  ]
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      deliveries++
      const text = Buffer.concat(chunks).toString()
      if (api.secret !== undefined && !isSigned({ headers: req.headers, text }, api.secret, Date.now())) {
        faults.add(`a delivery is not signed: ${text}`)
      }
      const { id, data } = JSON.parse(text)
      const amount = Number(data.delta)
      const known = ids.get(amount)
      if (known !== undefined && known !== id) faults.add(`one event has the ids ${known} and ${id}`)
      if (req.headers['webhook-id'] !== id) faults.add(`webhook-id is not that of the event ${id}`)
      ids.set(amount, id)
      if (known === undefined && random.between(1, 10) <= 3) return random.pick(attacks)(res, req)
      accepted.add(amount)
      res.writeHead(204).end()
    })
    req.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accepted,
    secret: undefined as string | undefined,
    deliveries: () => deliveries,
    repeated: () => deliveries - ids.size,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
  return api
}
