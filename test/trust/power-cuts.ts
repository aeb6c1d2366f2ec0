import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { eventually } from '../eventually.ts'
import { createModel } from './crash-model.ts'
import { makeCrashWorld } from './crash-world.ts'
import { type Action, createSender, writeUntil } from './crash-writers.ts'
import { type DiskEvent, readRecord, recorder, recordIsWhole } from './disk-record.ts'
import { createLossyDisk } from './lossy-disk.ts'
import type { Faults, Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { startServer } from './server-process.ts'

const writers = 32
const readyWithinMs = 3000
/** A longer record folds the log into the database, and begins it anew, more often. */
const recordMs = (cuts: number) => (cuts < 100 ? 1500 : 8000)
const leastDone = 200
const cutsPerRecord = 150

/**
 * Records everything the server does to its disk under load: each write, each sync, when. Any moment of the record may
 * be the one at which the power fails. Then the disk holds what was synced, and of the rest any part, in sectors.
 * Whatever had been acknowledged by that moment must be in the database that is found afterwards.
 */
export const powerCuts: Proof = {
  name: 'power-cuts',
  promise: 'A power cut at any moment loses no acknowledged write, and the database is found whole.',
  unit: 'cuts',
  fullCount: 2000,
  engines: ['sqlite'],

  async run({ count, seed, faults, goesOn }) {
    const random = createRandom(seed)
    const sum = { records: 0, writes: 0, syncs: 0, acknowledged: 0, 'unsynced writes at a cut': 0 }
    let done = 0
    while (goesOn(done)) {
      const record = await recordLoad({ seed: seed + done, forMs: recordMs(count), faults })
      sum.records++
      sum.writes += record.events.filter(({ kind }) => kind === 'write').length
      sum.syncs += record.events.filter(({ kind }) => kind === 'sync').length
      sum.acknowledged += record.actions.filter(({ outcome }) => outcome === 'done').length
      const moments = Array.from({ length: Math.min(cutsPerRecord, count - done) }, () =>
        random.between(1, record.events.length - 1),
      ).sort((a, b) => a - b)
      const disk = createLossyDisk(record.before)
      let at = 0
      for (const moment of moments) {
        for (; at < moment; at++) disk.take(record.events[at] as DiskEvent)
        sum['unsynced writes at a cut'] += disk.unsynced()
        putFiles(record.after, disk.cut(random))
        checkCut(record, record.events[at]?.at ?? 0, faults)
        done++
        if (!goesOn(done)) break
      }
      if (faults.found.length === 0) await startAgain(record, faults)
      if (faults.found.length === 0) rmSync(record.root, { recursive: true, force: true })
      else faults.add(`kept for a look: ${record.root}`)
    }
    return sum
  },
}

type Recording = Awaited<ReturnType<typeof recordLoad>>

async function recordLoad({ seed, forMs, faults }: { seed: number; forMs: number; faults: Faults }) {
  const root = mkdtempSync(join(tmpdir(), 'showcaller-power-'))
  const [folder, after, log] = [join(root, 'data'), join(root, 'after'), join(root, 'record')]
  const { keys, channelId } = await makeCrashWorld(folder)
  const database = databaseFile(folder)
  mkdirSync(after)
  writeFileSync(join(root, 'before.sqlite'), readFileSync(database))
  const before = new Map([[database, readFileSync(database)]])
  const files = ['', '-wal', '-journal'].map((part) => basename(database) + part)
  const server = startServer(folder, { under: recorder(folder, files, log) })
  const { port } = await server.ready
  const sender = createSender(port, keys, faults)
  const actions: Action[] = []
  let isOver = false
  const writing = writeUntil(sender, { writers, seed, isOver: () => isOver }, actions)
  const until = performance.now() + forMs
  const isEnough = async () => performance.now() > until && actions.filter(({ doneAt }) => doneAt).length >= leastDone
  await eventually('enough to lose', isEnough, forMs + 60_000)
  isOver = true
  await server.kill()
  await writing
  sender.close()
  await recordIsWhole(log, server.pid)
  const events = await readRecord(log)
  rmSync(log)
  return { root, channelId, before, after, events, actions }
}

function putFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [path, content] of files) writeFileSync(join(folder, basename(path)), content)
}

/** What had been answered by then is done. Of the rest nobody knew. */
function checkCut({ root, channelId, after, actions }: Recording, cutAt: number, faults: Faults): void {
  const known = actions.map((action): Action => {
    const isDone = action.doneAt !== undefined && action.doneAt <= cutAt
    return { ...action, timesFound: 0, outcome: isDone ? 'done' : 'unknown' }
  })
  createModel(join(root, 'before.sqlite'), channelId, faults).check(databaseFile(after), known)
}

/** The last of them is also started as a server would be. */
async function startAgain({ after }: Recording, faults: Faults): Promise<void> {
  const server = startServer(after)
  const { readyMs } = await server.ready
  if (readyMs > readyWithinMs) faults.add(`ready after ${Math.round(readyMs)} ms, not within ${readyWithinMs}`)
  const code = await server.stop()
  if (code !== 0) faults.add(`ended with code ${code} when asked to stop: ${server.output()}`)
}
