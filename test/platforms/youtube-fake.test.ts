import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type FakeYouTube, startFakeYouTube, youtubeApp } from '../fakes/youtube.ts'
import { manage, readonly } from '../fakes/youtube-api.ts'

const redirectUri = 'http://127.0.0.1:4400/connect/youtube'
const verifier = 'a verifier of more than forty-three characters, as they have to be'

describe('the fake server of YouTube', () => {
  let fake: FakeYouTube
  before(async () => {
    fake = await startFakeYouTube()
    fake.register(redirectUri)
  })
  after(() => fake.close())

  function codeFor(scope: string): string {
    const page = new URL('http://accounts/auth')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: youtubeApp.clientId,
      redirect_uri: redirectUri,
      scope,
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })) {
      page.searchParams.set(name, value)
    }
    const back = fake.auth.approve(page.href, fake.world.broadcaster.id)
    return new URL(back).searchParams.get('code') ?? ''
  }

  async function exchange(form: Record<string, string>) {
    const known = { client_id: youtubeApp.clientId, client_secret: youtubeApp.clientSecret, redirect_uri: redirectUri }
    const body = new URLSearchParams({ grant_type: 'authorization_code', ...known, ...form }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${fake.settings.tokenUrl}/token`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  async function tokenFor(scope: string): Promise<string> {
    const { body } = await exchange({ code: codeFor(scope), code_verifier: verifier })
    return body.access_token ?? ''
  }

  async function ask(token: string, path: string, init: RequestInit = {}) {
    const headers = { Authorization: `Bearer ${token}`, ...init.headers }
    const response = await fetch(fake.settings.apiUrl + path, { ...init, headers })
    const body = (await response.json()) as { error: { errors: { reason: string }[] } }
    return [response.status, body.error?.errors[0]?.reason]
  }

  it('takes a code once, with its verifier and nothing else', async () => {
    const code = codeFor(manage)
    assert.equal((await exchange({ code, code_verifier: 'another' })).body.error, 'invalid_grant')
    assert.equal((await exchange({ code, code_verifier: verifier })).body.error, 'invalid_grant')
    const more = { code: codeFor(manage), code_verifier: verifier, scope: manage }
    assert.equal((await exchange(more)).body.error, 'invalid_request')
    assert.equal((await exchange({ code: 'x', client_id: 'another' })).body.error, 'invalid_client')
  })

  it('wants a token, and the scope that a call needs', async () => {
    assert.deepEqual(await ask('nobody', '/channels?part=snippet&mine=true'), [401, 'authError'])
    const token = await tokenFor(readonly)
    assert.deepEqual(await ask(token, '/channels?part=snippet&mine=true'), [200, undefined])
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    assert.deepEqual(await ask(token, '/liveChat/messages?part=snippet', init), [403, 'insufficientPermissions'])
  })

  it('refuses what it does not know: parameters, fields, kinds of content', async () => {
    const token = await tokenFor(manage)
    assert.deepEqual(await ask(token, '/channels?part=snippet&mine=true&x=1'), [400, 'badRequest'])
    assert.deepEqual(await ask(token, '/channels?mine=true'), [400, 'required'])
    assert.deepEqual(await ask(token, '/liveBroadcasts?part=id&mine=true&broadcastStatus=active'), [
      400,
      'incompatibleParameters',
    ])
    const send = (snippet: object, type = 'application/json') =>
      ask(token, '/liveChat/messages?part=snippet', {
        method: 'POST',
        body: JSON.stringify({ snippet }),
        headers: { 'Content-Type': type },
      })
    const { chatId: liveChatId } = fake.world
    const line = { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText: 'hello' } }
    assert.deepEqual(await send(line, 'text/plain'), [400, 'badContent'])
    assert.deepEqual(await send({ ...line, colour: 'red' }), [400, 'badRequest'])
    assert.deepEqual(await send({ ...line, textMessageDetails: { messageText: 'x'.repeat(201) } }), [
      400,
      'messageTextInvalid',
    ])
    assert.deepEqual(await send({ ...line, liveChatId: 'another' }), [403, 'liveChatEnded'])
    assert.deepEqual(await send(line), [200, undefined])
  })
})
