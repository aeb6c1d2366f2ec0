import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createModel, type Model } from './crash-model.ts'
import { makeWorld } from './crash-world.ts'
import { createSender, type Deed, told, writeUntil } from './crash-writers.ts'
import { createRandom } from './random.ts'
import { ownBin, type ServerProcess, startServer } from './server-process.ts'

export interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly cutOff: number
  /** Of those cut off without an answer, how many were on disk all the same. */
  readonly cutOffButDone: number
  readonly killedWhileStarting: number
  readonly slowestReadyMs: number
  readonly faults: readonly string[]
}

const writers = 48
const readyWithinMs = 3000
const maxFaults = 20
/** The history of one folder is read again and again, so a long run begins a new one now and then. */
const roundsPerFolder = 100

/**
 * Kills the server under load again and again and looks at what it leaves behind. Every acknowledged write must be
 * there exactly once; one that was cut off at most once, and exactly once after it was sent again with its key.
 */
export async function runCrashRounds(options: {
  rounds: number
  seed: number
  bin?: string
  say?: (line: string) => void
}): Promise<CrashReport> {
  const { rounds, seed, bin = ownBin, say = () => {} } = options
  const random = createRandom(seed)
  const faults: string[] = []
  const found = { add: (words: string) => void (faults.length < maxFaults && faults.push(words)) }
  const sum = { acknowledged: 0, cutOff: 0, cutOffButDone: 0, killedWhileStarting: 0, slowestReadyMs: 0 }

  async function start(folder: string): Promise<ServerProcess> {
    while (random.chance(0.25)) {
      const early = startServer(folder, { bin })
      await new Promise((resolve) => setTimeout(resolve, random.between(20, 500)))
      await early.kill()
      sum.killedWhileStarting++
    }
    const server = startServer(folder, { bin })
    const { readyMs } = await server.ready
    sum.slowestReadyMs = Math.max(sum.slowestReadyMs, readyMs)
    if (readyMs > readyWithinMs) found.add(`ready after ${Math.round(readyMs)} ms, not within ${readyWithinMs}`)
    return server
  }

  async function round(server: ServerProcess, keys: readonly string[], open: Deed[], roundSeed: number) {
    const { port } = await server.ready
    const sender = createSender(port, keys, found)
    const deeds = [...open]
    for (const deed of open) await sender.ask(deed)
    let over = false
    const writing = writeUntil(sender, { writers, seed: roundSeed, isOver: () => over }, deeds)
    await new Promise((resolve) => setTimeout(resolve, random.between(30, 900)))
    over = true
    await server.kill()
    await writing
    sender.close()
    return deeds
  }

  for (let done = 0; done < rounds && faults.length === 0; ) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-crash-'))
    const { keys, database, channelId } = await makeWorld(folder)
    const model = createModel(database, channelId, found)
    let open: Deed[] = []
    for (let i = 0; i < roundsPerFolder && done < rounds && faults.length === 0; i++, done++) {
      const server = await start(folder)
      const deeds = await round(server, keys, open, seed * 100_000 + done)
      const counted = checkCopy(model, database, deeds)
      open = deeds.filter(({ outcome, idempotencyKey }) => outcome === 'unknown' && idempotencyKey !== undefined)
      sum.acknowledged += counted.done
      sum.cutOff += deeds.filter(({ outcome }) => outcome === 'unknown').length
      sum.cutOffButDone += counted.foundOfUnknown
      say(`round ${done + 1}: ${counted.done} acknowledged, ${open.length} to send again, ${faults.length} faults`)
    }
    if (faults.length === 0) await endCleanly(await start(folder), { keys, open, model, database, found })
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    else say(`kept for a look: ${folder}`)
  }
  return { rounds, ...sum, faults }
}

/** The files as the killed server left them; the next start finds them untouched. */
function checkCopy(model: Model, database: string, deeds: readonly Deed[]) {
  const copy = `${database}.copy`
  for (const part of ['', '-wal']) if (existsSync(database + part)) copyFileSync(database + part, copy + part)
  try {
    return model.check(copy, deeds)
  } finally {
    for (const part of ['', '-wal', '-shm']) rmSync(copy + part, { force: true })
  }
}

/** After all the killing it still stops when asked, and what it acknowledged is there. */
async function endCleanly(
  server: ServerProcess,
  world: {
    keys: readonly string[]
    open: readonly Deed[]
    model: Model
    database: string
    found: { add(words: string): void }
  },
): Promise<void> {
  const { port } = await server.ready
  const sender = createSender(port, world.keys, world.found)
  for (const deed of world.open) {
    await sender.ask(deed)
    if (deed.outcome === 'unknown') world.found.add(`still not answered: ${told(deed)}`)
    if (deed.outcome === 'done') await sender.repeat(deed)
  }
  sender.close()
  const code = await server.stop()
  if (code !== 0) world.found.add(`ended with code ${code} when asked to stop: ${server.output()}`)
  world.model.check(world.database, world.open)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      bin: { type: 'string', default: ownBin },
    },
  })
  const { rounds, seed, bin } = values
  process.stdout.write(`seed ${seed}\n`)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const report = await runCrashRounds({ rounds: Number(rounds), seed: Number(seed), bin, say })
  say(JSON.stringify(report, null, 2))
  process.exitCode = report.faults.length === 0 ? 0 : 1
}
