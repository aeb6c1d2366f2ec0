import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { type FakeYouTube, startFakeYouTube, youtubeApp } from '../fakes/youtube.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from './follow-back.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about addresses and pages of a sign-in')

/** Under another name than the one that the test connects to, which `fetch` does not allow. */
function callUnder(host: string, app: TestApp, cookie: string, name: string, input: object) {
  return new Promise<{ status: number; body: { error: string } }>((resolve, reject) => {
    const headers = { Host: host, Cookie: cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
    const req = request(`${app.url}/panel/api/${name}`, { method: 'POST', headers }, (res) => {
      let text = ''
      res.on('data', (chunk) => {
        text += chunk
      })
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body: JSON.parse(text) }))
    })
    req.on('error', reject)
    req.end(JSON.stringify(input))
  })
}

describe('connecting YouTube with a Desktop client of Google', () => {
  let fake: FakeYouTube
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    fake = await startFakeYouTube({ isDesktopApp: true })
    app = await createTestApp({ config: { services: { youtube: fake.settings } } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await fake?.close()
  })
  const wanted = { service: 'youtube', role: 'broadcaster' }

  // Google answers `client_secret is missing` without it, as reported in taylorwilsdon/google_workspace_mcp issue 1008.
  it('needs no registered address, but its secret: PKCE, and a redirect to this machine', async () => {
    const { address } = (await owner.call('begin-connecting', wanted)).body
    const { searchParams: asked } = new URL(address)
    assert.equal(asked.get('redirect_uri'), `http://127.0.0.1:${app.port}/connect/youtube`)
    assert.equal(asked.get('code_challenge_method'), 'S256')
    const back = fake.auth.approve(address, fake.world.broadcaster.id)
    const response = await followBack(back, { cookie: owner.cookie, home: app.url })
    assert.match(response.headers.get('location') ?? '', /connected=youtube/)
    const [form] = fake.server.requests.filter(({ path }) => path === '/token').map(({ text }) => text)
    const sent = new URLSearchParams(form)
    assert.equal(sent.get('client_secret'), youtubeApp.clientSecret)
    assert.ok(sent.has('code_verifier'))
  })

  it('is renewed with its secret', async () => {
    fake.auth.expireTokens()
    const renewals = fake.auth.renewals()
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'youtube')
    await connector.readStream(account, AbortSignal.timeout(60_000))
    assert.ok(fake.auth.renewals() > renewals)
  })

  it('is refused in a browser on another machine, with what to do', async () => {
    const { status, body } = await callUnder(`192.168.1.20:${app.port}`, app, owner.cookie, 'begin-connecting', wanted)
    assert.equal(status, 400)
    const address = `http://127.0.0.1:${app.port}/connect/youtube`
    assert.ok(
      body.error.startsWith(`YouTube sends the browser back to ${address}, which only a browser on the computer`),
    )
    for (const local of ['localhost', '127.0.0.1']) {
      assert.equal((await callUnder(`${local}:${app.port}`, app, owner.cookie, 'begin-connecting', wanted)).status, 200)
    }
  })
})
