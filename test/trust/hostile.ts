import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { operations } from '../../src/operations.ts'
import { createPageClient } from '../overlay/page-client.ts'
import * as fc from '../tools/fast-check.ts'
import { faultsInDatabase } from './check-database.ts'
import { type HostileRequest, requestsFor } from './hostile-requests.ts'
import { faultIn } from './hostile-verdict.ts'
import type { Proof } from './proof.ts'
import { createRawClient, type RawAnswer } from './raw-client.ts'
import { startServer } from './server-process.ts'
import { shrink } from './shrink.ts'
import { withWorld } from './world.ts'

const connections = 24
const perChunk = 2000
const keyCount = 190
/** More of them would mean that much was sent and nothing looked at. */
const mostLimited = 0.01
/** Each takes a while. */
const mostShrunk = 5
/** From here on every operation must have been asked for something that it would do. */
const enoughForAll = 10_000

/** Sends requests that nobody should send, and looks at every answer. */
export const hostile: Proof = {
  name: 'hostile',
  promise: 'Hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked.',
  unit: 'requests',
  fullCount: 1_000_000,
  engines: ['sqlite'],

  async run({ count, seed, faults, goesOn }) {
    const arbitrary = requestsFor(operations)
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-hostile-'))
    const { keys, narrowKey, overlayToken } = await makeSecrets(folder)
    const server = startServer(folder, { log: 'info' })
    const { port, url } = await server.ready
    const page = createPageClient(url, { token: overlayToken })
    await page.connect()
    const client = createRawClient(port, connections)
    const byName = new Map(operations.map((operation) => [operation.name, operation]))
    const statuses: Record<string, number> = {}
    const done = new Set<string>()
    let turn = 0

    function keyFor({ key }: HostileRequest): string | undefined {
      if (key === 'good') return keys[turn++ % keys.length]
      if (key === 'narrow') return narrowKey
      return key === 'wrong' ? `${keys[0]?.slice(0, -1)}!` : undefined
    }

    async function faultOf(request: HostileRequest): Promise<string | undefined> {
      const operation = byName.get(request.operation)
      if (operation === undefined) throw new Error(`no operation ${request.operation}`)
      const { bytes, alone } = toBytes(request, keyFor(request))
      let answer: RawAnswer
      try {
        answer = await client.send(bytes, alone)
      } catch (error) {
        return (error as Error).message
      }
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status === 200) done.add(request.operation)
      return faultIn(request, operation, answer)
    }

    let sent = 0
    for (let chunk = 0; goesOn(sent); chunk++) {
      const size = Math.min(perChunk, count - sent)
      const samples = fc.sample(arbitrary, { seed: seed + chunk, numRuns: size })
      const found = await Promise.all(samples.map(faultOf))
      sent += size
      for (const [index, fault] of found.entries()) {
        if (fault === undefined || faults.found.length >= mostShrunk) continue
        const smallest = await shrink(arbitrary, faultOf, { seed: seed + chunk, index })
        faults.add(
          smallest ?? `${fault}\n  ${JSON.stringify(samples[index])}\n  (only once: seed ${seed + chunk}, ${index})`,
        )
      }
    }
    client.close()
    page.cut()
    if (!(await answers(url))) faults.add('the server no longer answers')
    const code = await server.stop()
    if (code !== 0) faults.add(`the server ended with code ${code}: ${server.output().slice(-2000)}`)
    for (const fault of secretsIn(server.output(), [...keys, narrowKey, overlayToken])) faults.add(fault)
    for (const fault of databaseFaults(folder)) faults.add(fault)
    rmSync(folder, { recursive: true, force: true })
    const limited = statuses['429'] ?? 0
    if (limited > sent * mostLimited) faults.add(`${limited} of ${sent} met their limit and so were not looked at`)
    const neverDone = operations.map(({ name }) => name).filter((name) => !done.has(name))
    if (sent >= enoughForAll && neverDone.length > 0) faults.add(`never answered 200: ${neverDone.join(', ')}`)
    return { requests: sent, ...statuses }
  },
}

async function makeSecrets(folder: string): Promise<{ keys: string[]; narrowKey: string; overlayToken: string }> {
  return withWorld({ dataFolder: folder }, async ({ ctx, channel, makeKeys }) => {
    const cause = { channel, actor: 'test', requestId: 'test' }
    const narrow = { name: 'narrow', scopes: ['points:read'] as const }
    const { key: narrowKey } = await ctx.db.write((tx) => ctx.keys.create(tx, cause, narrow))
    const link = await ctx.overlays.link(channel)
    return { keys: await makeKeys(keyCount), narrowKey, overlayToken: link.slice(link.indexOf('#') + 1) }
  })
}

function toBytes(request: HostileRequest, key: string | undefined): { bytes: Buffer; alone: boolean } {
  const body = Buffer.from(request.body, request.encoding)
  const headers = [
    ['Host', '127.0.0.1'],
    ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`]]),
    ...request.headers,
    ['Content-Length', String(body.length)],
  ]
  const head = [`${request.method} ${request.path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  return { bytes, alone: request.method !== 'POST' || request.headers.some(([name]) => name === 'Connection') }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.status === 200
}

function secretsIn(log: string, secrets: readonly string[]): string[] {
  const shown = secrets.filter((secret) => log.includes(secret))
  const shapes = log.match(/sc_(?:live|test)_[0-9A-Za-z]{12,}/g) ?? []
  return [...shown, ...shapes].length === 0 ? [] : [`the log holds ${shown.length + shapes.length} secrets`]
}

function databaseFaults(folder: string): string[] {
  const db = new DatabaseSync(databaseFile(folder))
  try {
    return faultsInDatabase(db)
  } finally {
    db.close()
  }
}
