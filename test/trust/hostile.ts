import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createApp } from '../../src/app.ts'
import { allScopes } from '../../src/contract/scopes.ts'
import { operations } from '../../src/operations.ts'
import { databaseFile } from '../../src/storage/open.ts'
import { createPageClient } from '../overlay/page-client.ts'
import * as fc from '../tools/fast-check.ts'
import { faultsInDatabase } from './check-database.ts'
import { type HostileRequest, requestsFor } from './hostile-requests.ts'
import { faultIn } from './hostile-verdict.ts'
import { createRawClient, type RawAnswer } from './raw-client.ts'
import { ownBin, startServer } from './server-process.ts'

export interface HostileReport {
  readonly requests: number
  readonly perSecond: number
  readonly statuses: Readonly<Record<string, number>>
  /** Operations that never answered 200: for them nothing was proven beyond the door. */
  readonly neverDone: readonly string[]
  readonly faults: readonly string[]
}

const connections = 24
const perChunk = 2000
const keyCount = 190
const maxFaults = 5

/** Sends requests that nobody should send, and looks at every answer. */
export async function runHostile(options: {
  requests: number
  seed: number
  bin?: string
  say?: (line: string) => void
}): Promise<HostileReport> {
  const { requests, seed, bin = ownBin, say = () => {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-hostile-'))
  const { keys, narrowKey, overlayToken } = await makeKeys(folder)
  const server = startServer(folder, { bin, log: 'info' })
  const { port, url } = await server.ready
  const page = createPageClient(url, { token: overlayToken })
  await page.connect()
  const client = createRawClient(port, connections)
  const arbitrary = requestsFor(operations)
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const faults: string[] = []
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

  const began = performance.now()
  let sent = 0
  for (let chunk = 0; sent < requests && faults.length === 0; chunk++) {
    const count = Math.min(perChunk, requests - sent)
    const samples = fc.sample(arbitrary, { seed: seed + chunk, numRuns: count })
    const found = await Promise.all(samples.map(faultOf))
    sent += count
    for (const [index, fault] of found.entries()) {
      if (fault === undefined || faults.length >= maxFaults) continue
      const smallest = await shrink(arbitrary, faultOf, { seed: seed + chunk, index })
      faults.push(
        smallest ?? `${fault}\n  ${JSON.stringify(samples[index])}\n  (only once: seed ${seed + chunk}, ${index})`,
      )
    }
    say(`${sent} requests, ${JSON.stringify(statuses)}, ${faults.length} faults`)
  }
  const perSecond = Math.round((1000 * sent) / (performance.now() - began))
  client.close()
  page.cut()
  if (!(await answers(url))) faults.push('the server no longer answers')
  const code = await server.stop()
  if (code !== 0) faults.push(`the server ended with code ${code}: ${server.output().slice(-2000)}`)
  faults.push(...secretsIn(server.output(), [...keys, narrowKey, overlayToken]))
  faults.push(...databaseFaults(folder))
  rmSync(folder, { recursive: true, force: true })
  const neverDone = operations.map(({ name }) => name).filter((name) => !done.has(name))
  return { requests: sent, perSecond, statuses, neverDone, faults }
}

async function makeKeys(folder: string): Promise<{ keys: string[]; narrowKey: string; overlayToken: string }> {
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  })
  const { ctx } = app
  const [channel] = await ctx.channels.list()
  if (channel === undefined) throw new Error('the first start made no channel')
  const cause = { channel, actor: 'test', requestId: 'test' }
  const made = await ctx.db.write(async (tx) => {
    const keys: string[] = []
    while (keys.length < keyCount) {
      keys.push((await ctx.keys.create(tx, cause, { name: 'test', scopes: allScopes })).key)
    }
    const narrow = await ctx.keys.create(tx, cause, { name: 'narrow', scopes: ['points:read'] })
    return { keys, narrowKey: narrow.key }
  })
  const link = await ctx.overlays.link(channel)
  await app.close()
  return { ...made, overlayToken: link.slice(link.indexOf('#') + 1) }
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

/** The smallest request that still shows the fault, found by sending ever smaller ones. */
async function shrink(
  arbitrary: fc.Arbitrary<HostileRequest>,
  faultOf: (request: HostileRequest) => Promise<string | undefined>,
  from: { seed: number; index: number },
): Promise<string | undefined> {
  const property = fc.asyncProperty(arbitrary, async (request) => {
    const fault = await faultOf(request)
    if (fault !== undefined) throw new Error(fault)
  })
  const result = await fc.check(property, {
    seed: from.seed,
    path: String(from.index),
    numRuns: 1,
    interruptAfterTimeLimit: 20_000,
  })
  if (!result.failed || result.counterexample === null) return undefined
  const words = result.errorInstance instanceof Error ? result.errorInstance.message : 'a fault'
  return `${words}\n  ${JSON.stringify(result.counterexample[0])}\n  (seed ${from.seed}, ${result.counterexamplePath})`
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

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      bin: { type: 'string', default: ownBin },
    },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  say(`seed ${values.seed}`)
  const report = await runHostile({ ...values, requests: Number(values.requests), seed: Number(values.seed), say })
  say(JSON.stringify({ ...report, faults: report.faults.length }, null, 2))
  for (const fault of report.faults) say(`\nFAULT ${fault}`)
  process.exitCode = report.faults.length === 0 ? 0 : 1
}
