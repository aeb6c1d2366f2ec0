import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { codeAt } from '../../src/capabilities/sign-in/one-time-codes.ts'
import { readAssertion, siteOf } from '../../src/capabilities/sign-in/webauthn.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type PanelClient, panelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { sessionIn } from '../sign-in-link.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { makeCheapToCheck, password } from './password-sign-in.ts'

runsOn('sqlite', 'postgres')
isSlow('a password takes long to check, on purpose')

const stepMs = 30_000
const allPasswords = sql<Record<string, never>, Record<string, unknown>>('SELECT * FROM passwords')

describe('signing in with a password', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: JSON.stringify(body),
    })
  }

  it('refuses what is easy to guess, and names the field', async () => {
    for (const [bad, about] of [
      ['short', /^password: use at least 12/],
      ['passwordpassword', /^password: this is one of the most common/],
      ['aaaaaaaaaaaaaaaa', /^password: this is one of the most common/],
      ['streamer has a secret', /^password: it must not contain the name/],
    ] as const) {
      const { body } = await owner.call('set-password', { name: 'streamer', password: bad }, { status: 400 })
      assert.match(body.error, about)
    }
  })

  it('signs in with the name in any case, and says the same about a wrong name and a wrong password', async () => {
    await owner.call('set-password', { name: 'Streamer', password })
    const right = await post('/sign-in/password', { name: 'streamer', password })
    assert.equal(right.status, 200)
    const cookie = sessionIn(right)
    assert.ok(cookie)
    assert.equal((await panelClient(app, cookie).call('get-me')).body.role, 'owner')
    const wrongName = await post('/sign-in/password', { name: 'nobody', password })
    const wrongPassword = await post('/sign-in/password', { name: 'streamer', password: `${password}!` })
    assert.deepEqual([wrongName.status, wrongPassword.status], [401, 401])
    const withoutId = ({ request_id: _, ...rest }: Record<string, unknown>) => rest
    assert.deepEqual(
      withoutId((await wrongName.json()) as Record<string, unknown>),
      withoutId((await wrongPassword.json()) as Record<string, unknown>),
    )
    assert.equal(sessionIn(wrongPassword), undefined)
  })

  it('stores neither the password nor the secret of the codes', async () => {
    const rows = JSON.stringify(await app.ctx.db.all(allPasswords, {}))
    assert.match(rows, /scrypt\$32768\$8\$3\$/)
    assert.equal(rows.includes(password), false)
  })

  it('gives a name to one person only, and lets nobody of another page try', async () => {
    const other = await signInAs(app, 'viewer')
    const { body } = await other.call('set-password', { name: 'STREAMER', password }, { status: 400 })
    assert.match(body.error, /^name: somebody else/)
    const foreign = await post('/sign-in/password', { name: 'streamer', password }, { 'Sec-Fetch-Site': 'cross-site' })
    assert.equal(foreign.status, 403)
  })

  it('asks for a one-time code once it is turned on, takes each code once, and nothing without it', async () => {
    const { secret, address } = (await owner.call('begin-one-time-codes')).body
    assert.match(address, /^otpauth:\/\/totp\/Showcaller:/)
    await makeCheapToCheck(app)
    const step = () => Math.floor(clock.now() / stepMs)
    await owner.call('confirm-one-time-codes', { secret, code: 'abcdef' }, { status: 400 })
    await owner.call('confirm-one-time-codes', { secret, code: codeAt(secret, step()) })
    clock.advance(2 * minuteMs)
    const asked = await post('/sign-in/password', { name: 'streamer', password })
    assert.deepEqual(await asked.json(), { success: false, needs_code: true })
    assert.equal(sessionIn(asked), undefined)
    const code = codeAt(secret, step())
    assert.ok(sessionIn(await post('/sign-in/password', { name: 'streamer', password, code })))
    const again = await post('/sign-in/password', { name: 'streamer', password, code })
    assert.equal(again.status, 401, 'a code works once')
    clock.advance(2 * minuteMs)
    const stale = codeAt(secret, step() - 3)
    assert.equal((await post('/sign-in/password', { name: 'streamer', password, code: stale })).status, 401)
    await owner.call('remove-one-time-codes')
    assert.ok(sessionIn(await post('/sign-in/password', { name: 'streamer', password })))
  })

  it('needs a recent sign-in to be changed, and none to be removed', async () => {
    clock.advance(61 * minuteMs)
    await owner.call('set-password', { name: 'streamer', password }, { status: 401 })
    await owner.call('begin-adding-passkey', {}, { status: 401 })
    await owner.call('remove-password')
    assert.equal((await post('/sign-in/password', { name: 'streamer', password })).status, 401)
    const { events } = (await owner.call('list-events', { group: 'panel' })).body
    const kinds = events.map(({ kind }: { kind: string }) => kind)
    assert.ok(kinds.includes('person.sign-in-added') && kinds.includes('person.sign-in-removed'))
  })

  it('says at an IP address why there are no passkeys', async () => {
    assert.equal((await owner.call('list-sign-in-methods')).body.site, null)
    const { error } = (await (await post('/sign-in/passkey/begin', {})).json()) as { error: string }
    assert.match(error, /not at an IP address/)
    assert.equal(siteOf('localhost:4400'), 'localhost')
    assert.equal(siteOf('[::1]:4400'), undefined)
    assert.equal(siteOf('show.example.org'), 'show.example.org')
  })
})

describe('one-time codes', () => {
  it('are those of RFC 6238, appendix B', () => {
    // The secret of the appendix, "12345678901234567890", in base32; its codes have eight digits, ours are the last six.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ] as const) {
      assert.equal(codeAt(secret, Math.floor(seconds / 30)), code)
    }
  })
})

describe('the answer of a passkey', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const known = { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'), signCount: 4 }
  const expected = { challenge: 'challenge', host: 'localhost:4400' }

  /** As WebAuthn, section 6.3.3, builds it. */
  function answerWith({
    type = 'webauthn.get',
    challenge = 'challenge',
    origin = 'http://localhost:4400',
    site = 'localhost',
    flags = 0x05,
    count = 5,
    isForged = false,
  }) {
    const client = { type, challenge: Buffer.from(challenge).toString('base64url'), origin, crossOrigin: false }
    const clientData = Buffer.from(JSON.stringify(client))
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const hash = createHash('sha256').update(site).digest()
    const authenticatorData = Buffer.concat([hash, Buffer.from([flags]), counter])
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const signature = sign('sha256', isForged ? Buffer.concat([signed, signed]) : signed, privateKey)
    return readAssertion({ clientData, authenticatorData, signature }, known, expected)
  }

  it('counts only for this page, this challenge, a verified person, a newer counter and the right key', () => {
    assert.deepEqual(answerWith({}), { signCount: 5 })
    for (const wrong of [
      { type: 'webauthn.create' },
      { challenge: 'another' },
      { origin: 'http://evil.example' },
      { origin: 'http://localhost:4401' },
      { site: 'evil.example' },
      { flags: 0x01 },
      { flags: 0x04 },
      { count: 4 },
      { isForged: true },
    ]) {
      assert.equal(answerWith(wrong), undefined, JSON.stringify(wrong))
    }
  })
})
