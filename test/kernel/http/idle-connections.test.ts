import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { closeIdleConnections } from '../../../src/kernel/http/idle-connections.ts'

const maxIdleChecks = 5

describe('a connection that is kept', () => {
  const waiting: ServerResponse[] = []
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    if (req.url === '/') res.end('done')
    else waiting.push(res)
  })
  const idle = closeIdleConnections(server, {
    everyMs: 3_600_000,
    maxIdleChecks,
    busy: () => waiting.map(({ req }) => req.socket),
  })
  server.on('upgrade', (_req, socket) => {
    idle.ignore(socket)
    socket.write('changed')
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Asks, and waits for the first piece of the answer where there is one. */
  async function ask(socket: Socket, path = '/', more = ''): Promise<Socket> {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`)
    if (path === '/') await once(socket, 'data')
    return socket
  }

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  it('is closed once it received nothing during the allowed checks, and not before', async () => {
    const socket = await ask(await open())
    // The first check sees that something was received.
    for (let i = 0; i < maxIdleChecks + 1; i++) idle.check()
    await ask(socket)
    for (let i = 0; i < maxIdleChecks + 2; i++) idle.check()
    await once(socket, 'close')
  })

  it('stays while it is used, while an answer is worked on, and when it became something else', async () => {
    const used = await ask(await open())
    const unused = await ask(await open())
    const changed = await ask(await open(), '/', 'Connection: Upgrade\r\nUpgrade: other\r\n')
    const worked = await ask(await open(), '/slow')
    while (waiting.length === 0) await once(server, 'request')
    const gone = once(unused, 'close')
    for (let i = 0; i < maxIdleChecks * 3; i++) {
      await ask(used)
      idle.check()
    }
    await gone
    await ask(used)
    const answered = once(worked, 'data')
    for (const res of waiting.splice(0)) res.end('at last')
    await answered
    assert.deepEqual(
      [used, worked, changed].map(({ closed }) => closed),
      [false, false, false],
    )
    changed.destroy()
  })
})
