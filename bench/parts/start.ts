import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { ownBin, startServer } from '../../test/trust/server-process.ts'
import type { Bench, Part } from '../bench.ts'
import { bodiesFor, manyConnections } from '../contestants.ts'
import { median } from '../median.ts'

const emptyServer = `
  const server = require('node:http').createServer((req, res) => res.end('{}'))
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

/** From the start of the process to the first 200: our server with data, and an empty server. */
export const startPart: Part = {
  name: 'start',
  async run(bench) {
    const { folder } = await bench.data(bench.sizes.fewViewers)
    // Node writes its compile cache when a process exits normally.
    await timeStart([ownBin, 'serve'], folder, 'SIGTERM')
    const ratios: number[] = []
    const times: number[] = []
    for (let i = 0; i < bench.sizes.starts; i++) {
      const empty = await timeStart(['-e', emptyServer], folder)
      const ours = await timeStart([ownBin, 'serve'], folder)
      times.push(ours)
      ratios.push(ours / empty)
    }
    return { measured: { 'start/time': { rounds: ratios, note: `${median(times).toFixed(0)} ms` } } }
  },
}

/** Memory of the server, started as usual, after 3,000 calls and some searches. */
export const memoryPart: Part = {
  name: 'memory',
  async run(bench) {
    const [resident, rest]: [number[], number[]] = [[], []]
    for (let start = 0; start < bench.sizes.memoryStarts; start++) {
      const measured = await residentMiB(bench)
      resident.push(measured.afterCalls)
      rest.push(measured.atRest)
    }
    return {
      measured: {
        'memory/resident': { rounds: resident, note: `${median(rest).toFixed(0)} MiB before the first call` },
      },
      costs: { nodeMib: median(resident) },
    }
  },
}

async function residentMiB({ load, sizes, data, closeAtEnd }: Bench) {
  const { folder, keys } = await data(sizes.fewViewers)
  const server = startServer(folder)
  closeAtEnd(server.kill)
  const { port } = await server.ready
  const atRest = server.residentBytes() / 2 ** 20
  const bodies = bodiesFor(sizes.fewViewers)
  const wanted = {
    ports: [port],
    keys: keys.slice(0, manyConnections),
    firstKey: 0,
    connections: manyConnections,
    durationMs: 60_000,
  }
  await load.run({ ...wanted, path: '/v1/search-games', bodies: bodies.searchGames, callsPerKey: 1, maxCalls: 64 })
  await load.run({ ...wanted, path: '/v1/get-points', bodies: bodies.getPoints, callsPerKey: 50, maxCalls: 3000 })
  const afterCalls = server.residentBytes() / 2 ** 20
  await server.stop()
  return { atRest, afterCalls }
}

async function timeStart(args: readonly string[], folder: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As the image and the systemd unit start it; otherwise every source is checked for edits.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', SHOWCALLER_DATA: folder },
  })
  const end = () => void child.kill('SIGKILL')
  process.prependOnceListener('exit', end)
  const gone = new Promise((resolve) => child.once('close', resolve))
  try {
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
    if (status !== 200) throw new Error(`the first response was ${status}`)
    return performance.now() - began
  } finally {
    child.kill(signal)
    await gone
    process.off('exit', end)
  }
}
