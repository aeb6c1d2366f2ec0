import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createTestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', 'postgres')

describe('traces', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the collector's side of somebody else's format
  const received: any[] = []
  const collector = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({ url: req.url, body: JSON.parse(Buffer.concat(chunks).toString()) })
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  before(() => new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve)))
  after(() => new Promise((resolve) => collector.close(resolve)))

  it('go to the collector as one span a call, inside the trace of the caller', async () => {
    const traceEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const server = await createTestApp({ config: { traceEndpoint } })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const parent = '00f067aa0ba902b7'
    const traced = { headers: { traceparent: `00-${traceId}-${parent}-01` } }
    await server.call('get-points', { username: 'alice', platform: 'PlatformA' }, traced)
    const unwanted = { headers: { traceparent: `00-${traceId}-${parent}-00` } }
    await server.call('get-points', { username: 'alice', platform: 'PlatformA' }, unwanted)
    await server.call('get-points', {}, { status: 400 })
    await server.close()
    const [{ url, body }] = received
    assert.equal(url, '/v1/traces')
    const { spans } = body.resourceSpans[0].scopeSpans[0]
    assert.equal(spans.length, 2, 'the one that the caller does not want is not sent')
    assert.equal(spans[0].name, 'get-points')
    assert.equal(spans[0].traceId, traceId)
    assert.equal(spans[0].parentSpanId, parent)
    assert.match(spans[1].traceId, /^[\da-f]{32}$/)
    const status = spans[1].attributes.find(({ key }: { key: string }) => key === 'http.response.status_code')
    assert.equal(status.value.intValue, '400')
    assert.ok(BigInt(spans[0].endTimeUnixNano) >= BigInt(spans[0].startTimeUnixNano))
  })

  it('that nobody takes are dropped, and no call waits for them', async () => {
    const server = await createTestApp({ config: { traceEndpoint: 'http://127.0.0.1:9' } })
    const { status } = await server.call('get-points', { username: 'alice', platform: 'PlatformA' })
    await server.close()
    assert.equal(status, 200)
    assert.ok(server.logLines.some((line) => line.includes('traces could not be sent')))
  })
})
