import type { Costs, Results } from './findings.ts'

/** Assumed load of a live channel per second. */
const live = { reads: 1, writes: 0.5, chatLines: 2, pages: 1 }
/** Assumed average of all channels. */
const average = { liveShare: 0.1, viewers: 5000, liveHoursAMonth: 60 }
const [nodeCores, serverCores] = [4, 8]

/** Capacity of one node, PostgreSQL and Redis, calculated from the measurements. The calculation is shown. */
export function sizePlan(results: Results): string {
  const costs = costsOf(results)
  const embedded = perSecond({ read: costs.readMicros, write: costs.writeMicros, chat: costs.chatMicros })
  const shared = perSecond({
    read: costs.readMicros * costs.nodeReadRatio,
    write: costs.writeMicros * costs.nodeWriteRatio,
    chat: costs.chatMicros * costs.nodeWriteRatio,
  })
  const postgres = perSecond({
    read: costs.postgresReadMicros,
    write: costs.postgresWriteMicros,
    chat: costs.postgresWriteMicros,
  })
  const checks = live.reads + live.writes
  const redisMicros = checks * costs.redisCallMicros
  const viewersMb = (average.viewers * costs.viewerBytes) / 1e6
  const changes = average.liveHoursAMonth * 3600 * live.writes
  const monthMb = (changes * costs.changeBytes) / 1e6
  const carried = (micros: number) => round(1e6 / micros, 2)

  return [
    costTable(costs),
    `*A live channel* is assumed to have ${live.reads} read and ${live.writes} writes per second from its tools, ${live.chatLines} chat messages per second and ${live.pages} overlay page. Its processor time per second:`,
    [
      `- embedded: ${embedded.sum} = **${whole(embedded.micros)} µs**, so one core handles 1 s ÷ ${whole(embedded.micros)} µs ≈ **${carried(embedded.micros)} live channels** if it does nothing else; plan with half of that, ${carried(embedded.micros * 2)}.`,
      `- PostgreSQL and Redis: ${shared.sum} = **${whole(shared.micros)} µs** in the node (a chat message is counted as a write), so a core handles ≈ ${carried(shared.micros)}; plan with ${carried(shared.micros * 2)}.`,
      `- PostgreSQL itself: ${postgres.sum} = **${whole(postgres.micros)} µs**, without disk time. Redis: ${checks} limits × ${tenths(costs.redisCallMicros)} µs = **${tenths(redisMicros)} µs**, plus the messages of the bus.`,
    ].join('\n'),
    `*Of all channels* a tenth is assumed to be live at peak time. Each has ${whole(average.viewers)} viewers, ${average.liveHoursAMonth} live hours per month, and 3,600 × ${live.writes} changes of points per live hour.`,
    `- Disk space per channel: ${whole(average.viewers)} × ${whole(costs.viewerBytes)} B ≈ ${tenths(viewersMb)} MB, and ${whole(changes)} × ${whole(costs.changeBytes)} B ≈ ${whole(monthMb)} MB per month.`,
    planTable({
      embedded: embedded.micros,
      shared: shared.micros,
      postgres: postgres.micros,
      redis: redisMicros,
      monthMb,
      pageKib: costs.pageKib,
    }),
  ].join('\n\n')
}

function costsOf({ parts }: Results): Costs {
  const found = Object.assign({}, ...Object.values(parts).map(({ costs }) => costs)) as Partial<Costs>
  const names = Object.keys(costLabels) as (keyof Costs)[]
  const missing = names.filter((name) => found[name] === undefined)
  if (missing.length > 0) throw new Error(`the results lack ${missing.join(', ')}: run the whole benchmark`)
  return found as Costs
}

const costLabels = {
  readMicros: ['a read (`get-points`), whole path', ' µs of processor time'],
  writeMicros: ['a ledger write (`add-points`), on disk', ' µs of processor time'],
  chatMicros: ['a chat message, counted and matched against commands', ' µs of processor time'],
  nodeReadRatio: ['the same read on PostgreSQL and Redis', ' × in the node'],
  nodeWriteRatio: ['the same write on PostgreSQL and Redis', ' × in the node'],
  postgresReadMicros: ['the read in PostgreSQL', ' µs of processor time'],
  postgresWriteMicros: ['the write in PostgreSQL', ' µs of processor time'],
  redisCallMicros: ['a rate limit in Redis', ' µs of processor time'],
  viewerBytes: ['a viewer', ' bytes in the database'],
  changeBytes: ['a change of points, with its event and its ledger row', ' bytes in the database'],
  watchedDayBytes: ['a day on which a viewer watched', ' bytes in the database'],
  pageKib: ['an overlay page', ' KiB of memory'],
  nodeMib: ['a node after some thousand calls, with the catalogue loaded', ' MiB of memory'],
} as const satisfies Record<keyof Costs, readonly [what: string, unit: string]>

