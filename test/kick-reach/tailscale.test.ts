import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/kick-events.ts'
import { type FakeTailscale, laptopName, startFakeTailscale } from '../fakes/tailscale.ts'
import { signInAs } from '../panel/panel-client.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', {
  because: 'it is about a program and its network; the one switch that is stored is a setting like all others',
})
isSlow('it runs a program for every check of the tunnel')

const webhookAddress = `https://${laptopName}/webhooks/kick`

describe('Tailscale Funnel', () => {
  let tailscale: FakeTailscale
  let stage: TunnelStage
  before(async () => {
    tailscale = await startFakeTailscale()
    stage = await openTunnelStage(tailscale, { tailscale: tailscale.program, environment: { LANG: 'C' } })
  })
  after(async () => {
    await stage?.close()
    await tailscale?.close()
  })
  beforeEach(() => tailscale.reset())
  afterEach(async () => {
    tailscale.change(({ machine }) => {
      machine.state = 'Running'
    })
    await stage.set('tunnel', false)
    await stage.hasTunnel('off')
  })

  const commands = () => tailscale.calls().map(({ args }) => args.join(' '))
  const target = () => `http://127.0.0.1:${stage.app.port}/webhooks`

  it('is not touched before an owner turns it on', async () => {
    const { tunnel, working, missing, webhook_address: address } = await stage.reach()
    assert.deepEqual([tunnel.state, tunnel.installed, tunnel.wanted], ['off', true, false])
    assert.deepEqual([working, address], [[], null])
    assert.deepEqual(missing, ['chat', 'subscription', 'follow', 'ban', 'bits'])
    assert.deepEqual(commands(), [])
    const editor = await signInAs(stage.app, 'editor')
    await editor.call('set-kick-reach', { way: 'tunnel', enabled: true }, { status: 403 })
    assert.deepEqual(commands(), [])
  })

  it('is started when an owner turns it on, with one address to paste, and proved by a round trip', async () => {
    await stage.set('tunnel', true)
    const { tunnel, working, missing, webhook_address: address } = await stage.hasTunnel('on')
    assert.deepEqual([working, missing, address], [['tunnel'], [], webhookAddress])
    assert.equal(tunnel.address, `https://${laptopName}`)
    assert.ok(tunnel.proved_at !== null)
    assert.deepEqual(tailscale.read().serve, {
      TCP: { 443: { HTTPS: true } },
      Web: { [`${laptopName}:443`]: { Handlers: { '/webhooks': { Proxy: target() } } } },
      AllowFunnel: { [`${laptopName}:443`]: true },
    })
    const platforms = (await stage.owner.call('list-platforms')).body.services
    assert.equal(
      platforms.find(({ service }: { service: string }) => service === 'kick').webhook_address,
      webhookAddress,
    )
  })

  it('delivers what Kick sends, from the address of its sender', async () => {
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    const { webhooks, world } = stage.kick
    const { headers, body } = webhooks.make('channel.followed', events.followEvent(world, world.get('carol')))
    const send = (more: Record<string, string> = {}) =>
      tailscale.ask('/webhooks/kick', { method: 'POST', headers: { ...headers, ...more }, body })
    tailscale.setCallerAddress('198.51.100.7')
    assert.equal((await send({ 'Kick-Event-Signature': 'AAAA', 'X-Forwarded-For': '127.0.0.1' })).status, 403)
    const refused = () => stage.app.logLines.filter((line) => line.includes('"code":"invalid_signature"'))
    await eventually('the refusal is in the log', () => refused().length > 0)
    assert.equal(JSON.parse(refused()[0] ?? '').address, '198.51.100.7')
    assert.equal((await send()).status, 200)
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'kick', { username: 'carol' })
    assert.ok(found !== undefined && 'known' in found && found.known.followedAt !== null)
  })

  it('is opened again when somebody has closed it', async () => {
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    tailscale.change((state) => {
      state.serve = {}
    })
    await eventually('it is open again', () => tailscale.read().serve.AllowFunnel !== undefined)
    await stage.hasTunnel('on')
  })

  it('is closed when it is turned off, and nothing else is', async () => {
    const other = { [`${laptopName}:8443`]: { Handlers: { '/': { Proxy: 'http://127.0.0.1:3000' } } } }
    tailscale.change((state) => {
      state.serve = { TCP: { 8443: { HTTPS: true } }, Web: other }
    })
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    await stage.set('tunnel', false)
    const { webhook_address: address } = await stage.hasTunnel('off')
    assert.equal(address, null)
    await eventually('ours is closed', () => Object.keys(tailscale.read().serve.Web ?? {}).length === 1)
    const { TCP, Web } = tailscale.read().serve
    assert.deepEqual([Object.keys(TCP ?? {}), Web], [['8443'], other])
  })

  it('never publishes what this machine serves to its own network: the next port is used', async () => {
    tailscale.change((state) => {
      state.serve = {
        TCP: { 443: { HTTPS: true } },
        Web: { [`${laptopName}:443`]: { Handlers: { '/': { Proxy: 'http://127.0.0.1:3000' } } } },
      }
    })
    await stage.set('tunnel', true)
    const { webhook_address: address } = await stage.hasTunnel('on')
    assert.equal(address, `https://${laptopName}:8443/webhooks/kick`)
    assert.deepEqual(tailscale.read().serve.AllowFunnel, { [`${laptopName}:8443`]: true })
  })

  it('leaves another server of this machine its port, but takes over what a killed one left', async () => {
    const neighbour = createServer()
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
    const { port } = neighbour.address() as AddressInfo
    const taken = () => ({
      TCP: { 443: { HTTPS: true } },
      Web: { [`${laptopName}:443`]: { Handlers: { '/webhooks': { Proxy: `http://127.0.0.1:${port}/webhooks` } } } },
      AllowFunnel: { [`${laptopName}:443`]: true },
    })
    tailscale.change((state) => {
      state.serve = taken()
    })
    await stage.set('tunnel', true)
    assert.match((await stage.hasTunnel('on')).tunnel.address ?? '', /:8443$/)
    await stage.set('tunnel', false)
    await stage.hasTunnel('off')
    await new Promise((resolve) => neighbour.close(resolve))
    tailscale.change((state) => {
      state.serve = taken()
    })
    await stage.set('tunnel', true)
    assert.equal((await stage.hasTunnel('on')).tunnel.address, `https://${laptopName}`)
  })

  for (const [what, change, problem, link] of [
    ['signed out', { state: 'NeedsLogin' }, 'signed_out', 'https://login.tailscale.com/a/0123456789ab'],
    [
      'not allowed to use Funnel',
      { isEnabled: false },
      'not_enabled',
      'https://login.tailscale.com/f/funnel?node=nAbC123',
    ],
    ['not to be changed by this user', { isDenied: true }, 'not_permitted', null],
  ] as const) {
    it(`says what a person has to do when the machine is ${what}, and goes on when it is done`, async () => {
      tailscale.change(({ machine }) => Object.assign(machine, change))
      await stage.set('tunnel', true)
      const { tunnel, working } = await stage.hasTunnel('needs_you', problem)
      assert.deepEqual([tunnel.has_link, working], [link !== null, []])
      assert.equal((await stage.owner.call('get-tunnel-link')).body.link, link)
      tailscale.change(({ machine }) => Object.assign(machine, { state: 'Running', isEnabled: true, isDenied: false }))
      await stage.owner.call('check-kick-reach')
      await stage.hasTunnel('on')
    })
  }

  it('says that Tailscale is not running, and goes on when it is', async () => {
    tailscale.change(({ machine }) => {
      machine.state = 'no daemon'
    })
    await stage.set('tunnel', true)
    await stage.hasTunnel('failed', 'not_running')
    tailscale.change(({ machine }) => {
      machine.state = 'Running'
    })
    await stage.hasTunnel('on')
  })

  it('is not proved by an address that leads to another server', async () => {
    const otherServer = createServer((_req, res) => res.end('{"success":true,"answer":"AAAA","host":"x"}'))
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
    const { port } = otherServer.address() as AddressInfo
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    tailscale.setDetour(port)
    const { working, missing, webhook_address: address } = await stage.hasTunnel('failed', 'wrong_server')
    assert.deepEqual([working, missing.includes('chat'), address], [[], true, webhookAddress])
    tailscale.setDetour(undefined)
    await stage.hasTunnel('on')
    await new Promise((resolve) => otherServer.close(resolve))
  })

  it('gets no setting of this server, and no shell', async () => {
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    for (const { variables } of tailscale.calls()) {
      assert.deepEqual(variables.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)).sort(), [
        'LANG',
        'TAILSCALE_BE_CLI',
      ])
    }
  })

  it('stays on over a restart, and is closed when the server ends', async () => {
    await stage.set('tunnel', true)
    await stage.hasTunnel('on')
    const { folder } = stage.app
    await stage.close({ keepFolder: true })
    assert.deepEqual(tailscale.read().serve.AllowFunnel ?? {}, {})
    stage = await openTunnelStage(tailscale, { tailscale: tailscale.program, environment: { LANG: 'C' } }, { folder })
    await stage.hasTunnel('on')
    assert.equal(tailscale.read().serve.Web?.[`${laptopName}:443`]?.Handlers['/webhooks']?.Proxy, target())
  })
})

describe('a machine without Tailscale', () => {
  it('says so, and what is missing meanwhile', async () => {
    const nowhere = { connectTo: () => ({ host: '127.0.0.1', port: 9 }) }
    const stage = await openTunnelStage(nowhere, { tailscale: '/nonexistent/tailscale', environment: {} })
    try {
      assert.equal((await stage.reach()).tunnel.installed, false)
      await stage.set('tunnel', true)
      await stage.hasTunnel('needs_you', 'not_installed')
    } finally {
      await stage.close()
    }
  })

  it('may not use one where the operator forbids it', async () => {
    const nowhere = { connectTo: () => ({ host: '127.0.0.1', port: 9 }) }
    const stage = await openTunnelStage(nowhere, { tailscale: 'off', environment: {} })
    try {
      assert.equal((await stage.reach()).tunnel.forbidden, true)
      await stage.owner.call('set-kick-reach', { way: 'tunnel', enabled: true }, { status: 400 })
    } finally {
      await stage.close()
    }
  })
})
