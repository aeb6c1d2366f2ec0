import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { makeSandboxChannel } from '../../src/capabilities/first-start/sandbox-channel.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type PanelClient, panelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { sessionIn } from '../sign-in-link.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server for each setting of an operator, and makes channels')

/** The answer to a browser that sends this Host header, which `fetch` does not let one set. */
function getWithHost(address: string, host: string, cookie: string): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { Host: host, Cookie: cookie } }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
    sent.on('error', reject).end()
  })
}

function signingInAt(app: TestApp) {
  const verifierIn = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.includes('showcaller_sign_in=')) ?? ''

  async function begin(headers: Record<string, string> = {}) {
    const response = await fetch(`${app.url}/sign-in/sandbox/begin`, { redirect: 'manual', headers })
    const location = response.headers.get('location') ?? ''
    return { location, asked: new URL(location, app.url).searchParams, verifier: verifierIn(response) }
  }

  function consent(by: PanelClient, asked: URLSearchParams, more: Record<string, string>, headers = {}) {
    const body = new URLSearchParams(asked)
    for (const [name, value] of Object.entries({ answer: 'yes', ...more })) body.set(name, value)
    return fetch(`${app.url}/sandbox/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: by.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
      body,
    })
  }

  async function allow(by: PanelClient, asked: URLSearchParams, more: Record<string, string>): Promise<string> {
    const response = await consent(by, asked, more)
    assert.equal(response.status, 303, await response.text())
    return response.headers.get('location') ?? ''
  }

  async function finish(target: string, cookie: string) {
    const response = await fetch(target, { redirect: 'manual', headers: { Cookie: cookie } })
    const session = sessionIn(response)
    return { location: response.headers.get('location') ?? '', client: session && panelClient(app, session) }
  }

  /** The whole way, in the browser of this person. */
  async function signIn(by: PanelClient, more: Record<string, string>) {
    const { asked, verifier } = await begin()
    return finish(await allow(by, asked, more), `${by.cookie}; ${verifier}`)
  }

  return { begin, consent, allow, finish, signIn }
}

const own = { account: 'own' }
const another = (name: string) => ({ account: 'another', another: name })

describe('signing in through the sandbox', () => {
  let app: TestApp
  let owner: PanelClient
  let way: ReturnType<typeof signingInAt>
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    way = signingInAt(app)
  })
  after(() => app.close())

  const meOf = async (client: PanelClient | '' | undefined) => {
    assert.ok(client)
    return (await client.call('get-me')).body
  }

  it('renews the sign-in of the owner, as the same person', async () => {
    const first = await signInAsOwner(app)
    const before = await meOf(first)
    assert.equal(before.sandbox_sign_in, true)
    const { asked } = await way.begin()
    assert.equal(asked.get('code_challenge_method'), 'S256')
    const after = await meOf((await way.signIn(first, own)).client)
    assert.deepEqual([after.person.id, after.channel.id], [before.person.id, before.channel.id])
    assert.notEqual(after.session_id, before.session_id)
  })

  it('makes an owner nobody else, not even another owner of the channel', async () => {
    const second = await signInAs(app, 'owner')
    assert.equal((await meOf((await way.signIn(second, own)).client)).person.id, second.personId)
    const third = await signInAs(app, 'owner')
    const { asked, verifier } = await way.begin()
    const target = await way.allow(third, asked, own)
    const { client, location } = await way.finish(target, verifier)
    assert.equal(client, undefined, 'nor without the session that agreed')
    assert.match(location, /code=invalid_parameter/)
  })

  it('gives a new broadcaster a channel of their own, with nothing of the others', async () => {
    const { client: nova } = await way.signIn(owner, another('nova'))
    const me = await meOf(nova)
    assert.deepEqual([me.channel.name, me.role], ['nova', 'owner'])
    assert.notEqual(me.channel.id, app.channel.id)
    assert.ok(nova)
    assert.equal((await nova.call('list-keys')).body.keys.length, 0)
    await nova.call('switch-channel', { channel_id: app.channel.id }, { status: 404 })
    owner = await signInAsOwner(app)
  })

  it('never opens a channel or a person that exists', async () => {
    const { channel } = await app.ctx.db.write((tx) => makeSandboxChannel(app.ctx, tx, 'victim'))
    await app.ctx.sessions.redeem(await app.ctx.sessions.makeLink(channel), 'req_victim')
    const before = [await app.ctx.overlays.lastSeq(channel.id), (await app.ctx.channels.list()).length]
    for (const name of ['nova', 'victim', 'streamer']) {
      // The own name of the session's channel is the own channel, which is allowed.
      const { client, location } = await way.signIn(owner, another(name))
      if (name === 'streamer') {
        assert.equal((await meOf(client)).channel.id, app.channel.id)
        continue
      }
      assert.equal(client, undefined, name)
      assert.equal(location, '/sign-in-failed?code=channel_exists')
    }
    assert.deepEqual([await app.ctx.overlays.lastSeq(channel.id), (await app.ctx.channels.list()).length], before)
    owner = await signInAsOwner(app)
  })

  it('is for owners who are signed in', async () => {
    const editor = await signInAs(app, 'editor')
    const { asked } = await way.begin()
    assert.equal((await way.consent(editor, asked, own)).status, 401)
    assert.equal((await way.consent(panelClient(app, ''), asked, own)).status, 401)
  })

  it('ends once, in the browser that began it, with the verifier of that browser', async () => {
    const { asked, verifier } = await way.begin()
    const target = await way.allow(owner, asked, own)
    const thief = await way.begin()
    assert.equal((await way.finish(target, `${owner.cookie}; ${thief.verifier}`)).client, undefined)
    assert.equal((await way.finish(target, `${owner.cookie}; ${verifier}`)).client, undefined, 'used up')
    const mixed = new URL(await way.allow(owner, thief.asked, own))
    mixed.searchParams.set('state', (await way.begin()).asked.get('state') ?? '')
    assert.equal((await way.finish(mixed.href, `${owner.cookie}; ${thief.verifier}`)).client, undefined)

    const [mine, theirs] = [await way.begin(), await way.begin()]
    const swapped = new URL(await way.allow(owner, mine.asked, own))
    const other = new URL(await way.allow(owner, theirs.asked, own))
    swapped.searchParams.set('code', other.searchParams.get('code') ?? '')
    const { client, location } = await way.finish(swapped.href, `${owner.cookie}; ${mine.verifier}`)
    assert.deepEqual([client, location], [undefined, '/sign-in-failed?code=platform_refused'])
  })

  it('works only in a browser on the same machine: loopback address, loopback Host, no proxy between', async () => {
    const refused = '/sign-in-failed?code=other_machine'
    const address = `${app.url}/sign-in/sandbox/begin`
    const { port } = new URL(app.url)
    assert.equal((await getWithHost(address, '192.168.1.20', owner.cookie)).location, refused)
    for (const host of ['show.example', `show.example:${port}`, '127.0.0.1.evil.example']) {
      assert.doesNotMatch((await getWithHost(address, host, owner.cookie)).location, /^\/sandbox/, host)
    }
    for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]:4400']) {
      assert.match((await getWithHost(address, host, owner.cookie)).location, /^\/sandbox\/sign-in\?/, host)
    }
    const forwarded: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
      { 'X-Real-IP': '203.0.113.9' },
      { 'X-Forwarded-Host': 'show.example' },
      { Via: '1.1 proxy' },
    ]
    const begun = await way.begin()
    for (const headers of forwarded) {
      assert.equal((await way.begin(headers)).location, refused, JSON.stringify(headers))
      const page = await fetch(`${app.url}/sandbox/sign-in?${begun.asked}`, {
        headers: { Cookie: owner.cookie, ...headers },
      })
      assert.equal(page.status, 403)
      assert.match(await page.text(), /Use a sign-in link/)
      assert.equal((await way.consent(owner, begun.asked, own, headers)).status, 403)
    }
    assert.equal((await way.consent(owner, begun.asked, own, { Origin: 'https://show.example' })).status, 403)
    const target = await way.allow(owner, begun.asked, own)
    const finished = await fetch(target, {
      redirect: 'manual',
      headers: { Cookie: `${owner.cookie}; ${begun.verifier}`, ...forwarded[0] },
    })
    assert.equal(finished.headers.get('location'), refused)
  })

  it('ends for the whole server with the first real account of any channel', async () => {
    const begun = await way.begin()
    const target = await way.allow(owner, begun.asked, another('late'))
    const user = { id: '77', username: 'Nova', displayname: 'Nova' }
    const other = (await app.ctx.channels.list()).find(({ name }) => name === 'nova')
    assert.ok(other)
    await app.ctx.db.write((tx) => app.ctx.platforms.connect(tx, other.id, 'kick', 'kick', user, 1))
    const refused = '/sign-in-failed?code=sandbox_closed'
    assert.equal((await way.begin()).location, refused)
    assert.equal((await way.consent(owner, begun.asked, own)).status, 403)
    const { client, location } = await way.finish(target, `${owner.cookie}; ${begun.verifier}`)
    assert.deepEqual([client, location], [undefined, refused])
    assert.equal((await meOf(owner)).sandbox_sign_in, false)
    assert.ok(await signInAsOwner(app), 'the link is the way in')
  })
})

describe('further channels', () => {
  it('are limited by the operator', async () => {
    const app = await createTestApp({ config: { maxChannels: 2 } })
    try {
      const way = signingInAt(app)
      assert.ok((await way.signIn(await signInAsOwner(app), another('nova'))).client)
      const { client, location } = await way.signIn(await signInAsOwner(app), another('luna'))
      assert.deepEqual([client, location], [undefined, '/sign-in-failed?code=channel_limit'])
      assert.equal((await app.ctx.channels.list()).length, 2)
    } finally {
      await app.close()
    }
  })

  it('can be turned off by the operator, while an owner can still sign in again', async () => {
    const app = await createTestApp({ config: { allowsNewChannels: false } })
    try {
      const way = signingInAt(app)
      const owner = await signInAsOwner(app)
      const { client, location } = await way.signIn(owner, another('nova'))
      assert.deepEqual([client, location], [undefined, '/sign-in-failed?code=channels_off'])
      assert.ok((await way.signIn(owner, own)).client)
      assert.equal((await app.ctx.channels.list()).length, 1)
    } finally {
      await app.close()
    }
  })
})
