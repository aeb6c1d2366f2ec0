import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../../src/app/config/config.ts'
import type { TraceSettings } from '../../../src/kernel/metrics/trace-settings.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { createTestCollector } from './test-collector.ts'

runsOn('sqlite', 'postgres')
isSlow('it loads OpenTelemetry, and starts a server for each test')

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const read = { username: 'alice', platform: 'PlatformA' }

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof createTestCollector>>
  before(async () => {
    collector = await createTestCollector()
  })
  beforeEach(() => collector.received.splice(0))
  after(() => collector.close())

  /** As an operator sets it up: by the variables of OpenTelemetry. */
  async function createTracedApp(env: Record<string, string> = {}): Promise<TestApp> {
    const { traces } = await readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }, '/nonexistent')
    return createTestApp({ config: { traces } })
  }

  const protocols = [
    { protocol: 'http/protobuf', type: 'application/x-protobuf' },
    { protocol: 'http/json', type: 'application/json' },
  ]
  for (const { protocol, type } of protocols) {
    it(`reach the collector as one span a call, inside the trace of the caller (${protocol})`, async () => {
      const server = await createTracedApp({
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20c2VjcmV0,x-tenant=a',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=b',
        OTEL_SERVICE_NAME: 'stage-left',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored',
      })
      const startedAt = BigInt(Date.now() - 1000) * 1_000_000n
      await server.call('get-points', read, { headers: { traceparent: `00-${traceId}-${parent}-01` } })
      await server.call('get-points', read, { headers: { traceparent: `00-${traceId}-${parent}-00` } })
      await server.call('get-points', {}, { status: 400, headers: { 'X-Request-Id': 'known' } })
      await server.close()
      const [request] = collector.received
      assert.ok(request)
      assert.equal(request.path, '/v1/traces')
      assert.equal(request.headers['content-type'], type)
      assert.equal(request.headers.authorization, 'Basic c2VjcmV0')
      assert.equal(request.headers['x-tenant'], 'b')
      assert.equal(request.resource['service.name'], 'stage-left')
      assert.equal(request.resource['deployment.environment.name'], 'test')
      assert.match(String(request.resource['service.version']), /^\d+\.\d+\.\d+/)
      assert.equal(request.scope, 'showcaller')
      const [inTrace, alone] = request.spans
      assert.ok(inTrace && alone)
      assert.equal(request.spans.length, 2, 'the one that the caller does not want is not sent')
      assert.deepEqual([inTrace.name, inTrace.kind, inTrace.statusCode], ['get-points', 2, 0])
      assert.deepEqual([inTrace.traceId, inTrace.parentSpanId], [traceId, parent])
      assert.match(inTrace.spanId, /^[\da-f]{16}$/)
      assert.ok(inTrace.startNano > startedAt && inTrace.endNano >= inTrace.startNano)
      assert.match(alone.traceId, /^[\da-f]{32}$/)
      assert.equal(alone.parentSpanId, undefined)
      assert.deepEqual(alone.attributes, {
        'http.request.method': 'POST',
        'http.route': '/v1/get-points',
        'showcaller.request_id': 'known',
        'http.response.status_code': 400,
      })
    })
  }

  it('are compressed, and posted to an address of their own, where that is set', async () => {
    const server = await createTracedApp({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/elsewhere`,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    })
    await server.call('get-points', read)
    await server.close()
    const [request] = collector.received
    assert.equal(request?.path, '/elsewhere')
    assert.equal(request?.headers['content-encoding'], 'gzip')
    assert.equal(request?.resource['service.name'], 'showcaller')
  })

  it('are sampled as the variables say, and as the caller says where it has a say', async () => {
    const wanted = { headers: { traceparent: `00-${traceId}-${parent}-01` } }
    for (const [sampler, expected] of [
      ['always_off', 0],
      ['parentbased_always_off', 1],
      ['parentbased_traceidratio', 1],
      ['traceidratio', 0],
      ['always_on', 2],
    ] as const) {
      collector.received.splice(0)
      const server = await createTracedApp({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' })
      await server.call('get-points', read, wanted)
      await server.call('get-points', read)
      await server.close()
      assert.equal(collector.received.flatMap(({ spans }) => spans).length, expected, sampler)
    }
  })

  it('wait in a queue with an end: what is more is dropped, and the log says so', async () => {
    const release = collector.hold()
    const server = await createTracedApp({ OTEL_BSP_MAX_QUEUE_SIZE: '8', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4' })
    for (let call = 0; call < 20; call++) await server.call('get-points', read)
    release()
    await eventually('the queue to empty', async () => collector.received.length === 3)
    await server.call('get-points', read)
    await server.close()
    assert.equal(collector.received.flatMap(({ spans }) => spans).length, 13)
    assert.ok(server.logLines.some((line) => line.includes('Dropped 8 spans')))
  })

  it('that nobody takes are dropped, no call waits for them, and the log says it once', async () => {
    const settings: TraceSettings = { url: 'http://127.0.0.1:9/v1/traces', timeoutMs: 200, batchDelayMs: 1 }
    const server = await createTestApp({ config: { traces: settings } })
    const failed = () => server.logLines.filter((line) => line.includes('traces could not be sent')).length
    for (let call = 0; call < 5; call++) assert.equal((await server.call('get-points', read)).status, 200)
    await eventually('the first failure', async () => failed() === 1)
    for (let call = 0; call < 5; call++) assert.equal((await server.call('get-points', read)).status, 200)
    assert.equal(failed(), 1)
    await server.close()
    assert.ok(failed() <= 2)
  })

  it('keep nobody from stopping: a collector that does not answer is waited for once, and briefly', async () => {
    const release = collector.hold()
    const settings: TraceSettings = { url: `${collector.url}/v1/traces`, timeoutMs: 200 }
    const server = await createTestApp({ config: { traces: settings } })
    await server.call('get-points', read)
    await server.close()
    assert.equal(collector.received.length, 1)
    assert.ok(server.logLines.some((line) => line.includes('traces could not be sent')))
    release()
  })
})

describe('the settings of traces', () => {
  it('are none without an endpoint, and none where they are switched off', async () => {
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
    for (const env of [
      { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' },
      { ...on, OTEL_SDK_DISABLED: 'true' },
      { ...on, OTEL_TRACES_EXPORTER: 'none' },
    ]) {
      assert.equal((await readConfig(env, '/nonexistent')).traces, undefined)
    }
    assert.equal((await readConfig(on, '/nonexistent')).traces?.url, 'http://127.0.0.1:4318/v1/traces')
  })

  it('say in one sentence what is wrong with them, and never repeat a secret', async () => {
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zip'],
      ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'hush'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hush%zz'],
      ['OTEL_RESOURCE_ATTRIBUTES', 'a=b,=hush'],
      ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_BSP_MAX_QUEUE_SIZE', '-1'],
    ] as const) {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value }
      await assert.rejects(readConfig(env, '/nonexistent'), (error: Error) => {
        assert.match(error.message, new RegExp(`^${name} must be .*\\.$`))
        assert.ok(!error.message.includes('hush'))
        return true
      })
    }
  })
})
