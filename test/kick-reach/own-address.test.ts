import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { isPublicAddress } from '../../src/capabilities/kick-reach/round-trip.ts'
import { runsOn } from '../declare.ts'
import * as events from '../fakes/kick-events.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', { because: 'it is about addresses; nothing of it is stored' })

const publicUrl = 'https://show.example'

describe('the operator’s own public address', () => {
  let stage: TunnelStage
  let isReached = true
  const proxy = createServer((req, res) => {
    if (!isReached) {
      res.writeHead(403).end('blocked')
      return
    }
    const { method, headers, url: path } = req
    const onward = request({ host: '127.0.0.1', port: stage.app.port, method, headers, path }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    req.pipe(onward)
  })
  before(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const connectTo = () => ({ host: '127.0.0.1', port })
    stage = await openTunnelStage({ connectTo }, { tailscale: 'off', environment: {} }, { publicUrl })
  })
  after(async () => {
    await stage?.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })

  const own = async () => {
    const {
      own: view,
      working,
      webhook_address: address,
    } = await stage.app.ctx.kickReach
      .view(stage.app.channel.id)
      .then((reach) => ({ ...reach, webhook_address: reach.webhookAddress }))
    return [view.state, view.problem, working, address]
  }
  const webhook = `${publicUrl}/webhooks/kick`

  it('is shown to be pasted, and is proved by a round trip on request', async () => {
    assert.deepEqual(await own(), ['unproved', null, [], webhook])
    isReached = false
    await stage.app.ctx.kickReach.check()
    assert.deepEqual(await own(), ['failed', 'wrong_server', [], webhook])
    isReached = true
    await stage.app.ctx.kickReach.check()
    assert.deepEqual(await own(), ['on', null, ['own'], webhook])
  })

  it('is proved by an event of Kick as well, where a server cannot reach itself', async () => {
    isReached = false
    await stage.app.ctx.kickReach.check()
    assert.equal((await own())[0], 'failed')
    const { webhooks, world } = stage.kick
    await webhooks.tell('channel.followed', events.followEvent(world, world.get('bob')))
    assert.deepEqual(await own(), ['on', null, ['own'], webhook])
  })
})

describe('an address on the internet', () => {
  it('is neither of this machine, nor of a local network, nor of Tailscale', () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.0.9', '172.20.0.1', '100.101.102.103', '169.254.1.1']) {
      assert.ok(!isPublicAddress(address), address)
    }
    for (const address of ['::1', 'fd7a:115c:a1e0::1', 'fe80::1']) assert.ok(!isPublicAddress(address), address)
    for (const address of ['203.0.113.7', '8.8.8.8', '2001:4860::1']) assert.ok(isPublicAddress(address), address)
  })
})
