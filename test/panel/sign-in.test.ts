import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type KickStage, openKickStage } from '../platforms/kick-stage.ts'
import { panelClient, signInAsOwner } from './panel-client.ts'

describe('signing in with the account of a platform', () => {
  let stage: KickStage
  before(async () => {
    stage = await openKickStage()
  })
  after(() => stage.close())

  const cookieIn = (response: Response, name: string) =>
    response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`) && !one.endsWith('='))

  async function begin() {
    const response = await fetch(`${stage.app.url}/sign-in/kick/begin`, { redirect: 'manual' })
    return {
      address: response.headers.get('location') ?? '',
      browser: cookieIn(response, 'showcaller_sign_in') ?? '',
    }
  }
  async function finish(back: string, browser: string) {
    const response = await fetch(back, { redirect: 'manual', headers: { Cookie: browser } })
    const session = cookieIn(response, 'showcaller_session')
    return { to: response.headers.get('location'), client: session && panelClient(stage.app, session) }
  }
  const sayYes = (address: string, who = stage.standIn.world.broadcaster.id) => stage.standIn.auth.approve(address, who)

  it('is offered where this server is set up for the platform', async () => {
    const ways = await fetch(`${stage.app.url}/sign-in/ways`)
    assert.deepEqual(await ways.json(), { services: ['kick'] })
    assert.equal((await fetch(`${stage.app.url}/sign-in/twitch/begin`, { redirect: 'manual' })).status, 404)
  })

  it('asks only who it is, with PKCE, a one-time state and the exact address', async () => {
    const { searchParams } = new URL((await begin()).address)
    assert.equal(searchParams.get('scope'), 'user:read')
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    assert.equal(searchParams.get('redirect_uri'), `${stage.app.url}/connect/kick`)
  })

  it('lets the broadcaster in as the owner of the channel, and touches no connected account', async () => {
    const owner = await signInAsOwner(stage.app)
    const account = async () => (await owner.call('list-platforms')).body.services[0].accounts[0]
    const before = await account()
    const { address, browser } = await begin()
    const { to, client } = await finish(sayYes(address), browser)
    assert.equal(to, '/')
    assert.ok(client)
    const me = (await client.call('get-me')).body
    assert.deepEqual([me.role, me.channel.id], ['owner', stage.app.channel.id])
    assert.equal(me.person.id, (await owner.call('get-me')).body.person.id)
    assert.deepEqual(await account(), before)
  })

  it('ends once, in the browser that began it', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const back = sayYes(mine.address)
    assert.equal((await finish(back, theirs.browser)).client, undefined)
    assert.equal((await finish(back, mine.browser)).client, undefined, 'used up by the first try')
    const again = await begin()
    const once = sayYes(again.address)
    assert.ok((await finish(once, again.browser)).client)
    assert.equal((await finish(once, again.browser)).client, undefined)
    assert.equal((await finish(sayYes((await begin()).address), '')).to, '/sign-in-failed?code=sign_in_required')
  })

  it('is refused to an account that belongs to no channel, and makes none', async () => {
    const channels = (await stage.app.ctx.channels.list()).length
    const { address, browser } = await begin()
    const { to, client } = await finish(sayYes(address, stage.standIn.world.bot.id), browser)
    assert.equal(client, undefined)
    assert.equal(to, '/sign-in-failed?code=missing_role')
    assert.equal((await stage.app.ctx.channels.list()).length, channels)
  })
})
