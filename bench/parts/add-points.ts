import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Part } from '../bench.ts'
import { bodiesFor, callOf, compete, createContestant, ratio } from '../contestants.ts'
import { median } from '../median.ts'
import type { Store } from '../stores.ts'

/** A durable write, compared with the same server without a store and with one transaction per request. */
export const addPointsPart: Part = {
  name: 'add-points',
  async run(bench) {
    const shipped = await serverWith(bench, 'shipped')
    const oneByOne = await serverWith(bench, 'one-by-one')
    const unstored = await serverWith(bench, 'none')
    const busy = [
      shipped.enter('add-points'),
      unstored.enter('add-points without a store'),
      oneByOne.enter('add-points, one transaction each'),
    ] as const
    await compete(bench, busy)
    const alone = [
      shipped.enter('add-points on one connection', { connections: 1 }),
      oneByOne.enter('the same, one transaction each', { connections: 1 }),
    ] as const
    await compete(bench, alone)
    const slow = [
      (await serverWith(bench, 'slow-disk')).enter('add-points, 1 ms per sync'),
      (await serverWith(bench, 'one-by-one-slow-disk')).enter('the same, one transaction each'),
    ] as const
    await compete(bench, slow)
    const note = `${measureSync(bench.folder).toFixed(2)} ms per sync on this disk`
    return {
      measured: {
        'add-points/store': ratio(busy[0], busy[1], 'callsPerSecond'),
        'add-points/group': { ...ratio(busy[0], busy[2], 'callsPerSecond'), note },
        'add-points/slow-disk': ratio(slow[0], slow[1], 'callsPerSecond'),
        'add-points/alone': ratio(alone[0], alone[1], 'p50Ms'),
      },
      calls: [...busy, ...alone, ...slow].map(callOf),
      costs: { writeMicros: callOf(busy[0]).cpuMicros },
    }
  },
}

/** transfer-points, compared with add-points. */
export const transferPointsPart: Part = {
  name: 'transfer-points',
  async run(bench) {
    const { enter } = await serverWith(bench, 'shipped')
    const adds = enter('add-points, once more')
    const transfers = enter('transfer-points', { operation: 'transfer-points' })
    await compete(bench, [adds, transfers])
    return {
      measured: { 'transfer-points/speed': ratio(transfers, adds, 'callsPerSecond') },
      calls: [callOf(transfers)],
    }
  },
}

async function serverWith(bench: Bench, store: Store) {
  const { sizes, load } = bench
  const { folder, keys } = await bench.data(sizes.fewViewers)
  const subjects = [await bench.start('subject.ts', [folder, store])]
  const all = bodiesFor(sizes.fewViewers)
  const bodies = { 'add-points': all.addPoints, 'transfer-points': all.transferPoints }
  return {
    enter(name: string, more: { operation?: keyof typeof bodies; connections?: number } = {}) {
      const { operation = 'add-points', connections } = more
      // Half of them for calls on one connection, which follow on the same server within the same minute.
      const half = keys.length / 2
      return createContestant({
        name,
        subjects,
        load,
        sizes,
        keys: connections === 1 ? keys.slice(half) : keys.slice(0, half),
        operation,
        bodies: bodies[operation],
        ...(connections === undefined ? {} : { connections }),
      })
    },
  }
}

/** How long this disk takes to sync 4 KiB, in milliseconds: the gain of group commit depends on it. */
export function measureSync(folder: string): number {
  const path = join(folder, `sync-probe-${process.pid}`)
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096)
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const began = performance.now()
    writeSync(file, page, 0, page.length, i * page.length)
    fdatasyncSync(file)
    times.push(performance.now() - began)
  }
  closeSync(file)
  rmSync(path)
  return median(times)
}
