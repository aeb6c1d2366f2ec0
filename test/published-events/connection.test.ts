import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { detachingWorks } from '../../src/kernel/http/detached-connection.ts'
import { useNodeInternals } from '../../src/kernel/http/node-internals.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { follow } from './follow.ts'

runsOn('sqlite', { because: 'it is about connections, and what is stored is tested with the streams themselves' })

describe('the connection of a stream of events', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  afterEach(() => useNodeInternals(true))
  after(() => app.close())

  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })
  const header = () => `Host: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${app.key}\r\n`

  /** A client that writes its requests itself. */
  function connectRaw(requests: string) {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    let isClosed = false
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('end', () => socket.end())
    socket.write(requests)
    return { socket, received: () => received, isClosed: () => isClosed }
  }

  it('is a bare socket: the HTTP server has let go of it, and events still come', async () => {
    const stream = await follow(app.url, app.key)
    await stream.live()
    assert.deepEqual(app.app.http.load.underWay, 0)
    // Closes every connection that the HTTP server has.
    app.app.http.server.closeAllConnections()
    await points(11)
    await stream.until(({ data }) => data.delta === 11)
    stream.close()
  })

  it('stays with the HTTP server where the inside of Node is not known, with the same events', async () => {
    useNodeInternals(false)
    const stream = await follow(app.url, app.key)
    await stream.live()
    await points(21)
    await stream.until(({ data }) => data.delta === 21)
    app.app.http.server.closeAllConnections()
    await eventually('its end', () => stream.isEnded())
  })

  it('answers nothing that a client sends behind its request, and ends with the client', async () => {
    const { socket, received, isClosed } = connectRaw(`GET /v1/events HTTP/1.1\r\n${header()}\r\n`)
    await eventually('the stream', () => received().includes('\nid: '))
    socket.write(`POST /v1/get-points HTTP/1.1\r\n${header()}Content-Length: 2\r\n\r\n{}`)
    await points(31)
    await eventually('the event', () => received().includes('"delta":31'))
    assert.equal(received().split('HTTP/1.1 ').length, 2)
    socket.end()
    await eventually('the end of the connection', isClosed)
  })

  it('begins after the answers to what was sent before it on the same connection', async () => {
    const body = JSON.stringify({ username: 'bob', amount: 41, platform: 'PlatformA' })
    const first = `POST /v1/add-points HTTP/1.1\r\n${header()}Content-Length: ${body.length}\r\n\r\n${body}`
    const { socket, received } = connectRaw(`${first}GET /v1/events HTTP/1.1\r\n${header()}\r\n`)
    await eventually('the stream', () => received().includes('\nid: '))
    await points(42)
    await eventually('the event', () => received().includes('"delta":42'))
    assert.match(received(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*"success":true[\s\S]*\r\nContent-Type: text\/event-stream/)
    socket.destroy()
  })

  it('is not given away where Node does not behave as expected', () => {
    assert.equal(detachingWorks(), true)
    const wrongWays = [
      () => false,
      // Says so, and leaves the parser where it is.
      () => true,
      () => {
        throw new TypeError('not in this version')
      },
    ]
    for (const wrong of wrongWays) assert.equal(detachingWorks(wrong), false)
  })
})

it('a server that stops tells those who follow events, and does not wait for who reads nothing', async () => {
  const app = await createTestApp()
  const stream = await follow(app.url, app.key)
  await stream.live()
  const silent = connect(app.port, '127.0.0.1')
  silent.on('error', () => {})
  silent.write(`GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  await new Promise((resolve) => silent.once('readable', resolve))
  await app.close()
  await eventually('the end of the stream', () => stream.isEnded())
  assert.equal(stream.blocks.at(-1)?.data.code, 'shutting_down')
  silent.destroy()
})
