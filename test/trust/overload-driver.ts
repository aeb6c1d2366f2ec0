// The load of the proof `overload`, in a process of its own, so that it takes no time from the caller that is measured.
// Arguments: port, connections, calls a second, pipelining depth, and the file with the API keys, one a line.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

const [port = 0, connections = 0, perSecond = 0, depth = 1] = process.argv.slice(2, 6).map(Number)
const keys = readFileSync(process.argv[6] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
const viewer = { username: 'mixed1', platform: 'PlatformA' }
/** Reads, writes and leaderboards in turn. */
const mix: readonly (readonly [operation: string, input: object])[] = [
  ['get-points', viewer],
  ['add-points', { ...viewer, amount: 1 }],
  ['get-points-top', { platform: 'PlatformA', limit: 100 }],
  ['get-watch-time-top', { platform: 'PlatformA', limit: 100 }],
]
const everyMs = 10
/** A client that does not get its answers sends no more than this. */
const maxUnsentBytes = 256 * 1024

const counts = { offered: 0, answers: 0, refused: 0, bad: 0, closed: 0, held: 0 }
/** Of each key, with each call of the mix first. */
const calls = keys.flatMap((key) =>
  mix.map((_, first) => {
    const pipelined = Array.from({ length: depth }, (_, index) => requestOf(key, first + index))
    return Buffer.from(pipelined.join(''))
  }),
)

function requestOf(key: string, index: number): string {
  const [operation, input] = mix[index % mix.length] ?? ['', {}]
  const body = JSON.stringify(input)
  const head = `POST /v1/${operation} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
}

const sockets: Socket[] = []
let isOver = false

function open(index: number): void {
  const socket = connect({ port, host: '127.0.0.1' })
  sockets[index] = socket
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => count(chunk))
  socket.on('error', () => {})
  socket.on('close', () => {
    counts.closed++
    if (!isOver) setTimeout(() => !isOver && open(index), 100)
  })
}

/** By the status lines that begin in this chunk; one that is cut in two is not counted. */
function count(chunk: Buffer): void {
  for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 12)) {
    const status = chunk.toString('latin1', at + 9, at + 12)
    counts.answers++
    if (status === '400') counts.bad++
    else if (status !== '200') counts.refused++
  }
}

for (let index = 0; index < connections; index++) open(index)

let next = 0
let owed = 0
let last = performance.now()
const timer = setInterval(() => {
  const now = performance.now()
  owed += ((now - last) / 1000) * perSecond
  last = now
  for (; owed >= depth; owed -= depth) {
    const socket = sockets[next % connections]
    const bytes = calls[next % calls.length]
    next++
    if (socket === undefined || bytes === undefined) continue
    // The clients would have sent it; their connection does not take it.
    counts.offered += depth
    if (!socket.writable || socket.connecting || socket.writableLength > maxUnsentBytes) counts.held += depth
    else socket.write(bytes)
  }
}, everyMs)

const report = setInterval(() => process.send?.(counts), 200)
process.on('message', () => {
  isOver = true
  clearInterval(timer)
  clearInterval(report)
  process.send?.(counts)
  for (const socket of sockets) socket.destroy()
  process.disconnect()
})
