import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { parseAnswers, type RawAnswer, sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const post = 'POST /v1/get-points-top HTTP/1.1\r\nHost: localhost\r\n'

describe('what is not a request we can serve', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  async function send(text: string): Promise<RawAnswer[]> {
    return parseAnswers(await sendRaw(testApp.port, Buffer.from(text, 'latin1')))
  }

  function assertFailure(answer: RawAnswer | undefined, status: number, code: string): void {
    assert.ok(answer !== undefined, 'no answer')
    const body = JSON.parse(answer.body) as Record<string, unknown>
    assert.deepEqual([answer.status, body.success, body.code], [status, false, code])
    assert.equal(typeof body.error, 'string')
    assert.equal(body.request_id, answer.headers['x-request-id'])
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  }

  const broken: Readonly<Record<string, string>> = {
    'garbage bytes': '\x00\x01\x02\xff\xfe garbage\r\n\r\n',
    'the greeting of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'the greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a version that does not exist': 'POST /v1/tts HTTP/3.7\r\nHost: localhost\r\n\r\n',
    'oversized headers': `${post}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'an oversized address': `POST /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'a header that breaks off': `${post}Broken header\r\n\r\n`,
    'a header with a control character': `${post}X-Bad: a\x00b\r\n\r\n`,
    'two different lengths': `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length that is no number': `${post}Content-Length: two\r\n\r\n{}`,
    'a negative length': `${post}Content-Length: -2\r\n\r\n{}`,
    'a length and chunks at once': `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'an encoding we do not know': `${post}Transfer-Encoding: gzip\r\n\r\n{}`,
    'a request without Host': 'POST /v1/get-points-top HTTP/1.1\r\nConnection: close\r\n\r\n',
  }
  for (const [name, text] of Object.entries(broken)) {
    it(`is answered with the failure body: ${name}`, async () => {
      assertFailure((await send(text))[0], 400, 'invalid_request')
    })
  }

  it('is answered with the failure body: a body whose chunks are broken', async () => {
    const head = `${post}Authorization: Bearer ${testApp.key}\r\nTransfer-Encoding: chunked\r\n\r\n`
    for (const rest of ['zz\r\n{}\r\n', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, '2\r\n{}xx\r\n']) {
      const answers = await send(head + rest)
      assert.equal(answers.length, 1)
      assertFailure(answers[0], 400, 'invalid_request')
    }
  })

  it('is 404 with the failure body: addresses and methods we do not have', async () => {
    const lines = [
      'CONNECT example.org:443',
      'OPTIONS *',
      'GET /v1',
      'GET /v2/add-points',
      'POST /v1x/add-points',
      'GET /%zz',
      'GET /healthz/below',
      'TRACE /',
      'POST /',
    ]
    for (const line of lines) {
      const [answer] = await send(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      assertFailure(answer, 404, 'not_found')
    }
  })

  it('is 404 under /v1 however the name is spelt', async () => {
    const names = [
      '',
      'Add-Points',
      'add_points',
      'add-points/',
      '../add-points',
      'toString',
      '__proto__',
      'x'.repeat(300),
      '%2e%2e',
      "<script>alert('1')</script>",
    ]
    for (const name of names) {
      const [answer] = await send(`POST /v1/${name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      assertFailure(answer, 404, 'unknown_operation')
      const { error } = JSON.parse(answer?.body ?? '{}') as { error: string }
      assert.ok(error.length < 120 && !/[<>'"]/.test(error), error)
    }
  })

  it('does not matter when it is only an expectation or an offer', async () => {
    const body = '{"platform":"PlatformA"}'
    const rest = `Authorization: Bearer ${testApp.key}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const [expected] = await send(`${post}Expect: the-unexpected\r\n${rest}`)
    assert.equal(expected?.status, 200)
    const [proceed, done] = await send(`${post}Expect: 100-continue\r\n${rest}`)
    assert.deepEqual([proceed?.status, done?.status], [100, 200])
    const offer = `Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`
    const [upgraded] = await send(post + offer + rest.replace('Connection: close\r\n', ''))
    assert.equal(upgraded?.status, 200)
  })

  it('speaks HTTP/1.0 with those who do, Host or not', async () => {
    const body = '{"platform":"PlatformA"}'
    const [answer] = await send(
      `POST /v1/get-points-top HTTP/1.0\r\nAuthorization: Bearer ${testApp.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    assert.equal(answer?.status, 200)
  })

  it('answers HEAD like GET without its body, and OPTIONS with 404', async () => {
    const [head] = await send('HEAD /v1/add-points HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    assert.deepEqual([head?.status, head?.body], [404, ''])
    const health = await sendRaw(testApp.port, 'HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    assert.match(health, /^HTTP\/1\.1 200 /)
    assert.ok(health.endsWith('\r\n\r\n'), 'HEAD has no body')
    const [options] = await send('OPTIONS /v1/add-points HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    assertFailure(options, 404, 'unknown_operation')
  })

  it('leaves the server unharmed: hundreds of broken connections, then a good call', async () => {
    const hurl = (index: number) =>
      new Promise<void>((resolve) => {
        const socket = connect({ port: testApp.port, host: '127.0.0.1' }, () => {
          socket.write(Object.values(broken)[index % Object.keys(broken).length] ?? '')
          if (index % 2 === 0) socket.resetAndDestroy()
        })
        socket.on('error', () => {})
        socket.on('data', () => {})
        socket.on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 300 }, (_, index) => hurl(index)))
    assert.equal((await testApp.call('get-points-top', { platform: 'PlatformA' })).status, 200)
  })
})
