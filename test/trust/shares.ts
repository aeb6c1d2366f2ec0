import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Showcaller } from '../../sdk/showcaller.ts'
import { eventually } from '../eventually.ts'
import { createPageClient } from '../overlay/page-client.ts'
import { wavOf } from '../uploads/files.ts'
import { post } from './post.ts'
import type { Faults, Proof } from './proof.ts'
import { ownTimeMs, queuedMs, type ServerProcess, startServer } from './server-process.ts'
import { openNeighbours, type Tenant } from './shares-world.ts'

const roundsEach = 25
/** Fewer say nothing about the slowest of a hundred. */
const minRounds = 100
const goal = 2
/** Below it a time is made of the timers of Node and of the kernel, and says nothing about turns. */
const noiseMs = 10
/** However busy the machine is. What the other channel holds up takes longer: it never ends. */
const patienceMs = 300_000
const retryMs = 500
const busyWebhooks = 5
const kinds = ['command', 'automation', 'webhook', 'upload', 'speech'] as const
type Kind = (typeof kinds)[number]

/** How much the busy channel has under way, as its driver sees it. `call`: of commands and automations. */
export type Held = Readonly<Record<'call' | 'webhook' | 'upload' | 'speech', number>>
const nothingHeld: Held = { call: 0, webhook: 0, upload: 0, speech: 0 }
const heldKinds = Object.keys(nothingHeld) as (keyof Held)[]
/** So much it must have: a channel makes ten calls at a time, one to each webhook, and six uploads. */
const atLeast: Held = { call: 8, webhook: 5, upload: 6, speech: 4 }

/**
 * One channel has as much under way as its limits allow: commands and automations whose calls are never answered, webhooks
 * to receivers that never answer, uploads that never end, long texts to speak. Another channel runs one of each at a time.
 * Whatever the first one does, the second gets its turn: in the short version each of its works ends while those of the
 * first do not, and with enough rounds the slowest of a hundred takes at most twice as long as without a neighbour.
 */
