import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import type { TestAnswer } from '../../test-answer.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const operation = 'get-points-top'
const good = { platform: 'PlatformA' }
const maxBytes = 256 * 1024

describe('a body', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  /** Exactly these bytes and headers, nothing added. */
  function post(
    chunks: readonly (string | Buffer)[],
    headers: Record<string, string> = {},
    name = operation,
  ): Promise<{ status: number; body: TestAnswer['body'] }> {
    return new Promise((resolve, reject) => {
      const req = request(
        {
          port: testApp.port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/v1/${name}`,
          agent: false,
          headers: { Authorization: `Bearer ${testApp.key}`, ...headers },
        },
        (res) => {
          let text = ''
          res.setEncoding('utf8')
          res.on('data', (part: string) => {
            text += part
          })
          res.on('end', () => resolve({ status: res.statusCode ?? 0, body: JSON.parse(text) }))
        },
      )
      req.on('error', reject)
      for (const chunk of chunks) req.write(chunk)
      req.end()
    })
  }

  async function assertRefused(answer: Promise<{ status: number; body: TestAnswer['body'] }>, code: string) {
    const { status, body } = await answer
    assert.deepEqual([status, body.success, body.code], [400, false, code])
    assert.deepEqual(Object.keys(body), ['success', 'error', 'code', 'request_id'])
  }

  it('that is empty or white space alone equals {}', async () => {
    for (const chunks of [[], [''], ['  \r\n\t '], ['{}']]) {
      const { status, body } = await post(chunks)
      assert.deepEqual([status, body.error], [400, 'platform is required.'])
    }
    assert.equal((await post([], {}, 'list-effects')).status, 200)
    assert.equal((await post(['  '], {}, 'list-effects')).status, 200)
  })

  it('that is not JSON is 400', async () => {
    const broken = [
      '{',
      '{"platform":}',
      "{'platform':'PlatformA'}",
      '{"a":1,}',
      'null x',
      '\u0000',
      '{"a":NaN}',
      '{"a":01}',
    ]
    for (const text of broken) await assertRefused(post([text]), 'invalid_json')
  })

  it('that is not an object is 400', async () => {
    for (const text of ['[]', '[{}]', 'null', '1', '"text"', 'true']) await assertRefused(post([text]), 'invalid_body')
  })

  it('that is not UTF-8 is 400', async () => {
    await assertRefused(post([Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])]), 'invalid_json')
    await assertRefused(post([Buffer.from(JSON.stringify(good), 'utf16le')]), 'invalid_json')
  })

  it('is taken with a byte order mark, as some editors write it', async () => {
    assert.equal((await post([`\ufeff${JSON.stringify(good)}`])).status, 200)
  })

  it('of another content type is 400', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data',
      'json',
    ]) {
      await assertRefused(post([JSON.stringify(good)], { 'Content-Type': type }), 'unsupported_content_type')
    }
  })

  it('is JSON when the content type says so in any of its spellings, or says nothing', async () => {
    const types = [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/vnd.api+json',
    ]
    for (const type of types)
      assert.equal((await post([JSON.stringify(good)], { 'Content-Type': type })).status, 200, type)
    assert.equal((await post([JSON.stringify(good)])).status, 200)
  })

  it('that is empty may have any content type', async () => {
    assert.equal((await post([], { 'Content-Type': 'text/plain' }, 'list-effects')).status, 200)
  })

  it('of exactly 256 KiB is read, one byte more is 400', async () => {
    const fill = (bytes: number) => {
      const empty = JSON.stringify({ ...good, note: '' })
      return JSON.stringify({ ...good, note: 'x'.repeat(bytes - empty.length) })
    }
    assert.equal(Buffer.byteLength(fill(maxBytes)), maxBytes)
    assert.equal((await post([fill(maxBytes)])).status, 200)
    await assertRefused(post([fill(maxBytes + 1)]), 'body_too_large')
    await assertRefused(post([fill(maxBytes * 8)]), 'body_too_large')
    await assertRefused(post([fill(maxBytes * 31)]), 'body_too_large')
    // Whoever goes on sending is cut off, and may lose the answer with the connection.
    const code = post([fill(maxBytes * 64)]).then(
      ({ body }) => body.code,
      (error: NodeJS.ErrnoException) => error.code,
    )
    assert.ok(['body_too_large', 'EPIPE', 'ECONNRESET'].includes(await code), await code)
  })

  it('in chunks is put together, and measured as a whole', async () => {
    const headers = { 'Transfer-Encoding': 'chunked' }
    assert.equal((await post([...JSON.stringify(good)], headers)).status, 200)
    const kilobytes = Array.from({ length: 300 }, () => ' '.repeat(1024))
    await assertRefused(post([JSON.stringify(good), ...kilobytes], headers), 'body_too_large')
  })

  it('with letters cut between two chunks arrives whole', async () => {
    const bytes = Buffer.from(JSON.stringify({ userid: '😀', platform: 'PlatformA' }))
    const middle = bytes.indexOf(0xf0) + 2
    const { body } = await post(
      [bytes.subarray(0, middle), bytes.subarray(middle)],
      { 'Transfer-Encoding': 'chunked' },
      'get-points',
    )
    assert.match(body.error, /😀/)
  })

  it('nested thousands of levels deep is 400, known parameter or not', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    await assertRefused(post([`{"platform":"PlatformA","other":${deep}}`]), 'invalid_parameter')
    await assertRefused(post(['['.repeat(100_000)]), 'invalid_json')
    await assertRefused(post(['['.repeat(100_000) + ']'.repeat(100_000)]), 'invalid_body')
  })

  it('with a key twice means the last one', async () => {
    const { status, body } = await post(['{"limit":0,"platform":"PlatformX","platform":"PlatformB","limit":7}'])
    assert.deepEqual([status, body.platform, body.limit], [200, 'PlatformB', 7])
  })

  it('with a key that reaches into prototypes is 400', async () => {
    for (const text of ['{"__proto__":{"a":1}}', '{"platform":"PlatformA","x":[{"constructor":1}]}']) {
      await assertRefused(post([text]), 'invalid_parameter')
    }
  })
})
