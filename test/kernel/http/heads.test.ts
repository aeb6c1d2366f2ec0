import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { ServerRequest } from '../../../src/kernel/http/request.ts'
import { header } from '../../../src/kernel/http/response.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { parseAnswers, sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const body = '{"platform":"PlatformA"}'

describe('the head of an answer', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  const call = (version: string, ...lines: string[]) =>
    [
      `POST /v1/list-effects HTTP/${version}`,
      `Authorization: Bearer ${testApp.key}`,
      `Content-Length: ${body.length}`,
      ...lines,
      '',
      body,
    ].join('\r\n')

  it('says whether the connection continues, and is right', async () => {
    const goesOn = [call('1.0', 'Connection: keep-alive'), call('1.1', 'Host: localhost')]
    const isLast = [call('1.0'), call('1.1', 'Host: localhost', 'Connection: close')]
    for (const first of goesOn) {
      for (const last of isLast) {
        const [kept, closed] = parseAnswers(await sendRaw(testApp.port, first + last))
        assert.deepEqual([kept?.headers.connection, kept?.headers['keep-alive']], ['keep-alive', 'timeout=72'])
        assert.deepEqual([closed?.headers.connection, closed?.headers['keep-alive']], ['close', undefined])
      }
    }
  })

  it('gives the time to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const [answer] = parseAnswers(await sendRaw(testApp.port, call('1.0')))
    const date = Date.parse(answer?.headers.date ?? '')
    assert.ok(date >= before && date <= Date.now(), `${answer?.headers.date}`)
  })

  it('comes alone when only the head was asked for', async () => {
    const head = 'HEAD /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const text = await sendRaw(testApp.port, head)
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(text, /\r\nContent-Length: [1-9]\d{4,}\r\n/)
    assert.ok(text.endsWith('\r\n\r\n'))
  })

  it('comes after the leave to continue, for those who ask for it', async () => {
    const asking = call('1.1', 'Host: localhost', 'Expect: 100-continue', 'Connection: close')
    const text = await sendRaw(testApp.port, asking)
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 \d{3} /)
  })

  it('has no line that a value could break', () => {
    assert.equal(header('A', 'b c'), 'A: b c\r\n')
    for (const value of ['a\r\nB: c', 'a\n', '\u0000', 'ä', '\u007f']) assert.throws(() => header('A', value))
  })
})

describe('the body of a request', () => {
  it('is whole when somebody asks late, and missing when the caller has gone by then', async () => {
    const asked: ServerRequest[] = []
    const server = createServer({ IncomingMessage: ServerRequest }, (req) => void asked.push(req))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      const whole = connect(port, '127.0.0.1')
      whole.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n')
      while (asked.length < 1) await once(server, 'request')
      whole.write('2\r\ncd\r\n0\r\n\r\n')
      await eventually('the end of the body', async () => asked[0]?.complete === true)
      assert.equal(String(await asked[0]?.readBody()), 'abcd')

      const cut = connect(port, '127.0.0.1')
      cut.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab')
      while (asked.length < 2) await once(server, 'request')
      cut.destroy()
      await eventually('the end of the connection', async () => asked[1]?.destroyed === true)
      await assert.rejects(async () => asked[1]?.readBody(), { code: 'invalid_request' })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
