import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isSlow, runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openLink, type PanelClient, panelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from '../platforms/follow-back.ts'
import { type KickStage, openKickStage } from '../platforms/kick-stage.ts'
import { openTwitchStage, type TwitchStage } from '../platforms/twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server for each way to sign in')

type Someone = 'broadcaster' | 'bot' | 'alice' | 'carol'

for (const service of ['kick', 'twitch'] as const) {
  describe(`signing in with an account of ${service}`, () => {
    let stage: KickStage | TwitchStage
    /** Says yes on the platform's page as this person; the answer is where the browser is sent. */
    let sayYes: (address: string, as?: Someone) => string
    before(async () => {
      if (service === 'kick') {
        const kick = await openKickStage()
        const { world, auth } = kick.fake
        const idOf = (one: Someone) => (one === 'broadcaster' || one === 'bot' ? world[one] : world.get(one)).id
        sayYes = (address, as = 'broadcaster') => auth.approve(address, idOf(as))
        stage = kick
      } else {
        const twitch = await openTwitchStage()
        const { world, auth } = twitch.fake
        const idOf = (one: Someone) => (one === 'broadcaster' || one === 'bot' ? world[one] : world.get(one)).id
        sayYes = (address, as = 'broadcaster') => auth.approve(address, idOf(as))
        stage = twitch
      }
    })
    after(() => stage?.close())

    const cookieIn = (response: Response, name: string) =>
      response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0] ?? '')
        .find((one) => one.startsWith(`${name}=`) && !one.endsWith('='))

    async function begin(cookie = '') {
      const response = await fetch(`${stage.app.url}/sign-in/${service}/begin`, {
        redirect: 'manual',
        headers: { Cookie: cookie },
      })
      assert.equal(response.status, 303)
      const browser = cookieIn(response, 'showcaller_sign_in') ?? ''
      return { address: response.headers.get('location') ?? '', browser }
    }
    async function finish(back: string, cookie: string) {
      const response = await followBack(back, { cookie, home: stage.app.url })
      const session = cookieIn(response, 'showcaller_session')
      return { to: response.headers.get('location'), client: session && panelClient(stage.app, session) }
    }
    async function signIn(as: Someone = 'broadcaster') {
      const { address, browser } = await begin()
      return finish(sayYes(address, as), browser)
    }
    async function add(client: PanelClient, as: Someone) {
      const { status, body } = await client.call('begin-adding-sign-in', { service })
      assert.equal(status, 200, body.error)
      return (await finish(sayYes(body.address, as), client.cookie)).to
    }
    const me = async (client: PanelClient | '' | undefined) => {
      assert.ok(client)
      return (await client.call('get-me')).body
    }
    const refused = (code: string) => ({ to: `/sign-in-failed?code=${code}`, client: undefined })

    it('is offered where this server is set up for the platform', async () => {
      const ways = await fetch(`${stage.app.url}/sign-in/ways`)
      assert.deepEqual(await ways.json(), { services: [service] })
      assert.equal((await fetch(`${stage.app.url}/sign-in/youtube/begin`, { redirect: 'manual' })).status, 404)
    })

    it('asks only who it is, with a one-time state and the exact address', async () => {
      const [{ searchParams: asked }, { searchParams: again }] = [
        new URL((await begin()).address),
        new URL((await begin()).address),
      ]
      assert.equal(asked.get('scope'), service === 'kick' ? 'user:read' : '')
      // Twitch has no PKCE for a server with a secret.
      assert.equal(asked.get('code_challenge_method'), service === 'kick' ? 'S256' : null)
      // Twitch takes no other name of this machine.
      const home = service === 'twitch' ? stage.app.url.replace('127.0.0.1', 'localhost') : stage.app.url
      assert.equal(asked.get('redirect_uri'), `${home}/connect/${service}`)
      assert.match(asked.get('state') ?? '', /^0\.\w{40}$/)
      assert.notEqual(asked.get('state'), again.get('state'))
    })

    it('is not added by connecting an account: who connects one to a channel does not become its owner', async () => {
      const owner = await signInAsOwner(stage.app)
      assert.deepEqual(await signIn(), refused('missing_role'), 'connected before')
      const { body } = await owner.call('begin-connecting', { service, role: 'broadcaster' })
      const { to } = await finish(sayYes(body.address), owner.cookie)
      assert.equal(to, `/settings/platforms?connected=${service}&as=broadcaster`)
      assert.deepEqual((await owner.call('list-sign-ins')).body.accounts, [])
      assert.deepEqual(await signIn(), refused('missing_role'))
    })

    it('lets in the owner who added the account, and touches no connected account', async () => {
      const owner = await signInAsOwner(stage.app)
      assert.equal(await add(owner, 'broadcaster'), `/settings/people?added=${service}`)
      const account = async () => {
        const { body } = await owner.call('list-platforms')
        return body.services.find((one: { service: string }) => one.service === service).accounts[0]
      }
      const before = await account()
      const { to, client } = await signIn()
      assert.equal(to, '/')
      const who = await me(client)
      assert.deepEqual([who.role, who.channel.id], ['owner', stage.app.channel.id])
      assert.equal(who.person.id, (await me(owner)).person.id)
      assert.deepEqual(await account(), before)
      assert.equal((await stage.app.call('send-message', { message: 'still here', platform: word() })).status, 200)
    })
    const word = () => (service === 'kick' ? 'PlatformA' : 'PlatformB')

    it('ends once, in the browser that began it', async () => {
      const [mine, theirs] = [await begin(), await begin()]
      const back = sayYes(mine.address)
      assert.deepEqual(await finish(back, theirs.browser), refused('invalid_parameter'))
      assert.deepEqual(await finish(back, mine.browser), refused('invalid_parameter'), 'used up by the first try')
      const again = await begin()
      const once = sayYes(again.address)
      assert.ok((await finish(once, again.browser)).client)
      assert.deepEqual(await finish(once, again.browser), refused('invalid_parameter'))
      assert.deepEqual(await finish(sayYes((await begin()).address), ''), refused('invalid_parameter'))
    })

    it('takes no state that was not given out, and none that was for connecting an account', async () => {
      const { address, browser } = await begin()
      const forged = new URL(sayYes(address))
      for (const state of [`0.${'x'.repeat(40)}`, '', 'x', `${stage.app.channel.id}.${'x'.repeat(40)}`]) {
        forged.searchParams.set('state', state)
        assert.deepEqual(await finish(forged.href, browser), refused('invalid_parameter'), state)
      }
      const owner = await signInAsOwner(stage.app)
      const { body } = await owner.call('begin-connecting', { service, role: 'broadcaster' })
      assert.deepEqual(await finish(sayYes(body.address), browser), refused('invalid_parameter'))
      // And the other way round.
      const signing = await begin()
      const connected = await finish(sayYes(signing.address), owner.cookie)
      assert.match(connected.to ?? '', /[?&]code=invalid_parameter$/)
    })

    it('fails when the platform sent the code to another address than the one that was registered', async () => {
      const { address, browser } = await begin()
      const other = new URL(address)
      other.searchParams.set('redirect_uri', 'https://evil.example/connect')
      assert.throws(() => sayYes(other.href), /redirect/i)
      const back = new URL(sayYes(address))
      back.searchParams.set('code', 'made up')
      assert.deepEqual(await finish(back.href, browser), refused('platform_refused'))
    })

    it('says so when the person said no', async () => {
      const { address, browser } = await begin()
      const state = new URL(address).searchParams.get('state') ?? ''
      const no = new URLSearchParams({ error: 'access_denied', error_description: 'The user said no', state })
      const back = `${stage.app.url}/connect/${service}?${no}`
      assert.deepEqual(await finish(back, browser), refused('cancelled'))
      const owner = await signInAsOwner(stage.app)
      assert.match((await finish(back, owner.cookie)).to ?? '', /[?&]code=cancelled$/)
      const { body } = await owner.call('begin-adding-sign-in', { service })
      no.set('state', new URL(body.address).searchParams.get('state') ?? '')
      const { to } = await finish(`${stage.app.url}/connect/${service}?${no}`, owner.cookie)
      assert.equal(to, `/settings/people?failed=${service}&code=cancelled`)
    })

    it('says so when the platform is away', async () => {
      const { address, browser } = await begin()
      const back = sayYes(address)
      const path = service === 'kick' ? /^GET \/public\/v1\/users/ : /^GET \/helix\/users/
      stage.fake.server.plan('malformed', { on: path })
      assert.deepEqual(await finish(back, browser), refused('platform_unavailable'))
    })

    it('is refused to an account that nobody knows, and makes nothing', async () => {
      const channels = (await stage.app.ctx.channels.list()).length
      assert.deepEqual(await signIn('bot'), refused('missing_role'))
      assert.equal((await stage.app.ctx.channels.list()).length, channels)
      assert.deepEqual(await signIn('bot'), refused('missing_role'))
    })

    it('begins a session of its own: none that was planted before is taken over', async () => {
      const planted = await signInAs(stage.app, 'viewer')
      const made = 'showcaller_session=session_planted'
      for (const before of [planted.cookie, made]) {
        const { address, browser } = await begin(before)
        const { client } = await finish(sayYes(address), `${before}; ${browser}`)
        assert.ok(client)
        assert.notEqual(client.cookie, before)
        assert.equal((await me(client)).role, 'owner')
      }
      assert.equal((await panelClient(stage.app, made).call('get-me', {}, { status: 401 })).status, 401)
      assert.equal(
        (await planted.call('get-me', {}, { status: 401 })).status,
        401,
        'whoever sat there before is signed out',
      )
    })

    it('works for whoever added an account after coming in by a link, as who they are', async () => {
      const moderator = await signInAs(stage.app, 'moderator')
      assert.deepEqual(await signIn('alice'), refused('missing_role'))
      assert.equal(await add(moderator, 'alice'), `/settings/people?added=${service}`)
      assert.equal(await add(moderator, 'alice'), `/settings/people?added=${service}`, 'a second time is allowed')
      const who = await me((await signIn('alice')).client)
      assert.deepEqual([who.person.id, who.role], [moderator.personId, 'moderator'])
      const { accounts, offered } = (await moderator.call('list-sign-ins')).body
      assert.deepEqual(
        [accounts.length, accounts[0].service, accounts[0].account_id],
        [1, service, stage.idOf('alice')],
      )
      assert.deepEqual(
        offered.map((one: { service: string }) => one.service),
        [service],
      )
      const other = await signInAs(stage.app, 'viewer')
      assert.equal(await add(other, 'alice'), `/settings/people?failed=${service}&code=missing_role`, 'it is taken')
      assert.equal((await me((await signIn('alice')).client)).person.id, moderator.personId)

      const { service: on, account_id } = accounts[0]
      assert.equal(
        (await other.call('remove-sign-in', { service: on, account_id }, { status: 404 })).status,
        404,
        'not theirs',
      )
      assert.equal((await moderator.call('remove-sign-in', { service: on, account_id })).status, 200)
      assert.deepEqual(await signIn('alice'), refused('missing_role'))
      const log = await loose(stage.app.ctx.events.after(stage.app.ctx.db, stage.app.channel.id, 0, 10_000))
      const kinds = log.filter(({ actor }) => actor === `person:${moderator.personId}`).map(({ kind }) => kind)
      assert.equal(kinds.filter((kind) => kind === 'person.account-added').length, 1)
      assert.equal(kinds.filter((kind) => kind === 'person.account-removed').length, 1)
    })

    it('adds an account only in the session that began it', async () => {
      const [mine, theirs] = [await signInAs(stage.app, 'viewer'), await signInAs(stage.app, 'viewer')]
      const { body } = await mine.call('begin-adding-sign-in', { service })
      const back = sayYes(body.address, 'carol')
      assert.match((await finish(back, theirs.cookie)).to ?? '', /failed/)
      assert.match((await finish(back, mine.cookie)).to ?? '', /failed/, 'used up by the first try')
      assert.deepEqual(await signIn('carol'), refused('missing_role'))
    })

    it('ends for whoever is sent away, until somebody invites them again', async () => {
      const owner = await signInAsOwner(stage.app)
      const moderator = await signInAs(stage.app, 'moderator')
      await add(moderator, 'carol')
      const { client } = await signIn('carol')
      assert.equal((await me(client)).person.id, moderator.personId)
      assert.equal((await owner.call('remove-person', { person_id: moderator.personId })).status, 200)
      assert.ok(client)
      assert.equal((await client.call('get-me', {}, { status: 401 })).status, 401)
      const channels = (await stage.app.ctx.channels.list()).length
      assert.deepEqual(await signIn('carol'), refused('missing_role'))
      assert.equal((await stage.app.ctx.channels.list()).length, channels, 'no channel of their own either')

      const { link } = (await owner.call('invite-person', { name: 'carol again', role: 'editor' })).body
      const back = await openLink(stage.app, new URL(link).searchParams.get('link') ?? '')
      assert.equal(await add(back, 'carol'), `/settings/people?added=${service}`)
      assert.equal((await me((await signIn('carol')).client)).role, 'editor')
    })

    it('is the way in of its owner: the page of the sandbox, which asks for no proof, signs nobody in', async () => {
      const owner = await signInAsOwner(stage.app)
      const { sandbox, sandbox_only, sandbox_sign_in } = await me(owner)
      assert.deepEqual([sandbox, sandbox_only, sandbox_sign_in], [true, false, false])
      const begun = await fetch(`${stage.app.url}/sign-in/sandbox/begin`, { redirect: 'manual' })
      assert.equal(begun.headers.get('location'), '/sign-in-failed?code=sandbox_closed')
    })

    it('stays with who added the account, however often it is connected, and ends when they leave', async () => {
      const first = await signInAsOwner(stage.app)
      const second = await signInAs(stage.app, 'owner')
      const connect = async (owner: PanelClient) => {
        const { body } = await owner.call('begin-connecting', { service, role: 'broadcaster' })
        const { to } = await finish(sayYes(body.address), owner.cookie)
        assert.equal(to, `/settings/platforms?connected=${service}&as=broadcaster`)
      }
      const account_id = (await stage.app.ctx.platforms.get(stage.app.channel.id, service)).account.accountId
      await first.call('remove-sign-in', { service, account_id })
      assert.equal(await add(second, 'broadcaster'), `/settings/people?added=${service}`)
      await connect(first)
      assert.equal((await me((await signIn()).client)).person.id, second.personId)
      await first.call('remove-person', { person_id: second.personId })
      await connect(first)
      assert.deepEqual(
        await signIn(),
        refused('missing_role'),
        'the account of a channel opens it for nobody who was removed',
      )
      assert.equal(await add(first, 'broadcaster'), `/settings/people?added=${service}`)
      assert.equal((await me((await signIn()).client)).person.id, (await me(first)).person.id)
    })
  })
}
