import assert from 'node:assert/strict'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { internalsWork, nodeInternalsInUse, useNodeInternals } from '../../../src/kernel/http/node-internals.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

describe('the check for the Node that the server is tuned for', () => {
  it('passes on the Node that the tests run on', () => {
    assert.equal(internalsWork(), true)
  })

  it('fails where the head is kept in another field, or not sent from it', () => {
    class OtherField<R extends IncomingMessage> extends ServerResponse<R> {
      get _header(): string | null {
        return null
      }
      set _header(_head: string | null) {}
    }
    class OwnHead<R extends IncomingMessage> extends ServerResponse<R> {
      override end(...args: unknown[]): this {
        Object.assign(this, { _header: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n' })
        return Reflect.apply(super.end, this, args)
      }
    }
    for (const Answer of [OtherField, OwnHead]) assert.equal(internalsWork(Answer), false)
  })

  it('fails where the last answer of a connection is marked in another way', () => {
    class OtherMark<R extends IncomingMessage> extends ServerResponse<R> {
      get _last(): string {
        return 'no'
      }
      set _last(_isLast: unknown) {}
    }
    assert.equal(internalsWork(OtherMark), false)
  })

  it('fails, and does no harm, where Node refuses what it tries', () => {
    class Refusing<R extends IncomingMessage> extends ServerResponse<R> {
      override writeHead(): this {
        throw new TypeError('not in this version')
      }
    }
    assert.equal(internalsWork(Refusing), false)
  })
})

describe('the public API of Node', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => {
    useNodeInternals(true)
    return testApp.close()
  })

  /** The same request on both paths. Only the clock and the count of the rate limit go on between the two. */
  async function onBothPaths(request: string): Promise<[internal: string, byPublicApi: string]> {
    const answers: string[] = []
    for (const isUsed of [true, false]) {
      useNodeInternals(isUsed)
      assert.equal(nodeInternalsInUse(), isUsed)
      const answer = await sendRaw(testApp.port, request)
      answers.push(answer.replace(/Date: .* GMT/g, 'Date: now').replace(/;r=\d+;t=\d+/g, ';r=1;t=1'))
    }
    const [internal = '', byPublicApi = ''] = answers
    return [internal, byPublicApi]
  }

  const request = (first: string, body: string, ...lines: string[]) =>
    [
      first,
      'Host: localhost',
      'X-Request-Id: same',
      `Authorization: Bearer ${testApp.key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...lines,
      '',
      body,
    ].join('\r\n')

  it('gives the same bytes for answers, failures, heads alone and pages, on connections that stay and that end', async () => {
    const last = 'Connection: close'
    const requests = [
      request('POST /v1/list-effects HTTP/1.1', '{"platform":"PlatformA"}', last),
      request('POST /v1/get-points HTTP/1.1', '{"platform":"PlatformA","username":"nobodyö"}', last),
      request('POST /v1/no-such-operation HTTP/1.1', '{}', last),
      request('POST /v1/list-effects HTTP/1.1', '{', last),
      request('POST /v1/list-effects HTTP/1.0', '{}'),
      request('POST /v1/list-effects HTTP/1.1', '{}') + request('POST /v1/list-effects HTTP/1.1', '{}', last),
      request('POST /v1/list-effects HTTP/1.0', '{}', 'Connection: keep-alive') +
        request('POST /v1/list-effects HTTP/1.1', '{}', 'Connection: upgrade, close', 'Upgrade: h2c'),
      request('HEAD /v1/list-effects HTTP/1.1', '', last),
      request('GET /health HTTP/1.1', '', last),
      request('GET /no-such-page HTTP/1.1', '', last),
      request('POST /v1/list-effects HTTP/1.1', '{}', 'Expect: 100-continue', last),
    ]
    for (const text of requests) {
      const [internal, byPublicApi] = await onBothPaths(text)
      assert.match(internal, /^HTTP\/1\.1 \d{3} /)
      assert.equal(byPublicApi, internal)
    }
  })
})
