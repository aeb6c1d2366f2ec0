import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModel, type Model } from './crash-model.ts'
import { makeCrashWorld } from './crash-world.ts'
import { type Action, createSender, describeAction, writeUntil } from './crash-writers.ts'
import type { Faults, Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const writers = 48
const readyWithinMs = 3000
/** The history of one folder is read again and again, so a long run begins a new one now and then. */
const roundsPerFolder = 100
/** Of every round, or nothing was proven. */
const leastPerRound = { acknowledged: 5, cutOff: 1 }

/**
 * Kills the server under load again and again and looks at what it leaves behind. Every acknowledged write must be
 * there exactly once; one that was cut off at most once, and exactly once after it was sent again with its key.
 */
export const crash: Proof = {
  name: 'crash',
  promise: 'kill -9 under load loses no acknowledged write and doubles none; all sums agree; ready again within 3 s.',
  unit: 'kills',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const sum = {
      acknowledged: 0,
      'cut off': 0,
      'cut off but done': 0,
      'killed while starting': 0,
      'slowest start, ms': 0,
    }
    let done = 0

    async function start(folder: string): Promise<ServerProcess> {
      while (random.chance(0.25)) {
        const early = startServer(folder)
        await new Promise((resolve) => setTimeout(resolve, random.between(20, 500)))
        await early.kill()
        sum['killed while starting']++
      }
      const server = startServer(folder)
      const { readyMs } = await server.ready
      sum['slowest start, ms'] = Math.max(sum['slowest start, ms'], Math.round(readyMs))
      if (readyMs > readyWithinMs) faults.add(`ready after ${Math.round(readyMs)} ms, not within ${readyWithinMs}`)
      return server
    }

    async function round(server: ServerProcess, keys: readonly string[], open: readonly Action[]): Promise<Action[]> {
      const { port } = await server.ready
      const sender = createSender(port, keys, faults)
      const actions = [...open]
      for (const action of open) await sender.ask(action)
      let isOver = false
      const writing = writeUntil(sender, { writers, seed: seed * 100_000 + done, isOver: () => isOver }, actions)
      await new Promise((resolve) => setTimeout(resolve, random.between(30, 900)))
      isOver = true
      await server.kill()
      await writing
      sender.close()
      return actions
    }

    while (goesOn(done)) {
      const folder = mkdtempSync(join(tmpdir(), 'showcaller-crash-'))
      const { keys, database, channelId } = await makeCrashWorld(folder)
      const model = createModel(database, channelId, faults)
      let open: Action[] = []
      for (let i = 0; i < roundsPerFolder && goesOn(done); i++, done++) {
        const server = await start(folder)
        const actions = await round(server, keys, open)
        const counted = checkCopy(model, database, actions)
        open = actions.filter(({ outcome, idempotencyKey }) => outcome === 'unknown' && idempotencyKey !== undefined)
        sum.acknowledged += counted.done
        sum['cut off'] += actions.filter(({ outcome }) => outcome === 'unknown').length
        sum['cut off but done'] += counted.foundOfUnknown
      }
      if (faults.found.length === 0) await endCleanly(await start(folder), { keys, open, model, database, faults })
      if (faults.found.length === 0) rmSync(folder, { recursive: true, force: true })
      else faults.add(`kept for a look: ${folder}`)
    }
    if (sum.acknowledged < done * leastPerRound.acknowledged || sum['cut off'] < done * leastPerRound.cutOff) {
      faults.add(`${sum.acknowledged} acknowledged and ${sum['cut off']} cut off are too few to prove anything`)
    }
    return sum
  },
}

/** The files as the killed server left them; the next start finds them untouched. */
function checkCopy(model: Model, database: string, actions: readonly Action[]) {
  const copy = `${database}.copy`
  for (const part of ['', '-wal']) if (existsSync(database + part)) copyFileSync(database + part, copy + part)
  try {
    return model.check(copy, actions)
  } finally {
    for (const part of ['', '-wal', '-shm']) rmSync(copy + part, { force: true })
  }
}

/** After all the killing it still stops when asked, and what it acknowledged is there. */
async function endCleanly(
  server: ServerProcess,
  world: {
    keys: readonly string[]
    open: readonly Action[]
    model: Model
    database: string
    faults: Faults
  },
): Promise<void> {
  const { port } = await server.ready
  const sender = createSender(port, world.keys, world.faults)
  for (const action of world.open) {
    await sender.ask(action)
    if (action.outcome === 'unknown') world.faults.add(`still not answered: ${describeAction(action)}`)
    if (action.outcome === 'done') await sender.repeat(action)
  }
  sender.close()
  const code = await server.stop()
  if (code !== 0) world.faults.add(`ended with code ${code} when asked to stop: ${server.output()}`)
  world.model.check(world.database, world.open)
}
