import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { randomIds } from '../../src/kernel/ambient.ts'
import type { Database } from '../../src/kernel/storage/database.ts'
import { createHttpClient } from '../../src/platforms/calls/http-client.ts'
import { RefreshRefused } from '../../src/platforms/sign-in/grant.ts'
import { createOAuth, type OAuthProvider } from '../../src/platforms/sign-in/oauth.ts'
import { runsOn } from '../declare.ts'
import { type FakeAnswer, type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTestClock, minuteMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const good = { access_token: 'at', refresh_token: 'rt', expires_in: 3600, scope: 'read write' }
const credentials = { clientId: 'our id', clientSecret: 'our secret' }

describe('signing in to a service', () => {
  let database: TestDatabase
  let db: Database
  let clock: TestClock
  let server: FakeServer
  let answer: FakeAnswer
  beforeEach(async () => {
    database = await openTestDatabase()
    db = database.db
    clock = createTestClock()
    answer = { status: 200, body: good }
    server = await startFakeServer(() => answer)
  })
  afterEach(async () => {
    await server.close()
    await database.remove()
  })

  function oauthOf(more: Partial<OAuthProvider> = {}) {
    const provider: OAuthProvider = {
      service: 'twitch',
      authorizeUrl: 'https://id.example/authorize',
      tokenUrl: `${server.url}/token`,
      revoke: { url: `${server.url}/revoke`, by: 'form' },
      usesPkce: true,
      secretIn: 'form',
      ...more,
    }
    const http = createHttpClient({ clock, retryMs: 5 })
    const secret = () => 's'.repeat(40)
    const redirectUri = () => 'https://here.example/connect/twitch'
    return createOAuth({ db, clock, ids: randomIds, http, secret, provider, credentials, redirectUri })
  }
  const wanted = { channelId: 3, role: 'bot', preSession: 'mine', scopes: ['read', 'write'] } as const
  const signal = () => AbortSignal.timeout(60_000)
  const begin = async (oauth = oauthOf(), more = {}) => new URL(await oauth.begin({ ...wanted, ...more })).searchParams
  const formOf = (index: number) => Object.fromEntries(new URLSearchParams(server.requests.at(index)?.text))

  it('sends the browser to the service with everything it needs, and comes back with tokens', async () => {
    const oauth = oauthOf({ authorizeExtra: { prompt: 'consent' } })
    const asked = await begin(oauth)
    const { state = '', code_challenge, ...rest } = Object.fromEntries(asked)
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: 'our id',
      redirect_uri: 'https://here.example/connect/twitch',
      scope: 'read write',
      code_challenge_method: 'S256',
      prompt: 'consent',
    })
    const done = await oauth.finish({ code: 'the code', state, preSessions: ['mine'] }, signal())
    assert.deepEqual([done.channelId, done.role], [3, 'bot'])
    const { accessToken, refreshToken, expiresAt, scopes } = done.grant
    assert.deepEqual([accessToken, refreshToken, scopes], ['at', 'rt', ['read', 'write']])
    assert.ok(Math.abs(Number(expiresAt) - clock.now() - 3_600_000) < 1000)
    const { code_verifier = '', ...form } = formOf(0)
    assert.equal(createHash('sha256').update(code_verifier).digest('base64url'), code_challenge)
    assert.deepEqual(form, {
      grant_type: 'authorization_code',
      code: 'the code',
      redirect_uri: 'https://here.example/connect/twitch',
      client_id: 'our id',
      client_secret: 'our secret',
    })
  })

  it('does without a challenge where none is offered, and with the secret in a header where that is wanted', async () => {
    const oauth = oauthOf({ usesPkce: false, secretIn: 'header' })
    const asked = await begin(oauth)
    assert.equal(asked.has('code_challenge'), false)
    await oauth.finish({ code: 'c', state: asked.get('state') ?? '', preSessions: ['mine'] }, signal())
    assert.deepEqual(Object.keys(formOf(0)), ['grant_type', 'code', 'redirect_uri'])
    const basic = `Basic ${Buffer.from('our id:our secret').toString('base64')}`
    assert.equal(server.requests[0]?.headers.authorization, basic)
  })

  it('takes a state once, in time, in the browser that began, and for the service it was meant for', async () => {
    const oauth = oauthOf()
    const other = oauthOf({ service: 'kick' })
    const state = async () => (await begin(oauth)).get('state') ?? ''
    const used = await state()
    await oauth.finish({ code: 'c', state: used, preSessions: ['mine'] }, signal())
    const old = await state()
    clock.advance(10 * minuteMs)
    const foreign = await state()
    const mixedUp = await state()
    const moved = (await state()).replace(/^3\./, '4.')
    for (const [taker, tried, preSession] of [
      [oauth, used, 'mine'],
      [oauth, old, 'mine'],
      [oauth, foreign, 'yours'],
      [oauth, foreign, 'mine'],
      [other, mixedUp, 'mine'],
      [oauth, moved, 'mine'],
      [oauth, '', 'mine'],
      [oauth, '3.x', 'mine'],
    ] as const) {
      await assert.rejects(taker.finish({ code: 'c', state: tried, preSessions: [preSession] }, signal()), {
        code: 'invalid_parameter',
      })
    }
    assert.equal(server.requests.length, 1)
  })

  it('says why a code was not taken', async () => {
    answer = { status: 400, body: { status: 400, message: 'Invalid authorization code' } }
    const oauth = oauthOf()
    const state = (await begin(oauth)).get('state') ?? ''
    await assert.rejects(oauth.finish({ code: 'c', state, preSessions: ['mine'] }, signal()), {
      code: 'platform_refused',
      message: 'Twitch refused the sign-in: Invalid authorization code.',
    })
  })

  it('renews, and distinguishes a refused token from credentials of ours that are wrong and from an outage', async () => {
    const oauth = oauthOf()
    answer = { status: 200, body: { access_token: 'new', scope: ['a', 'b'] } }
    assert.deepEqual(await oauth.renew('old'), {
      accessToken: 'new',
      refreshToken: undefined,
      expiresAt: null,
      scopes: ['a', 'b'],
    })
    assert.equal(formOf(0).refresh_token, 'old')
    for (const [status, body] of [
      [400, { status: 400, message: 'Invalid refresh token' }],
      [400, { error: 'invalid_grant' }],
      [401, { message: 'Invalid refresh token' }],
      [400, { error: 'invalid_grant', error_description: 'The token was issued to another client.' }],
    ] as const) {
      answer = { status, body }
      await assert.rejects(oauth.renew('old'), RefreshRefused)
    }
    for (const [status, body, code] of [
      [400, { message: 'invalid client' }, 'platform_refused'],
      [401, { error: 'invalid_client' }, 'platform_refused'],
      [401, { error: 'invalid_client', error_description: 'Unauthorized' }, 'platform_refused'],
      [403, { message: 'invalid client secret' }, 'platform_refused'],
      [500, {}, 'platform_unavailable'],
      [200, { token: 'x' }, 'platform_unavailable'],
      [200, [], 'platform_unavailable'],
    ] as const) {
      answer = { status, body }
      await assert.rejects(oauth.renew('old'), { code, mayHaveHappened: false })
    }
  })

  it('gives a token back where the service takes it', async () => {
    await oauthOf().revoke('tok', signal())
    assert.deepEqual([server.requests[0]?.path, formOf(0).token], ['/revoke', 'tok'])
    await oauthOf({ revoke: { url: `${server.url}/revoke`, by: 'query' } }).revoke('tok', signal())
    assert.deepEqual([server.requests[1]?.query.get('token'), server.requests[1]?.text], ['tok', ''])
  })
})
