import type { Costs, Results } from './findings.ts'

/** What a channel that is live is taken to do each second. */
const live = { reads: 1, writes: 0.5, chatLines: 2, pages: 1 }
/** What all channels are taken to be like. */
const usual = { liveShare: 0.1, viewers: 5000, liveHoursAMonth: 60 }
const [nodeCores, serverCores] = [4, 8]

/** What one node, PostgreSQL and Redis carry, reckoned from what was measured, with the arithmetic shown. */
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
  const viewersMb = (usual.viewers * costs.viewerBytes) / 1e6
  const changes = usual.liveHoursAMonth * 3600 * live.writes
  const monthMb = (changes * costs.changeBytes) / 1e6
  const carried = (micros: number) => round(1e6 / micros, 2)

  return [
    costTable(costs),
    `*A channel that is live* is taken to be: ${live.reads} read and ${live.writes} writes a second from its tools, ${live.chatLines} chat lines a second, ${live.pages} overlay page. Its price in processor time, each second:`,
    [
      `- embedded: ${embedded.sum} = **${whole(embedded.micros)} µs**, so one core carries 1 s ÷ ${whole(embedded.micros)} µs ≈ **${carried(embedded.micros)} live channels** if it did nothing else; planned at half of that, ${carried(embedded.micros * 2)}.`,
      `- PostgreSQL and Redis: ${shared.sum} = **${whole(shared.micros)} µs** in the node (a chat line is taken for a write), so a core carries ≈ ${carried(shared.micros)}, planned ${carried(shared.micros * 2)}.`,
      `- PostgreSQL itself: ${postgres.sum} = **${whole(postgres.micros)} µs**, without what its disks do. Redis: ${checks} limits × ${tenths(costs.redisCallMicros)} µs = **${tenths(redisMicros)} µs**, and what the bus carries.`,
    ].join('\n'),
    `*Of all channels* a tenth is taken to be live at the busiest time, each has ${whole(usual.viewers)} viewers, and a live hour makes 3,600 × ${live.writes} changes of points; ${usual.liveHoursAMonth} live hours a month.`,
    `- Disk a channel: ${whole(usual.viewers)} × ${whole(costs.viewerBytes)} B ≈ ${tenths(viewersMb)} MB, and ${whole(changes)} × ${whole(costs.changeBytes)} B ≈ ${whole(monthMb)} MB a month.`,
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
  const names = Object.keys(costWords) as (keyof Costs)[]
  const missing = names.filter((name) => found[name] === undefined)
  if (missing.length > 0) throw new Error(`the results lack ${missing.join(', ')}: run the whole bench`)
  return found as Costs
}

const costWords = {
  readMicros: ['a read (`get-points`), whole path', ' µs of processor'],
  writeMicros: ['a ledger write (`add-points`), on disk', ' µs of processor'],
  chatMicros: ['a chat line, counted and matched against commands', ' µs of processor'],
  nodeReadRatio: ['the same read on PostgreSQL and Redis', ' × in the node'],
  nodeWriteRatio: ['the same write on PostgreSQL and Redis', ' × in the node'],
  postgresReadMicros: ['what the read costs PostgreSQL', ' µs of processor'],
  postgresWriteMicros: ['what the write costs PostgreSQL', ' µs of processor'],
  redisCallMicros: ['what a limit costs Redis', ' µs of processor'],
  viewerBytes: ['a viewer', ' bytes of database'],
  changeBytes: ['a change of points, with its event and its ledger row', ' bytes of database'],
  watchedDayBytes: ['a day on which a viewer watched', ' bytes of database'],
  pageKib: ['an overlay page', ' KiB of memory'],
  nodeMib: ['a node after some thousand calls, names of the catalogue loaded', ' MiB of memory'],
} as const satisfies Record<keyof Costs, readonly [what: string, unit: string]>

function costTable(costs: Costs): string {
  const lines = (Object.keys(costWords) as (keyof Costs)[]).map((name) => {
    const [what, unit] = costWords[name]
    const value = costs[name]
    return `| ${what} | ${value < 20 ? tenths(value) : whole(value)}${unit} |`
  })
  return ['| Thing | Cost |', '|---|---|', ...lines].join('\n')
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
  const cores = (channels: number, micros: number) => (channels * usual.liveShare * micros) / 1e6
  const storage = (channels: number) => {
    const gigabytes = (channels * each.monthMb) / 1000
    return gigabytes < 1000 ? `${round(gigabytes, 2)} GB` : `${round(gigabytes / 1000, 2)} TB`
  }
  const [hundred, many, million] = [100, 10_000, 1_000_000] as const
  const liveOf = (channels: number) => whole(channels * usual.liveShare)
  const nodes = Math.ceil((cores(million, each.shared) * 2) / nodeCores)
  const servers = Math.ceil((cores(million, each.postgres) * 2) / serverCores)
  const sockets = (million * usual.liveShare * live.pages * each.pageKib) / 2 ** 20
  const rows = [
    [
      whole(hundred),
      liveOf(hundred),
      `one process on SQLite: ${liveOf(hundred)} × ${whole(each.embedded)} µs = ${round(cores(hundred, each.embedded) * 100, 2)} % of a core; ${storage(hundred)} a month`,
      'none',
      'none',
    ],
    [
      whole(many),
      liveOf(many),
      `${liveOf(many)} × ${whole(each.shared)} µs = ${round(cores(many, each.shared), 2)} cores: ${Math.max(2, Math.ceil(cores(many, each.shared) * 2))} nodes of one core, so that one may fail`,
      `${liveOf(many)} × ${whole(each.postgres)} µs = ${round(cores(many, each.postgres), 2)} cores for ${whole(many * usual.liveShare * (live.writes + live.chatLines))} small writes a second, batched per channel; ${storage(many)} a month before old events are archived: one server with fast disks`,
      `${whole(many * usual.liveShare * (live.reads + live.writes))} limits a second, ${round(cores(many, each.redis) * 100, 2)} % of a core`,
    ],
    [
      whole(million),
      liveOf(million),
      `${liveOf(million)} × ${whole(each.shared)} µs = ${whole(cores(million, each.shared))} cores, planned twice that: ${whole(nodes)} nodes of ${nodeCores} cores, gateways apart (\`--only gateway\`), ${liveOf(million)} sockets × ${tenths(each.pageKib)} KiB = ${tenths(sockets)} GiB`,
      `${liveOf(million)} × ${whole(each.postgres)} µs = ${whole(cores(million, each.postgres))} cores, planned twice that: spread by channel over ${whole(servers)} servers of ${serverCores} cores ([partitions and Citus](postgresql.md#many-channels)); ${storage(million)} a month, so events older than the broadcaster needs go to cheap storage`,
      `${whole(million * usual.liveShare * (live.reads + live.writes))} limits a second, ${round(cores(million, each.redis), 2)} cores, and every node hears every message: from here on one Redis and one bus per group of nodes, channels assigned to groups by the balancer`,
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
