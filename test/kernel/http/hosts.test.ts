import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../../src/app/config/config.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { freePort } from '../../free-port.ts'
import { everyPath, handshake, socketPaths } from './every-path.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const foreign = [
  'evil.example',
  'evil.example:4400',
  'EVIL.example.',
  'localhost.evil.example',
  'notlocalhost',
  'localhost..',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '2130706433',
  '0x7f.0.0.1',
  '127.1',
  '[::1].evil.example',
  '[fe80::1%25eth0]',
  'localhost@evil.example',
  'evil.example/localhost',
  'localhost,evil.example',
  'localhost:port',
  'show.example.evil.example',
  'xshow.example',
]
const own = [
  'localhost',
  'LocalHost:4400',
  'localhost.',
  'localhost.:80',
  'a1.localhost:4400',
  '127.0.0.1',
  '127.0.0.1:9',
  '192.168.1.20:4400',
  '[::1]',
  '[::1]:4400',
  '[2001:DB8::1]:4400',
  'show.example',
  'SHOW.example.:443',
  'stream.lan',
  'xn--bcher-kva.example',
]

describe('the Host of a request', () => {
  let testApp: TestApp
  let metricsPort: number
  before(async () => {
    metricsPort = await freePort()
    testApp = await createTestApp({
      config: {
        publicUrl: 'https://show.example',
        hosts: ['stream.lan', 'xn--bcher-kva.example'],
        metrics: { host: '127.0.0.1', port: metricsPort },
      },
    })
  })
  after(() => testApp.close())

  async function ask(
    { method, path }: { readonly method: string; readonly path: string },
    hosts: readonly string[],
    more: readonly string[] = ['Connection: close'],
    port = testApp.port,
  ) {
    const lines = [`${method} ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), ...more]
    const received = await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`)
    const status = Number(received.split(' ')[1])
    const code = /"code":"(\w+)"/.exec(received)?.[1]
    return { status, code, received }
  }
  const health = { method: 'GET', path: '/healthz' }

  it('is refused before anything else when it is not ours: pages, files, calls, streams and what is not there', async () => {
    for (const known of everyPath) {
      const { status, code, received } = await ask(known, ['evil.example'])
      assert.equal(status, 400, `${known.method} ${known.path}`)
      if (known.method === 'HEAD') continue
      assert.equal(code, 'host_not_allowed', known.path)
      assert.match(received, /evil\.example.*SHOWCALLER_HOSTS/)
    }
  })

  it('is refused for sockets, too', async () => {
    for (const path of socketPaths) {
      const { status, code } = await ask({ method: 'GET', path }, ['evil.example'], handshake)
      assert.deepEqual([status, code], [400, 'host_not_allowed'])
    }
  })

  it('is checked by the server of the metrics', async () => {
    const metrics = { method: 'GET', path: '/metrics' }
    const refused = await ask(metrics, ['evil.example'], undefined, metricsPort)
    assert.deepEqual([refused.status, refused.code], [400, 'host_not_allowed'])
    const allowed = await ask(metrics, ['127.0.0.1'], undefined, metricsPort)
    assert.equal(allowed.status, 200)
    assert.match(allowed.received, /x-request-id: req_/i)
    const missing = await ask(health, ['127.0.0.1'], undefined, metricsPort)
    assert.deepEqual([missing.status, missing.code], [404, 'not_found'])
    assert.match(missing.received, /x-request-id: req_/i)
  })

  it('may be localhost, an address, the public address or a listed name, in any case, with any port', async () => {
    for (const host of own) assert.equal((await ask(health, [host])).status, 200, host)
  })

  it('is refused when it only resembles one of those', async () => {
    for (const host of foreign) {
      const { status, code } = await ask(health, [host])
      assert.deepEqual([status, code], [400, 'host_not_allowed'], host)
    }
    assert.deepEqual((await ask(health, [''])).code, 'host_not_allowed')
  })

  it('is one: several are refused, even if all are ours', async () => {
    assert.equal((await ask(health, ['localhost', 'evil.example'])).code, 'host_not_allowed')
    assert.equal((await ask(health, ['evil.example', 'localhost'])).code, 'host_not_allowed')
    assert.equal((await ask(health, ['localhost', 'localhost'])).code, 'invalid_request')
  })

  it('is missing in HTTP/1.0 only, as in health checks of load balancers', async () => {
    assert.match(await sendRaw(testApp.port, 'GET /readyz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
    assert.deepEqual((await ask(health, [])).code, 'invalid_request')
    const named = await sendRaw(testApp.port, 'GET /readyz HTTP/1.0\r\nHost: evil.example\r\n\r\n')
    assert.match(named, /^HTTP\/1\.1 400 /)
  })

  it('is not taken from the target of the request', async () => {
    for (const path of ['http://evil.example/healthz', '//evil.example/healthz', '/\\evil.example/healthz']) {
      assert.equal((await ask({ method: 'GET', path }, ['localhost'])).status, 404, path)
    }
  })

  it('is shown in the refusal without anything that could be markup', async () => {
    const { received } = await ask(health, ['<script>alert(1)</script>'])
    assert.doesNotMatch(received, /<script/)
    assert.match((await ask(health, ['x'.repeat(5000)])).received, /"error":".{1,250}"/)
  })

  it('comes with headers that keep other windows away, and over https with strict transport security', async () => {
    for (const path of ['/overlay', '/sign-in', '/healthz', '/nothing', '/v1/nothing']) {
      const { received } = await ask({ method: 'GET', path }, ['localhost'])
      assert.match(received, /^strict-transport-security: max-age=31536000\r$/im, path)
    }
    const { received } = await ask({ method: 'GET', path: '/overlay' }, ['localhost'])
    assert.match(received, /^cross-origin-opener-policy: same-origin\r$/im)
    assert.match(await sendRaw(testApp.port, 'broken\r\n\r\n'), /^strict-transport-security: /im)
  })
})

describe('the listed names', () => {
  it('are read from the environment and the settings file, as browsers write them', async () => {
    const config = await readConfig({ SHOWCALLER_HOSTS: 'stream.lan, Bücher.example,node1' }, '/nonexistent')
    assert.deepEqual(config.hosts, ['stream.lan', 'xn--bcher-kva.example', 'node1'])
    assert.deepEqual((await readConfig({}, '/nonexistent')).hosts, [])
  })

  for (const wrong of ['http://stream.lan', 'stream.lan:4400', '*.lan', 'a b', 'x/y', 'user@x']) {
    it(`are refused when they are not names: ${wrong}`, async () => {
      await assert.rejects(
        readConfig({ SHOWCALLER_HOSTS: wrong }, '/nonexistent'),
        /SHOWCALLER_HOSTS must be host names/,
      )
    })
  }
})