export const shares: Proof = {
  name: 'shares',
  promise: 'A channel at its limits takes no turns from another: commands, automations, webhooks, uploads, speech.',
  unit: 'rounds',
  fullCount: 400,
  engines: ['sqlite'],

  async run({ count, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-shares-'))
    const receiver = await startReceiver()
    const driver = await startDriver()
    let server: ServerProcess | undefined
    const leaving = new AbortController()
    try {
      const { busy, calm } = await openNeighbours(folder, driver.url)
      server = startServer(folder, { env: { SHOWCALLER_OUTGOING_ALLOW: '127.0.0.0/8' } })
      const { url, port } = await server.ready
      const pages = [busy, calm].map(({ overlayToken }) => createPageClient(url, { token: overlayToken }))
      for (const page of pages) await page.connect()
      await createWebhooks(port, busy, `${driver.url}/webhook`, busyWebhooks)
      await createWebhooks(port, calm, receiver.url, 1)
      const person = createPerson({ tenant: calm, url, port, receiver, server, faults, signal: leaving.signal })
      await person.round(0)
      const times = { quiet: emptyTimes(), busy: emptyTimes() }
      let least: Held | undefined
      for (let done = 0; goesOn(done); ) {
        const rounds = Math.min(roundsEach, count - done)
        for (let n = 1; n <= rounds; n++) add(times.quiet, await person.round(done * 2 + n))
        await driver.begin({ port, ...busy })
        const isFull = () => heldKinds.every((kind) => driver.held()[kind] >= atLeast[kind])
        await eventually('the busy channel to be at its limits', isFull, patienceMs).catch(() =>
          faults.add(`the busy channel is not at its limits: ${JSON.stringify(driver.held())}`),
        )
        for (let n = 1; n <= rounds && faults.found.length === 0; n++) {
          add(times.busy, await person.round(done * 2 + rounds + n))
          least = smaller(least, driver.held())
        }
        await driver.end()
        done += rounds
        goesOn(done)
      }
      const compared = kinds.map((kind) => [kind, percentile(times.quiet[kind]), percentile(times.busy[kind])] as const)
      for (const [kind, quiet, beside] of compared) {
        const isTooSlow = beside > goal * Math.max(quiet, noiseMs)
        if (count >= minRounds && isTooSlow)
          faults.add(`${kind}: p99 is ${beside.toFixed(1)} ms beside the busy channel and ${quiet.toFixed(1)} ms alone`)
      }
      for (const page of pages) page.cut()
      return {
        ...Object.fromEntries(
          compared.map(([kind, quiet, beside]) => [
            `${kind}, p99 ms alone/beside`,
            `${quiet.toFixed(1)}/${beside.toFixed(1)}`,
          ]),
        ),
        'least that the busy channel had under way': JSON.stringify(least),
      }
    } finally {
      leaving.abort()
      await server?.kill()
      await driver.close()
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function createWebhooks(port: number, { keys }: Tenant, url: string, count: number): Promise<void> {
  const agent = new Agent()
  const headers = { authorization: `Bearer ${keys[0]}` }
  for (let n = 0; n < count; n++) {
    const body = { url, types: ['points.changed'] }
    const { status, text } = await post({ agent, port, timeoutMs: patienceMs }, 'create-webhook', body, headers)
    if (status !== 200) throw new Error(text)
  }
}

type Times = Record<Kind, number[]>
const emptyTimes = (): Times => ({ command: [], automation: [], webhook: [], upload: [], speech: [] })

function add(times: Times, round: Readonly<Record<Kind, number>>): void {
  for (const kind of kinds) times[kind].push(round[kind])
}

function smaller(least: Held | undefined, held: Held): Held {
  if (least === undefined) return { ...held }
  return Object.fromEntries(heldKinds.map((kind) => [kind, Math.min(least[kind], held[kind])])) as Held
}

function percentile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
}

/** Somebody in the calm channel, who does one of each and waits until it is done. */
function createPerson(needs: {
  tenant: Tenant
  url: string
  port: number
  receiver: Awaited<ReturnType<typeof startReceiver>>
  server: ServerProcess
  faults: Faults
  signal: AbortSignal
}) {
  const { tenant, url, port, receiver, server, faults, signal } = needs
  const { keys, cookie } = tenant
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let calls = 0
  const nextKey = () => keys[calls++ % keys.length] ?? ''
  const seen = followEvents(new Showcaller({ url, key: nextKey() }), signal)

  /** A busy machine makes a server refuse calls for a moment; a neighbour that takes all places, for good. */
  async function accepted(name: string, ask: () => Promise<{ readonly status: number; readonly text: string }>) {
    for (const until = performance.now() + patienceMs; ; await delay(retryMs)) {
      const { status, text } = await ask()
      if (status === 200) return
      if (text.includes('"overloaded"') && performance.now() < until) continue
      return faults.add(`${name} was answered ${status}: ${text}`)
    }
  }

  const call = (operation: string, body: object) =>
    accepted(operation, () => {
      const headers = { authorization: `Bearer ${nextKey()}` }
      return post({ agent, port, timeoutMs: patienceMs }, operation, body, headers)
    })

  const send = (path: string, headers: Readonly<Record<string, string>>, body: string | Buffer<ArrayBuffer>) =>
    accepted(path, async () => {
      const response = await fetch(url + path, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    })

  /** Without what server and caller waited for a processor. */
  async function time(work: () => Promise<void>): Promise<number> {
    const [began, queued] = [ownTimeMs(process.pid), queuedMs(server.pid)]
    await work()
    return Math.max(0, ownTimeMs(process.pid) - began - (queuedMs(server.pid) - queued))
  }

  return {
    async round(n: number): Promise<Readonly<Record<Kind, number>>> {
      const line = { platform: 'PlatformA', username: 'alice', text: `!greet ${n}` }
      const json = { authorization: `Bearer ${nextKey()}`, 'content-type': 'application/json' }
      const command = await time(async () => {
        await send('/sandbox/v1/chat', json, JSON.stringify(line))
        await seen(`command ${n}`)
      })
      let webhook = 0
      const automation = await time(async () => {
        const delivered = time(() => receiver.delivered(n + 1))
        await call('add-points', { username: 'alice', platform: 'PlatformA', amount: n + 1 })
        await seen(`value ${n + 1}`)
        webhook = await delivered
      })
      const file = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'audio/wav' }
      const upload = await time(() => send(`/panel/uploads?kind=sound&name=${n}.wav`, file, wavOf(0.1, n % 50)))
      const speech = await time(() => call('tts', { text: `Number ${n}.`, username: 'alice' }))
      return { command, automation, webhook, upload, speech }
    },
  }
}

/** Resolves once the named event was received. */
function followEvents(show: Showcaller, signal: AbortSignal): (name: string) => Promise<void> {
  const received = new Set<string>()
  const waiting = new Map<string, () => void>()
  void (async () => {
    for await (const event of show.events({ types: ['command.ran', 'value.changed'], signal })) {
      const name = event.type === 'command.ran' ? `command ${event.data.args}` : `value ${event.data.value}`
      received.add(name)
      waiting.get(name)?.()
    }
  })().catch(() => {})
  return async (name) => {
    if (received.has(name)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(name, resolve)
    const late = setTimeout(resolve, patienceMs)
    await promise
    clearTimeout(late)
    if (!received.has(name)) throw new Error(`no event after ${patienceMs} ms: ${name}`)
  }
}

/** The receiver of the calm channel: by the points that the event is about. */
async function startReceiver() {
  const received = new Set<number>()
  const waiting = new Map<number, () => void>()
  const server = createServer((req, res) => {
    let text = ''
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    req.on('end', () => {
      const delta = Number(JSON.parse(text).data.delta)
      received.add(delta)
      waiting.get(delta)?.()
      res.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async delivered(delta: number): Promise<void> {
      if (received.has(delta)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(delta, resolve)
      await promise
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The load of the busy channel is in a process of its own, so that it takes no time from what is measured. */
async function startDriver() {
  // Without the options of this process, which may be a test runner.
  const path = fileURLToPath(new URL('shares-driver.ts', import.meta.url))
  const child: ChildProcess = fork(path, [], { execArgv: [] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const gone = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  let held = nothingHeld
  child.on('message', (report: Held) => {
    held = report
  })
  return {
    url,
    held: () => held,
    async begin(order: { readonly port: number } & Tenant): Promise<void> {
      child.send({ do: 'begin', ...order })
    },
    /** Resolves once nothing of it is under way. */
    async end(): Promise<void> {
      child.send({ do: 'end' })
      const isOver = () => heldKinds.every((kind) => held[kind] === 0)
      await eventually('the busy channel to be quiet', isOver, patienceMs)
    },
    async close(): Promise<void> {
      process.off('exit', end)
      child.kill('SIGKILL')
      await gone
    },
  }
}
