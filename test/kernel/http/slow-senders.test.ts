import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { createTestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { within } from '../../eventually.ts'
import { parseAnswers } from './raw-request.ts'

runsOn('sqlite', {
  because: 'slow senders are cut off before a request is complete, and nothing of an incomplete request is stored',
})
isSlow('it waits until slow senders are cut off')

/** Writes a beginning, then one byte at a time, and answers with what came back and after how long. */
function drip(port: number, beginning: string, byte: string): Promise<{ received: string; afterMs: number }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(beginning))
    const dripping = setInterval(() => socket.writable && socket.write(byte), 300)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve({ received: Buffer.concat(chunks).toString(), afterMs: performance.now() - startedAt })
    })
  })
}

describe('a slow sender', () => {
  it('is cut off after 5 s of headers or silence and 10 s of body, while the others are served as ever', async () => {
    const testApp = await createTestApp()
    try {
      const head = `POST /v1/get-points-top HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${testApp.key}\r\n`
      const headers = Promise.all(Array.from({ length: 50 }, () => drip(testApp.port, head, 'X: y\r\n')))
      const bodies = Promise.all(
        Array.from({ length: 50 }, () => drip(testApp.port, `${head}Content-Length: 1000\r\n\r\n{`, ' ')),
      )
      const silent = Promise.all(Array.from({ length: 50 }, () => drip(testApp.port, '', '')))
      let isOver = false
      const slow = Promise.all([headers, bodies, silent]).finally(() => {
        isOver = true
      })
      let served = 0
      while (!isOver) {
        const { key } = await testApp.makeKey()
        await testApp.call('get-points-top', { platform: 'PlatformA' }, { key })
        served++
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      assert.ok(served >= 3, `${served} other calls were served meanwhile`)
      const [byHeaders, byBodies, bySilence] = await within('the slow ones to be cut off', slow)
      for (const [ended, least, code] of [
        [byHeaders, 4500, 'request_timeout'],
        [byBodies, 9500, 'request_timeout'],
        // A client that sent its first request just then would take an answer for the answer to it.
        [bySilence, 4500, undefined],
      ] as const) {
        for (const { received, afterMs } of ended) {
          const [answer] = received === '' ? [] : parseAnswers(received)
          assert.equal(answer?.status, code && 400)
          assert.equal(answer && JSON.parse(answer.body).code, code)
          assert.ok(afterMs > least, `after ${afterMs} ms`)
        }
      }
    } finally {
      await testApp.close()
    }
  })
})
