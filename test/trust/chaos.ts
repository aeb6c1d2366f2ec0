import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { faultIn } from '../../src/kernel/storage/sqlite/files.ts'
import { callOver } from '../call-over.ts'
import { mountSmallDisk, noSmallDisk } from '../small-disk.ts'
import {
  assertBack,
  brokenFiles,
  comesTrue,
  copyFolder,
  type Disturbance,
  disturbances,
  movableClock,
} from './chaos-disturbances.ts'
import { accounts, startingPoints, startLoad } from './chaos-load.ts'
import type { Faults, Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const keyCount = 120
const diskMegabytes = 64
const clockOptions = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(movableClock)}` }

interface World {
  readonly folder: string
  readonly older: string
  readonly keys: readonly string[]
}

/**
 * Takes away what a server depends on, one thing after the other: its disk, its files, its clock, its time. The list is
 * gone through in order, so a count of twelve has each once.
 */
export const chaos: Proof = {
  name: 'chaos',
  promise:
    'With a full disk, a lost, replaced or damaged database, a moved clock, a stopped process or no file handles: one clear sentence, no crash, nothing acknowledged is lost, and the server is back by itself or refuses to start with exit code 2.',
  unit: 'disturbances',
  fullCount: 240,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    if (noSmallDisk !== false) throw new Error(noSmallDisk)
    const random = createRandom(seed)
    const root = mkdtempSync(join(tmpdir(), 'showcaller-chaos-'))
    const sum = { acknowledged: 0, 'refused starts': 0, 'served although damaged': 0 }
    try {
      const world = await makeWorld(root)
      const rounds = [
        ...disturbances.map((one) => async () => {
          const acknowledged = await disturb(world, one, random, faults)
          sum.acknowledged += acknowledged
        }),
        ...brokenFiles.map((one) => async () => {
          const wasRefused = await startBroken(world, root, one, random, faults)
          sum[wasRefused ? 'refused starts' : 'served although damaged']++
        }),
      ]
      for (let done = 0; goesOn(done); done++) await rounds[done % rounds.length]?.()
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
    return sum
  },
}

async function makeWorld(root: string): Promise<World> {
  const folder = join(root, 'world')
  await withWorld({ dataFolder: folder }, async () => {})
  const older = join(root, 'older.sqlite')
  const keys = await withWorld({ dataFolder: folder }, async ({ ctx, channel, openAccounts, makeKeys }) => {
    await ctx.db.backup(older)
    // Creates the instance.key, as a first start does.
    await ctx.overlays.link(channel)
    await openAccounts(accounts, startingPoints)
    return makeKeys(keyCount)
  })
  return { folder, older, keys }
}

/** A running server on a disk of its own. Returns the number of acknowledged writes. */
async function disturb(world: World, disturbance: Disturbance, random: Random, faults: Faults): Promise<number> {
  const { name, outcome, run } = disturbance
  const disk = mountSmallDisk(diskMegabytes)
  const folder = join(disk.path, 'data')
  copyFolder(world.folder, folder)
  const database = databaseFile(folder)
  const server = startServer(folder, { env: clockOptions })
  try {
    const { url, port } = await server.ready
    const load = startLoad(port, world.keys, faults)
    const scene = { folder, database, older: world.older, disk, server, url, load, random, faults }
    if (!(await comesTrue(server, () => load.acknowledged() > 50, 30_000)))
      faults.add(`${name}: no write was acknowledged`)
    await run(scene)
    if (outcome === 'back') await assertBack(scene, name)
    await load.stop()
    if (!server.isAlive()) faults.add(`${name}: the process ended: ${server.output()}`)
    const code = await server.stop()
    if (/\bat .*\.ts:\d+/.test(uncaughtIn(server.output()))) faults.add(`${name}: a stack trace: ${server.output()}`)
    if (outcome === 'back') {
      if (code !== 0) faults.add(`${name}: ended with code ${code}: ${server.output()}`)
      load.check(database)
      const fault = faultIn(database, 'full')
      if (fault !== undefined) faults.add(`${name}: ${fault}`)
    }
    return load.acknowledged()
  } finally {
    await server.kill()
    disk.unmount()
  }
}

/** The log has one JSON object a line; what is not one was printed by Node about an error that nobody caught. */
function uncaughtIn(output: string): string {
  return output
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
}

/** Returns whether the start was refused. */
async function startBroken(
  world: World,
  root: string,
  broken: (typeof brokenFiles)[number],
  random: Random,
  faults: Faults,
): Promise<boolean> {
  const { name, isRefused, breaks } = broken
  const folder = join(root, 'broken')
  copyFolder(world.folder, folder)
  breaks(databaseFile(folder), random)
  const server = startServer(folder)
  try {
    const started = await server.ready.then(
      () => true,
      () => false,
    )
    if (started) {
      if (isRefused === true) faults.add(`${name}: the server started`)
      const { url } = await server.ready.catch(() => ({ url: '' }))
      await callEverything(url, world.keys, faults, name)
      if (!server.isAlive()) faults.add(`${name}: the process ended: ${server.output()}`)
      return false
    }
    const lines = server.output().trim().split('\n')
    const code = await server.stop()
    const isClear =
      lines.length === 1 &&
      /^showcaller: .* npx showcaller restore |^showcaller: .*"npx showcaller restore /.test(lines[0] ?? '')
    if (code !== 2 || !isClear) faults.add(`${name}: exit code ${code}: ${server.output()}`)
    return true
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads and writes many tables: each call succeeds or fails alone, with a failure that says so. */
async function callEverything(url: string, keys: readonly string[], faults: Faults, name: string): Promise<void> {
  const viewer = { username: accounts[0], platform: 'PlatformA' }
  const calls = [
    ['get-points', viewer],
    ['add-points', { ...viewer, amount: 1 }],
    ['list-commands', {}],
    ['get-stream-meta', {}],
    ['list-effects', {}],
    ['send-message', { message: 'hello' }],
    ['get-points-top', { platform: 'PlatformA' }],
  ] as const
  for (const [operation, body] of calls) {
    const answer = await callOver(url, keys[0] ?? '', operation, body).catch(() => undefined)
    const isPlain = answer?.status === 200 || /^(database_damaged|[a-z_]*not_found)$/.test(answer?.body.code ?? '')
    if (!isPlain) faults.add(`${name}: ${operation} was answered ${answer?.status}: ${JSON.stringify(answer?.body)}`)
  }
}
