import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runsOn } from '../declare.ts'
import { type FakeTailscale, startFakeTailscale } from '../fakes/tailscale.ts'
import { openLink, type PanelClient, signInAs } from '../panel/panel-client.ts'
import { createTestClock, hourMs } from '../test-clock.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', {
  because: 'it is about who may do what; the one switch that is stored is a setting like all others',
})

const page = 'https://login.tailscale.com/a/0123456789ab'

describe('the tunnel of a server with several channels', () => {
  const clock = createTestClock({ runs: true })
  let tailscale: FakeTailscale
  let stage: TunnelStage
  /** Owns another channel of this server. */
  let tenant: PanelClient
  before(async () => {
    tailscale = await startFakeTailscale()
    stage = await openTunnelStage(tailscale, { tailscale: tailscale.program, environment: { LANG: 'C' } }, { clock })
    const { app } = stage
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'of somebody else'))
    tenant = await openLink(app, await app.ctx.sessions.makeLink(channel))
  })
  after(async () => {
    await stage?.close()
    await tailscale?.close()
  })

  it('is turned on by no owner of another channel, who reads who can do it', async () => {
    assert.equal((await tenant.call('get-me')).body.role, 'owner')
    assert.equal((await tenant.call('get-kick-reach')).body.tunnel.can_change, false)
    const { body } = await tenant.call('set-kick-reach', { way: 'tunnel', enabled: true }, { status: 403 })
    assert.match(body.error, /Only an owner of its first channel can turn it on\./)
    await tenant.call('set-kick-reach', { way: 'mirror', enabled: true })
    assert.equal((await stage.reach()).tunnel.wanted_elsewhere, false)
    assert.deepEqual(tailscale.calls(), [])
  })

  it('names the page of Tailscale to the owner of the server', async () => {
    tailscale.change(({ machine }) => {
      machine.state = 'NeedsLogin'
    })
    await stage.set('tunnel', true)
    const { tunnel } = await stage.hasTunnel('needs_you', 'signed_out')
    assert.deepEqual([tunnel.has_link, tunnel.can_change], [true, true])
    assert.equal((await stage.owner.call('get-tunnel-link')).body.link, page)
  })

  it('is not given to viewers of the panel, other channels or an old session', async () => {
    const [viewer, editor] = [await signInAs(stage.app, 'viewer'), await signInAs(stage.app, 'editor')]
    for (const client of [viewer, editor, tenant]) {
      const reach = (await client.call('get-kick-reach')).body
      assert.equal(reach.tunnel.can_change, false)
      assert.equal(JSON.stringify(reach).includes(page), false)
      await client.call('get-tunnel-link', {}, { status: 403 })
    }
    assert.equal(JSON.stringify((await tenant.call('check-kick-reach')).body).includes(page), false)
    clock.advance(hourMs + 60_000)
    assert.equal(JSON.stringify(await stage.reach()).includes(page), false)
    assert.equal((await stage.owner.call('get-tunnel-link', {}, { status: 401 })).body.sign_in_again, true)
    await stage.owner.call('set-kick-reach', { way: 'tunnel', enabled: true }, { status: 401 })
  })
})
