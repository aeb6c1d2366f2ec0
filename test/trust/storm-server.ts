import { createApp } from '../../src/app.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'

/**
 * The server in a process of its own, to which a platform reports as many events a second as an order says:
 * `storm-server.ts <data folder> [address of PostgreSQL]`.
 */
export type StormOrder =
  | { readonly do: 'begin'; readonly perSecond: number; readonly name: string }
  | { readonly do: 'end' }

export interface StormReport {
  readonly port?: number
  /** Since the order before: reported, stored, and refused because too many waited. */
  readonly sent: number
  readonly stored: number
  readonly refused: number
  /** The longest time from a report to its commit. */
  readonly slowestMs: number
  /** The most that ran and waited at a time. */
  readonly running: number
  readonly queued: number
}

const everyMs = 5

const [dataFolder = '', databaseUrl] = process.argv.slice(2)
const app = await createApp({
  host: '127.0.0.1',
  port: 0,
  naming: 'spec',
  trustedProxies: [],
  publicUrl: undefined,
  logLevel: 'error',
  secret: undefined,
  dataFolder,
  databaseUrl,
})
const port = await app.listen()
const place = { channelId: (await app.ctx.channels.list())[0]?.id ?? 0, platform: 'kick' } as const
const nothing = { sent: 0, stored: 0, refused: 0, slowestMs: 0, running: 0, queued: 0 }
let counts = { ...nothing }
let reports = 0
let timer: NodeJS.Timeout | undefined
const under = new Set<Promise<void>>()

async function report(name: string): Promise<void> {
  const n = ++reports
  counts.sent++
  const began = performance.now()
  try {
    const user = { id: `fan-${n % 2_000}`, username: `fan${n % 2_000}`, displayname: name }
    await app.bot.feed(place, { id: `storm-${process.pid}-${n}`, kind: 'follow', user })
    counts.stored++
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    counts.refused++
  }
}

function begin({ perSecond, name }: Extract<StormOrder, { do: 'begin' }>): void {
  let owed = 0
  let last = performance.now()
  timer = setInterval(() => {
    const now = performance.now()
    owed += ((now - last) / 1000) * perSecond
    last = now
    for (; owed >= 1; owed--) {
      const one = report(name).finally(() => under.delete(one))
      under.add(one)
    }
    const { running, queued } = app.ctx.automationParts.engine.counts()
    counts.running = Math.max(counts.running, running)
    counts.queued = Math.max(counts.queued, queued)
  }, everyMs)
}

process.on('message', async (order: StormOrder) => {
  clearInterval(timer)
  await Promise.all(under)
  const before = counts
  counts = { ...nothing }
  if (order.do === 'begin') begin(order)
  process.send?.(before)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ...nothing, port })
