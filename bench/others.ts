import { spawn } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../src/storage/open.ts'
import { ownBin, startServer } from '../test/trust/server-process.ts'
import { bodies, connections } from './contestants.ts'
import { median } from './median.ts'
import type { LoadGenerator } from './processes.ts'

/** How long this disk takes to promise 4 KiB, in milliseconds: what group commit shares out depends on it. */
export function measureSync(folder: string): number {
  const path = join(folder, 'sync-probe')
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

/** What one search would cost by comparing the words with every name of the catalogue, in microseconds. */
export function measureLevenshtein(): number {
  const file = readFileSync(new URL('../catalogue/games.tsv', import.meta.url), 'utf8')
  const names = file.split('\n').flatMap((line) => line.split('\t').slice(0, 1))
  const folded = names.map((name) => name.toLowerCase())
  const times: number[] = []
  for (let i = 0; i < 12; i++) {
    const began = process.cpuUsage()
    let best = Number.POSITIVE_INFINITY
    for (const name of folded) best = Math.min(best, levenshtein('leauge of legends', name))
    const { user, system } = process.cpuUsage(began)
    if (best < Number.POSITIVE_INFINITY) times.push(user + system)
  }
  return median(times)
}

function levenshtein(a: string, b: string): number {
  let row = new Uint16Array(b.length + 1).map((_, index) => index)
  let next = new Uint16Array(b.length + 1)
  for (let i = 1; i <= a.length; i++) {
    next[0] = i
    for (let j = 1; j <= b.length; j++) {
      const swap = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + swap)
    }
    ;[row, next] = [next, row]
  }
  return row[b.length] ?? 0
}

/** What the server, started as people start it, holds after 3,000 calls and some searches, in MiB. */
export async function measureMemory(load: LoadGenerator, folder: string, keys: readonly string[]): Promise<number> {
  const server = startServer(folder)
  const { port } = await server.ready
  const wanted = { port, keys: keys.slice(0, connections), firstKey: 0, connections, durationMs: 60_000 }
  await load.run({ ...wanted, path: '/v1/search-games', bodies: bodies.searchGames, callsPerKey: 1, maxCalls: 64 })
  await load.run({ ...wanted, path: '/v1/get-points', bodies: bodies.getPoints, callsPerKey: 50, maxCalls: 3000 })
  const resident = server.residentBytes() / 2 ** 20
  await server.stop()
  return resident
}

/** What a viewer, a day on which one watched, and a change of points take on disk, indexes included, in bytes. */
export function measureBytes(folders: { small: string; large: string; watch: string }) {
  const sizeOf = (folder: string, tables: readonly string[]) => {
    const db = new DatabaseSync(databaseFile(folder), { readOnly: true })
    const bytes = (table: string) => {
      const pages = db.prepare(
        `SELECT sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_master m ON m.name = s.name
         WHERE m.tbl_name = ? AND s.aggregate = 1`,
      )
      return (pages.get(table) as { bytes: number }).bytes
    }
    const rows = (table: string) => (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
    const each = tables.map((table) => bytes(table) / Math.max(1, rows(table)))
    db.close()
    return each.reduce((sum, size) => sum + size, 0)
  }
  return {
    perViewer: sizeOf(folders.large, ['viewers']),
    perWatchedDay: sizeOf(folders.watch, ['watch_time_days']),
    perChange: sizeOf(folders.small, ['events', 'points_ledger']),
  }
}

const emptyServer = `
  const server = require('node:http').createServer((req, res) => res.end('{}'))
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

/** From nothing to the first 200, in milliseconds: an empty node:http server and ours on a folder with data. */
export async function measureStarts(folder: string): Promise<{ empty: number; ours: number }> {
  const [empty, ours]: [number[], number[]] = [[], []]
  // Node keeps what it compiled when a process ends by itself.
  await timeStart([ownBin, 'serve'], folder, 'SIGTERM')
  for (let i = 0; i < 9; i++) {
    empty.push(await timeStart(['-e', emptyServer], folder))
    ours.push(await timeStart([ownBin, 'serve'], folder))
  }
  return { empty: median(empty), ours: median(ours) }
}

async function timeStart(args: readonly string[], folder: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', SHOWCALLER_DATA: folder },
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.once('close', () => reject(new Error(`a server did not start: ${printed}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  const status = await new Promise((resolve, reject) => {
    get(`${address}/readyz`, (res) => resolve(res.resume().statusCode)).on('error', reject)
  })
  const took = performance.now() - began
  child.kill(signal)
  await gone
  if (status !== 200) throw new Error(`the first answer was ${status}`)
  return took
}
