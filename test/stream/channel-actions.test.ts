import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { makeCommand, outcomes, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

interface Result {
  readonly platform: string
  readonly success: boolean
  readonly error: string | null
  readonly code: string | null
}

describe('actions on the channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const platform = 'PlatformB'
  const done = { platform, success: true, error: null, code: null }
  const state = async (on = platform) => (await sandboxCall(app, 'state', { platform: on })).body
  const kindsSince = async (seq: number) => (await eventsSince(app, seq)).map(({ kind }) => kind)

  for (const [operation, body, kind] of [
    ['raid', { username: '@Bob' }, 'raid.sent'],
    ['shoutout', { username: 'bob' }, 'shoutout.given'],
    ['announce', { message: 'The show\nbegins.' }, 'chat.announcement'],
    ['set-chat-mode', { mode: 'slow', enabled: true, seconds: 10 }, 'chat.mode-changed'],
  ] as const) {
    it(`${operation} does it on the platform, and the platform reports it once`, async () => {
      const seq = await lastSeq(app)
      const { body: answer } = await app.call(operation, { ...body, platform })
      assert.deepEqual(answer, { success: true, results: [done] })
      assert.deepEqual(await kindsSince(seq), [kind])
    })

    it(`${operation} without a platform tries every one, and each that cannot says so`, async () => {
      const { body: answer } = await app.call(operation, body)
      const results: Result[] = answer.results
      assert.deepEqual(
        results.map((one) => one.platform),
        ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD'],
      )
      const tiktok = results.at(-1)
      assert.deepEqual([tiktok?.success, tiktok?.code], [false, 'invalid_parameter'])
      assert.match(tiktok?.error ?? '', /^TikTok does not let other software [a-z ]+\.$/)
      assert.equal(results.find((one) => one.platform === platform)?.success, true)
    })

    it(`${operation} on a platform that cannot is 400 with the same sentence`, async () => {
      const { body: answer } = await app.call(operation, { ...body, platform: 'PlatformD' }, { status: 400 })
      assert.equal(answer.code, 'invalid_parameter')
      assert.match(answer.error, /^TikTok does not let other software /)
    })

    it(`${operation} says why the platform refused, and that no account is connected`, async () => {
      const call = {
        raid: 'raid',
        shoutout: 'shoutout',
        announce: 'announce',
        'set-chat-mode': 'setChatRules',
      } as const
      app.app.sandbox.failNext('twitch', 'refuse', call[operation])
      const refused = await app.call(operation, { ...body, platform }, { status: 502 })
      assert.equal(refused.body.code, 'platform_refused')
      await sandboxCall(app, 'disconnect', { platform })
      const away = await app.call(operation, { ...body, platform }, { status: 400 })
      assert.equal(away.body.code, 'platform_not_connected')
      await sandboxCall(app, 'connect', { platform })
    })
  }

  it('raid and shoutout say when there is no such channel, or it is one’s own', async () => {
    for (const operation of ['raid', 'shoutout']) {
      const nobody = await app.call(operation, { username: 'nobody_here', platform }, { status: 404 })
      assert.deepEqual(
        [nobody.body.code, nobody.body.error],
        ['user_not_found', 'Twitch has no channel named nobody_here.'],
      )
      await app.call(operation, { platform }, { status: 400 })
    }
    const started = (await state()).actions.map(({ action, username }: Record<string, string>) => [action, username])
    assert.ok(started.some(([action, name]: string[]) => action === 'raid' && name === 'bob'))
    assert.ok(started.some(([action, name]: string[]) => action === 'shoutout' && name === 'bob'))
  })

  it('announce stands in the chat as an announcement of the broadcaster', async () => {
    await app.call('announce', { message: 'Look here', platform })
    const line = (await state()).chat.at(-1)
    assert.deepEqual([line.text, line.as, line.is_announcement], ['Look here', 'broadcaster', true])
  })

  it('set-chat-mode limits who may write, and leaves the other modes as they are', async () => {
    const say = async (text: string, more: object = {}) =>
      (await sandboxCall(app, 'chat', { platform, username: 'viewer9', text, ...more }, { status: 'any' })).status
    const set = (mode: string, enabled: boolean, more: object = {}) =>
      app.call('set-chat-mode', { mode, enabled, platform, ...more })
    await set('slow', true, { seconds: 15 })
    await set('subscribers', true)
    assert.deepEqual([await say('hi'), await say('hi', { roles: ['subscriber'] })], [502, 200])
    const modes = new Map((await state()).chat_modes.map((one: { mode: string }) => [one.mode, one]))
    assert.deepEqual(modes.get('slow'), { mode: 'slow', enabled: true, seconds: 15 })
    assert.deepEqual(modes.get('subscribers'), { mode: 'subscribers', enabled: true, seconds: null })
    await set('subscribers', false)
    await set('emote_only', true)
    assert.deepEqual([await say('words'), await say(':wave: :wave:')], [502, 200])
    await set('emote_only', false)
    await set('unique', true)
    assert.deepEqual([await say('only once'), await say('only once')], [200, 502])
    await set('unique', false)
    await set('followers', true, { seconds: 61 })
    assert.equal(await say('not a follower'), 502)
    const followers = (await state()).chat_modes.find(({ mode }: { mode: string }) => mode === 'followers')
    assert.equal(followers.seconds, 120, 'minutes are rounded up')
    await set('followers', false)
    await set('slow', false)
    assert.ok((await state()).chat_modes.every(({ enabled }: { enabled: boolean }) => !enabled))
  })

  it('start-commercial begins an ad break of a live stream and answers its length', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('start-commercial', { seconds: 60, platform })
    assert.deepEqual(body.results, [{ ...done, seconds: 60 }])
    const [event] = await eventsSince(app, seq)
    assert.deepEqual([event?.kind, event?.data.seconds, event?.data.is_automatic], ['ad.started', 60, false])
    const everywhere = (await app.call('start-commercial', { seconds: 30 })).body.results
    assert.deepEqual(
      everywhere.map(({ code }: Result) => code),
      ['invalid_parameter', null, 'stream_offline', 'invalid_parameter'],
    )
    await app.call('start-commercial', { platform }, { status: 400 })
    await app.call('start-commercial', { seconds: 181, platform }, { status: 400 })
    await sandboxCall(app, 'set-live', { platform, live: false })
    const offline = await app.call('start-commercial', { seconds: 60, platform }, { status: 404 })
    assert.equal(offline.body.code, 'stream_offline')
    await sandboxCall(app, 'set-live', { platform, live: true })
  })

  it('send-reply and send-bot-reply reply to a message, and say where there are no replies', async () => {
    const id = await type(app, 'bob', 'A question?', { platform })
    const seq = await lastSeq(app)
    for (const operation of ['send-reply', 'send-bot-reply']) {
      await app.call(operation, { message: 'An answer.', message_id: id, platform })
      const line = (await state()).chat.at(-1)
      assert.deepEqual([line.text, line.reply_to], ['An answer.', id])
    }
    const sent = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'chat.sent')
    assert.deepEqual(
      sent.map(({ data }) => data.replyTo),
      [id, id],
    )
    const elsewhere = { message: 'x', message_id: id, platform: 'PlatformC' }
    const none = await app.call('send-reply', elsewhere, { status: 400 })
    assert.equal(none.body.error, 'YouTube does not let other software reply to a message.')
  })

  it('a command replies in the thread of the message that ran it, where the platform has threads', async () => {
    const { word } = await makeCommand(app, {
      message: '',
      platforms: ['twitch', 'youtube'],
      ...withSteps({ type: 'reply', text: 'Here.', in_thread: 'yes' }),
    })
    const id = await type(app, 'bob', `!${word}`, { platform })
    const threaded = (await state()).chat.at(-1)
    assert.deepEqual([threaded.text, threaded.reply_to], ['Here.', id])
    await type(app, 'bob', `!${word}`, { platform: 'PlatformC' })
    const plain = (await chatOf(app, 'PlatformC')).at(-1)
    assert.deepEqual([plain?.text, 'reply_to' in (plain ?? {})], ['Here.', false])
  })

  it('pin-message pins a message until its time is over, and unpin-message before', async () => {
    const { body: said } = await sandboxCall(app, 'chat', { platform, username: 'bob', text: 'The rules' })
    const { body: other } = await sandboxCall(app, 'chat', { platform, username: 'alice', text: 'Other rules' })
    const seq = await lastSeq(app)
    const pinned = { success: true, platform, message_id: said.id }
    assert.deepEqual((await app.call('pin-message', { message_id: said.id, seconds: 60 })).body, pinned)
    const { pinned: shown } = await state()
    assert.deepEqual([shown.id, shown.username, shown.text], [said.id, 'bob', 'The rules'])
    await app.call('pin-message', { message_id: said.id, platform })
    assert.equal((await state()).pinned.ends_at, null, 'the same one now stays until the stream ends')
    await app.call('pin-message', { message_id: other.id, platform })
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind, data }) => [kind, data.messageId]),
      [
        ['chat.pinned', said.id],
        ['chat.pinned', other.id],
      ],
    )
    const { body: wrong } = await app.call('unpin-message', { message_id: said.id, platform }, { status: 404 })
    assert.equal(wrong.error, `message_id: the message ${said.id} is not pinned.`)
    assert.equal((await app.call('unpin-message', {})).body.message_id, other.id)
    assert.equal((await state()).pinned, null)
    assert.equal((await app.call('unpin-message', {}, { status: 404 })).body.error, 'No message is pinned.')
    const { body: nothing } = await app.call('pin-message', { message_id: 'nothing', platform }, { status: 404 })
    assert.deepEqual([nothing.code, nothing.error], ['message_not_found', 'message_id: Twitch has no message nothing.'])
    const { body: kick } = await app.call('pin-message', { message_id: 'x', platform: 'PlatformA' }, { status: 400 })
    assert.equal(kick.error, 'Kick does not let other software pin a message.')

    await app.call('pin-message', { message_id: said.id, platform })
    await sandboxCall(app, 'set-live', { platform, live: false })
    assert.equal((await state()).pinned, null, 'a pin ends with the stream')
    await sandboxCall(app, 'set-live', { platform, live: true })
    await app.call('pin-message', { message_id: said.id, platform })
    await app.call('delete-message', { message_id: said.id, platform })
    assert.equal((await state()).pinned, null, 'and with its message')
  })

  it('a command pins the message that ran it, or one of its own, and says where there are no pins', async () => {
    const ran = await makeCommand(app, { platforms: ['twitch', 'kick'], ...withSteps({ type: 'pin_message' }) })
    const id = await type(app, 'bob', `!${ran.word} keep this`, { platform })
    assert.equal((await state()).pinned.id, id)
    const own = { type: 'pin_message', text: 'Type !join, $(user).', seconds: 30 }
    const said = await makeCommand(app, { platforms: ['twitch', 'kick'], ...withSteps(own) })
    await type(app, 'bob', `!${said.word}`, { platform })
    const { pinned } = await state()
    assert.deepEqual([pinned.text, pinned.username], ['Type !join, bob.', app.channel.name])
    await type(app, 'bob', `!${ran.word}`, { platform: 'PlatformA' })
    assert.deepEqual(await outcomes(app), ['pin_message invalid_parameter'])
    const away = await makeCommand(app, { platforms: ['twitch'], ...withSteps({ type: 'unpin_message' }) })
    await type(app, 'bob', `!${away.word}`, { platform })
    assert.equal((await state()).pinned, null)
  })

  it('fails as planned for a client, not for what the server reads every minute', async () => {
    await sandboxCall(app, 'fail', { platform, code: 'platform_unavailable' })
    await app.app.bot.streamWatch.tick([{ number: 5, endedAt: Date.now() }])
    const { body } = await app.call('announce', { message: 'x', platform }, { status: 502 })
    assert.equal(body.code, 'platform_unavailable')
    await app.call('announce', { message: 'x', platform })
  })

  it('needs the scope of what it does', async () => {
    const { key } = await app.makeKey(['stream:read', 'chat:bot', 'moderation:read'])
    for (const [operation, scope] of [
      ['raid', 'stream:write'],
      ['shoutout', 'chat:write'],
      ['announce', 'chat:write'],
      ['set-chat-mode', 'moderation:write'],
      ['start-commercial', 'stream:write'],
      ['pin-message', 'moderation:write'],
      ['unpin-message', 'moderation:write'],
    ]) {
      const { body } = await app.call(`${operation}`, {}, { key, status: 403 })
      assert.equal(body.required_scope, scope)
    }
  })
})