function costTable(costs: Costs): string {
  const lines = (Object.keys(costLabels) as (keyof Costs)[]).map((name) => {
    const [what, unit] = costLabels[name]
    const value = costs[name]
    return `| ${what} | ${value < 20 ? tenths(value) : whole(value)}${unit} |`
  })
  return ['| Item | Cost |', '|---|---|', ...lines].join('\n')
}

function perSecond(each: { read: number; write: number; chat: number }) {
  const micros = live.reads * each.read + live.writes * each.write + live.chatLines * each.chat
  const sum = `${live.reads} × ${whole(each.read)} + ${live.writes} × ${whole(each.write)} + ${live.chatLines} × ${whole(each.chat)}`
  return { micros, sum }
}

interface Each {
  readonly embedded: number
  readonly shared: number
  readonly postgres: number
  readonly redis: number
  readonly monthMb: number
  readonly pageKib: number
}

function planTable(each: Each): string {
  const cores = (channels: number, micros: number) => (channels * average.liveShare * micros) / 1e6
  const storage = (channels: number) => {
    const gigabytes = (channels * each.monthMb) / 1000
    return gigabytes < 1000 ? `${round(gigabytes, 2)} GB` : `${round(gigabytes / 1000, 2)} TB`
  }
  const [hundred, many, million] = [100, 10_000, 1_000_000] as const
  const liveOf = (channels: number) => whole(channels * average.liveShare)
  const nodes = Math.ceil((cores(million, each.shared) * 2) / nodeCores)
  const servers = Math.ceil((cores(million, each.postgres) * 2) / serverCores)
  const sockets = (million * average.liveShare * live.pages * each.pageKib) / 2 ** 20
  const rows = [
    [
      whole(hundred),
      liveOf(hundred),
      `one process on SQLite: ${liveOf(hundred)} × ${whole(each.embedded)} µs = ${round(cores(hundred, each.embedded) * 100, 2)} % of a core; ${storage(hundred)} per month`,
      'none',
      'none',
    ],
    [
      whole(many),
      liveOf(many),
      `${liveOf(many)} × ${whole(each.shared)} µs = ${round(cores(many, each.shared), 2)} cores: ${Math.max(2, Math.ceil(cores(many, each.shared) * 2))} nodes with one core, so that one can fail`,
      `${liveOf(many)} × ${whole(each.postgres)} µs = ${round(cores(many, each.postgres), 2)} cores for ${whole(many * average.liveShare * (live.writes + live.chatLines))} small writes per second, batched per channel; ${storage(many)} per month before old events are archived: one server with fast disks`,
      `${whole(many * average.liveShare * (live.reads + live.writes))} limits per second, ${round(cores(many, each.redis) * 100, 2)} % of a core`,
    ],
    [
      whole(million),
      liveOf(million),
      `${liveOf(million)} × ${whole(each.shared)} µs = ${whole(cores(million, each.shared))} cores, plan with twice that: ${whole(nodes)} nodes with ${nodeCores} cores, separate gateways (\`--only gateway\`), ${liveOf(million)} sockets × ${tenths(each.pageKib)} KiB = ${tenths(sockets)} GiB`,
      `${liveOf(million)} × ${whole(each.postgres)} µs = ${whole(cores(million, each.postgres))} cores, plan with twice that: distributed by channel over ${whole(servers)} servers with ${serverCores} cores ([partitions and Citus](postgresql.md#many-channels)); ${storage(million)} per month, so move old events to cheaper storage`,
      `${whole(million * average.liveShare * (live.reads + live.writes))} limits per second, ${round(cores(million, each.redis), 2)} cores, and every node receives every message: from here on use one Redis and one bus per group of nodes, with channels assigned to groups by the load balancer`,
    ],
  ]
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return ['| Channels | Live at most | Nodes | PostgreSQL | Redis |', '|---:|---:|---|---|---|', ...lines].join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function tenths(value: number): string {
  return value.toFixed(1)
}

function round(value: number, digits: number): string {
  return Number(value.toPrecision(digits)).toLocaleString('en')
}
