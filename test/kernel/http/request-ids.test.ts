import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { everyPath, handshake, socketPaths } from './every-path.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', { because: 'ids of requests do not depend on where things are stored' })
isSlow('every path is asked')

describe('every answer has a request id', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  const idIn = (received: string) =>
    /^x-request-id: (.*)\r$/im.exec(received.slice(0, received.indexOf('\r\n\r\n') + 2))?.[1]

  it('on every page, file, call and stream, whatever its status: the caller’s own, once', async () => {
    for (const { method, path } of everyPath) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine-1\r\nConnection: close\r\n\r\n`
      const received = await sendRaw(testApp.port, head)
      assert.equal(idIn(received), 'mine-1', `${method} ${path}: ${received.slice(0, 200)}`)
      assert.equal(received.match(/^x-request-id:/gim)?.length, 1)
    }
  })

  it('when a file is known already, a redirect follows or the request is refused', async () => {
    const { headers } = await fetch(`${testApp.url}/overlay/assets/overlay.js`)
    const tag = headers.get('etag') ?? assert.fail('no tag')
    const known = await fetch(`${testApp.url}/overlay/assets/overlay.js`, { headers: { 'If-None-Match': tag } })
    const moved = await fetch(`${testApp.url}/panel`, { redirect: 'manual' })
    const foreign = await sendRaw(testApp.port, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    assert.deepEqual([known.status, moved.status], [304, 308])
    for (const answer of [known, moved]) assert.match(answer.headers.get('x-request-id') ?? '', /^req_/)
    assert.match(idIn(foreign) ?? '', /^req_/)
  })

  it('when the request could not be parsed, with an id of ours', async () => {
    const broken = ['garbage\r\n\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n', '\x16\x03\x01\x02']
    const ids = await Promise.all(broken.map(async (bytes) => idIn(await sendRaw(testApp.port, bytes))))
    for (const id of ids) assert.match(id ?? '', /^req_[0-9a-f]{20}$/)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('when a socket is opened or refused', async () => {
    for (const [path, lines, status] of [
      ...socketPaths.map((path) => [path, handshake, path === '/nothing' ? 404 : 101] as const),
      ['/overlay/socket', handshake.slice(0, 2), 400] as const,
      ['/overlay/socket', [...handshake, 'Origin: http://evil.example'], 403] as const,
    ]) {
      const received = await firstAnswer([`GET ${path} HTTP/1.1`, 'Host: localhost', 'X-Request-Id: mine-2', ...lines])
      assert.equal(Number(received.split(' ')[1]), status, path)
      assert.equal(idIn(received), 'mine-2', path)
    }
  })

  function firstAnswer(lines: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      let received = ''
      const socket = connect(testApp.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      socket.on('error', reject)
      socket.on('close', () => resolve(received))
      socket.on('data', (chunk) => {
        received += chunk
        if (received.includes('\r\n\r\n')) socket.destroy()
      })
    })
  }
})
