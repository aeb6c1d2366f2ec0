import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createRegistry } from '../../../src/kernel/metrics/registry.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'

runsOn('sqlite', 'postgres')

describe('the numbers at /metrics', () => {
  let server: TestApp
  before(async () => {
    server = await createTestApp()
  })
  after(() => server?.close())

  const read = async () => (await fetch(`${server.url}/metrics`)).text()

  it('count calls by operation and status, and report how long they took', async () => {
    await server.call('get-points', { username: 'alice', platform: 'PlatformA' })
    await server.call('get-points', { username: 'alice', platform: 'PlatformA' })
    await server.call('get-points', {}, { status: 400 })
    const text = await read()
    assert.match(text, /^showcaller_requests_total\{operation="get-points",status="200"\} 2$/m)
    assert.match(text, /^showcaller_requests_total\{operation="get-points",status="400"\} 1$/m)
    assert.match(text, /^showcaller_request_seconds_bucket\{operation="get-points",le="\+Inf"\} 3$/m)
    assert.match(text, /^showcaller_request_seconds_count\{operation="get-points"\} 3$/m)
  })

  it('report the event loop, overlay pages, memory and version', async () => {
    const text = await read()
    for (const name of [
      'showcaller_event_loop_delay_seconds_count',
      'showcaller_event_loop_delay_lasting_seconds',
      'showcaller_overlay_connections',
      'showcaller_refused_calls_total',
      'process_resident_memory_bytes',
      'showcaller_info',
    ]) {
      assert.match(text, new RegExp(`^${name}(\\{[^}]*\\})? [\\d.e+-]+$`, 'm'), name)
    }
  })

  it('are in the format that collectors read: every line a comment or one number', async () => {
    for (const line of (await read()).trimEnd().split('\n')) {
      assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/)
    }
  })

  it('hold no word of viewers, channels or keys', async () => {
    const text = await read()
    assert.doesNotMatch(text, /alice|sc_live_|ov_/)
  })

  it('are all that the dashboard draws', async () => {
    const dashboard = JSON.parse(
      readFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
    )
    const known = new Set([...(await read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const drawn = JSON.stringify(dashboard).matchAll(/\b(?:showcaller|process)_\w+/g)
    const names = [...drawn].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))
    assert.ok(names.length > 12)
    for (const name of names) assert.ok(known.has(name), name)
  })

  it('are not for callers that a proxy brings', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'X-Forwarded-For': '203.0.113.9' }
      const req = request(`${server.url}/metrics`, { headers }, (res) => resolve(res.resume().statusCode))
      req.on('error', reject).end()
    })
    assert.equal(status, 404)
  })

  it('are not on the public port where a public address is set', async () => {
    const proxied = await createTestApp({ config: { publicUrl: 'https://show.example' } })
    try {
      assert.equal((await fetch(`${proxied.url}/metrics`)).status, 404)
    } finally {
      await proxied.close()
    }
  })

  it('escape what stands in a label', () => {
    const registry = createRegistry()
    registry.counter('x_total', 'Help.')({ name: 'a"b\\c\nd' }).add()
    assert.match(registry.text(), /^x_total\{name="a\\"b\\\\c\\nd"\} 1$/m)
  })
})
