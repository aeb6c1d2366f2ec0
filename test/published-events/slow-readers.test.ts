import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needsOwnProcess, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { handshake } from '../kernel/http/every-path.ts'

runsOn('sqlite', 'postgres')
needsOwnProcess('it measures the memory of the process')
isSlow('it sends 12 MB to each of twenty connections')

const readersOfEach = 10
const batches = 50
const perBatch = 50
const mebibyte = 2 ** 20
/** What a connection may have unread before it is cut off, and as much again for what is on its way to the system. */
const unreadLimit = mebibyte

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is alive: objects, and the buffers that they own. */
async function aliveBytes(): Promise<number> {
  collect()
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

describe('programs that follow events and do not read', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  function open(path: string, key: string, lines: readonly string[] = []) {
    const socket: Socket = connect(app.port, '127.0.0.1')
    let isClosed = false
    let received = 0
    socket.on('error', () => {})
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    const head = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${app.port}`, `Authorization: Bearer ${key}`, ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return { socket, isClosed: () => isClosed, received: () => received }
  }

  /** Answers pings, as clients do that read, and keeps nothing. */
  function openReading(key: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}/v1/events/socket`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    let isClosed = false
    let received = 0
    socket.on('error', () => {})
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('message', (data: Buffer) => {
      received += data.length
    })
    return { socket: { destroy: () => socket.terminate() }, isClosed: () => isClosed, received: () => received }
  }

  it('are cut off, by the stream and by the socket, and cost no memory while the others are served', async () => {
    const { key } = await app.makeKey(['events:read', 'values:read'])
    const slow = Array.from({ length: readersOfEach }, () => [
      open('/v1/events', key),
      open('/v1/events/socket', key, handshake),
    ]).flat()
    const quick = [open('/v1/events', key), openReading(key)]
    const all = [...slow, ...quick]
    await eventually('everybody to be greeted', () => all.every(({ received }) => received() > 0))
    for (const { socket } of slow) socket.pause()
    const text = 'x'.repeat(5_000)
    const cause = { ...app.cause, requestId: 'slow' }
    const append = (batch: number) =>
      app.ctx.db.write(async (tx) => {
        for (let count = 0; count < perBatch; count++) {
          const data = {
            name: `${batch}-${count}`,
            type: 'text',
            change: 'set',
            value: text,
            previous_value: '',
          } as const
          await app.ctx.events.appendNew(tx, cause, { kind: 'value.changed', data })
        }
      })
    // What the first event loads and keeps is not of the readers.
    await append(0)
    const sizeOf = (batch: number) => batch * perBatch * text.length
    const served = (batch: number) =>
      eventually('the same for those who read', () => quick.every(({ received }) => received() > sizeOf(batch)))
    await served(1)
    const before = await aliveBytes()
    let most = before
    for (let batch = 1; batch < batches; batch++) {
      await append(batch)
      await served(batch + 1)
      if (batch % 5 === 0) most = Math.max(most, await aliveBytes())
    }
    assert.ok(quick.every(({ isClosed }) => !isClosed()))
    const grown = most - before
    assert.ok(grown < slow.length * unreadLimit, `${(grown / mebibyte).toFixed(1)} MiB for ${slow.length} readers`)
    // A connection that was cut off is closed once its client has read what the system still holds for it.
    for (const { socket } of slow) socket.resume()
    await eventually('the end of those who did not read', () => slow.every(({ isClosed }) => isClosed()))
    for (const { received } of slow) assert.ok(received() < sizeOf(batches), 'it was not sent everything')
    for (const { socket } of quick) socket.destroy()
    let left = 0
    await eventually('their memory to be free', async () => {
      left = (await aliveBytes()) - before
      return left < 4 * mebibyte
    }).catch((error) => assert.fail(`${error}: ${(left / mebibyte).toFixed(1)} MiB are left`))
  })
})
