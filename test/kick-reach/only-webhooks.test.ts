import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isSlow, runsOn } from '../declare.ts'
import { type FakeTailscale, laptopName, startFakeTailscale } from '../fakes/tailscale.ts'
import { freePort } from '../free-port.ts'
import { everyPath, handshake, socketPaths } from '../kernel/http/every-path.ts'
import { sendRaw } from '../kernel/http/raw-request.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', { because: 'it is about the names and paths of requests, before anything is read or stored' })
isSlow('it runs a program for every check of the tunnel')

describe('through the name of the tunnel', () => {
  let tailscale: FakeTailscale
  let stage: TunnelStage
  before(async () => {
    tailscale = await startFakeTailscale()
    stage = await openTunnelStage(tailscale, { tailscale: tailscale.program, environment: {} })
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
  })
  after(async () => {
    await stage?.close()
    await tailscale?.close()
  })

  /** Straight to this server, as a tunnel would that passes everything on. */
  async function ask(method: string, path: string, hosts: readonly string[], more: readonly string[] = []) {
    const lines = [`${method} ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', ...more]
    const received = await sendRaw(stage.app.port, `${lines.join('\r\n')}\r\n\r\n`)
    return { status: Number(received.split(' ')[1]), code: /"code":"(\w+)"/.exec(received)?.[1], received }
  }
  const spellings = [
    laptopName,
    laptopName.toUpperCase(),
    `${laptopName}.`,
    `${laptopName}:443`,
    `${laptopName}.:4400`,
    `${laptopName}:`,
  ]

  it('everything but the webhooks is not found: panel, overlay, API, files, health and metrics', async () => {
    for (const { method, path } of everyPath) {
      if (path.startsWith('/webhooks/')) continue
      const { status, received } = await ask(method, path, [laptopName])
      assert.equal(status, 404, `${method} ${path}`)
      assert.doesNotMatch(received, /<html|set-cookie/i, path)
    }
  })

  it('no socket opens', async () => {
    for (const path of [...socketPaths, '/webhooks/kick']) {
      const { status } = await ask('GET', path, [laptopName], handshake)
      assert.equal(status, 404, path)
    }
  })

  it('webhooks are answered, however the name is spelled, and nothing else is', async () => {
    for (const host of spellings) {
      const webhook = await ask('POST', '/webhooks/kick', [host], ['Content-Length: 0'])
      assert.deepEqual([webhook.status, webhook.code], [400, 'invalid_request'], host)
      for (const path of ['/', '/healthz', '/v1/get-points', '/settings', '/webhooks', '/webhooksx']) {
        assert.equal((await ask('GET', path, [host])).status, 404, `${host}${path}`)
      }
    }
  })

  it('no path leads out of the webhooks', async () => {
    for (const path of [
      '/webhooks/../healthz',
      '/webhooks/%2e%2e/healthz',
      '/webhooks/./../sign-in',
      '/webhooks\\..\\healthz',
      '/webhooks/..%2fhealthz',
      '//localhost/healthz',
      '/webhooks/../v1/get-points',
    ]) {
      assert.equal((await ask('GET', path, [laptopName])).status, 404, path)
    }
  })

  it('a whole address as the target does not help', async () => {
    for (const [target, host] of [
      [`http://${laptopName}/healthz`, laptopName],
      [`http://localhost/healthz`, laptopName],
      [`http://${laptopName}/healthz`, 'localhost'],
      [`http://localhost:4400/v1/get-points`, laptopName],
    ] as const) {
      assert.equal((await ask('GET', target, [host])).status, 404, `${target} ${host}`)
    }
  })

  it('a second Host does not help, nor does a tunnel that says it in another header', async () => {
    assert.equal((await ask('GET', '/healthz', [laptopName, 'localhost'])).status, 404)
    assert.equal((await ask('GET', '/healthz', ['localhost', laptopName])).status, 404)
    assert.equal((await ask('POST', '/webhooks/kick', ['localhost', laptopName])).status, 404)
    for (const forwarded of [laptopName, `localhost, ${laptopName}:443`, ` ${laptopName.toUpperCase()}.`]) {
      const { status } = await ask('GET', '/healthz', ['localhost'], [`X-Forwarded-Host: ${forwarded}`])
      assert.equal(status, 404, forwarded)
    }
  })

  it('other names are refused as before, and our own still serve everything', async () => {
    for (const host of ['evil.example', `x${laptopName}`, `${laptopName}.evil.example`, 'tail1a2b3.ts.net']) {
      assert.deepEqual((await ask('GET', '/webhooks/kick', [host])).code, 'host_not_allowed', host)
    }
    assert.equal((await ask('GET', '/healthz', ['localhost'])).status, 200)
  })

  it('Tailscale itself knows no other path', async () => {
    for (const path of ['/', '/healthz', '/v1/get-points', '/panel/api/list-keys']) {
      const { status, text } = await tailscale.ask(path)
      assert.deepEqual([status, text], [404, '404 page not found'])
    }
    assert.equal((await tailscale.ask('/webhooks/kick', { method: 'POST' })).status, 400)
  })

  it('a request that only looks like a round trip gets no answer', async () => {
    const now = Date.now()
    for (const header of ['', 'x', `${now}.${'A'.repeat(43)}.${'A'.repeat(43)}`]) {
      const headers = { 'Showcaller-Round-Trip': header }
      const { status, text } = await tailscale.ask('/webhooks/kick', { method: 'POST', headers })
      assert.equal(status, 403, header)
      assert.doesNotMatch(text, /answer/)
    }
    const nameless = 'POST /webhooks/kick HTTP/1.0\r\nShowcaller-Round-Trip: x\r\nContent-Length: 0\r\n\r\n'
    assert.match(await sendRaw(stage.app.port, nameless), /^HTTP\/1\.1 403 /)
  })

  it('the server of the metrics is closed, too', async () => {
    const port = await freePort()
    const other = await startFakeTailscale()
    const more = await openTunnelStage(other, { tailscale: other.program, environment: {} }, { metricsPort: port })
    try {
      await more.set('tunnel', true)
      await more.hasTunnel('on')
      const received = await sendRaw(port, `GET /metrics HTTP/1.1\r\nHost: ${laptopName}\r\nConnection: close\r\n\r\n`)
      assert.match(received, /^HTTP\/1\.1 404 /)
    } finally {
      await more.close()
      await other.close()
    }
  })
})
