import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { makeCommand, outcomes, runsOf, withSteps } from './command-maker.ts'

runsOn('sqlite', 'postgres')

describe('run-command', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  /** Each test its own key, so that none runs into the limit of another. */
  async function run(body: unknown, headers: Record<string, string> = {}) {
    const { key } = await app.makeKey()
    return app.call('run-command', body, { status: 'any', key, headers })
  }

  it('answers with the fields of the contract and no others', async () => {
    const { status, body } = await run({ command: '!hello', username: 'alice' })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      success: true,
      id: 1,
      command: 'hello',
      active: 1,
      response: 'Hello alice!',
      sent_to: ['PlatformA', 'PlatformB'],
    })
  })

  it('says to which platforms the reply was sent, also when to none', async () => {
    const sentTo = async (fields: Parameters<typeof makeCommand>[1]) => {
      const { word } = await makeCommand(app, fields)
      return (await run({ command: word })).body.sent_to
    }
    assert.deepEqual(await sentTo({ message: 'Hello', platforms: ['kick', 'twitch'] }), ['PlatformA', 'PlatformB'])
    app.app.sandbox.failNext('twitch', 'refuse', 'sendChat')
    assert.deepEqual(await sentTo({ message: 'Hello', platforms: ['kick', 'twitch'] }), ['PlatformA'])
    assert.deepEqual(await sentTo({ message: 'Hello', platforms: [] }), [])
    assert.deepEqual(await sentTo({ message: '', platforms: ['kick'] }), [])
    const step = { type: 'reply', text: 'from a step' }
    assert.deepEqual(await sentTo({ message: '', platforms: ['kick'], ...withSteps(step) }), ['PlatformA'])
  })

  it('counts every run once, however many run at the same time, from keys, chat and steps', async () => {
    const { id, word } = await makeCommand(app, { message: 'run $(count), again $(count)' })
    const { word: outer } = await makeCommand(app, withSteps({ type: 'run_command', command: word }))
    const key = (await app.makeKey()).key
    const runs = Array.from({ length: 20 }, () => app.call('run-command', { command: word }, { key }))
    const typed = ['alice', 'bob', 'carol'].map((username) =>
      sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: `!${word}` }),
    )
    const nested = Array.from({ length: 3 }, () => app.call('run-command', { command: outer }, { key }))
    const answers = await Promise.all(runs)
    await Promise.all([...typed, ...nested])
    await app.app.bot.settled()
    const own = answers.map(({ body }) => String(body.response))
    for (const response of own) assert.match(response, /^run (\d+), again \1$/)
    const replies = (await chatOf(app, 'PlatformA')).map(({ text }) => text).filter((text) => text.startsWith('run '))
    const numbers = replies.map((text) => Number(/\d+/.exec(text)?.[0])).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 26 }, (_, index) => index + 1),
    )
    assert.equal((await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })).runCount, 26)
  })

  for (const command of ['hello', '!hello', '!!hello', 'HELLO', '!HeLLo', ' !hello ', 'hi', '!HI']) {
    it(`finds !hello as ${JSON.stringify(command)}`, async () => {
      assert.equal((await run({ command })).body.id, 1)
    })
  }

  it('lets the id win over the name, also when only the name exists', async () => {
    assert.equal((await run({ id: 2, command: '!hello' })).body.command, 'discord')
    const missing = await run({ id: 999, command: '!hello' })
    assert.equal(missing.status, 404)
    assert.equal(missing.body.code, 'command_not_found')
    assert.equal(missing.body.error, 'There is no command with the id 999.')
  })

  const refusals = [
    [{}, 400, 'invalid_parameter', 'command or id is required.'],
    [{ command: '  ' }, 400, 'invalid_parameter', 'command or id is required.'],
    [{ command: '!nothing' }, 404, 'command_not_found', 'There is no command !nothing.'],
    [{ command: '!' }, 404, 'command_not_found', 'There is no command !.'],
    [{ id: '1' }, 400, 'invalid_parameter', 'id must be a whole number.'],
    [{ id: 1.5 }, 400, 'invalid_parameter', 'id must be a whole number.'],
    [{ command: 5 }, 400, 'invalid_parameter', 'command must be a string.'],
    [
      { command: '!hello', message: 'x'.repeat(501) },
      400,
      'invalid_parameter',
      'message must have 1 to 500 characters, not 501.',
    ],
    [
      { command: '!hello', username: 'x'.repeat(101) },
      400,
      'invalid_parameter',
      'username must have 1 to 100 characters, not 101.',
    ],
  ] as const
  for (const [body, status, code, error] of refusals) {
    it(`refuses ${JSON.stringify(body).slice(0, 60)} and leaves nothing behind`, async () => {
      const { key } = await app.makeKey()
      const [seq, lines] = [await lastSeq(app), await chatOf(app)]
      const answer = await app.call('run-command', body, { status: 'any', key })
      assert.equal(answer.status, status)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.error, error)
      assert.deepEqual(await chatOf(app), lines)
      assert.deepEqual(
        (await eventsSince(app, seq)).filter(({ kind }) => !kind.startsWith('key.')),
        [],
      )
    })
  }

  it('refuses a command that is switched off, and one that keys may not run', async () => {
    const off = await makeCommand(app, { active: false, message: 'off' })
    const closed = await makeCommand(app, { apiEnabled: false, message: 'closed' })
    for (const [{ word }, words] of [
      [off, 'is switched off.'],
      [closed, 'cannot be run through the API.'],
    ] as const) {
      const { status, body } = await run({ command: word })
      assert.equal(status, 404)
      assert.equal(body.code, 'command_disabled')
      assert.equal(body.error, `The command ${word} ${words}`)
    }
  })

  it('replies as the bot on every connected platform whose flag is set, and nowhere else', async () => {
    const { word } = await makeCommand(app, { message: 'only here: $(1)', platforms: ['kick', 'youtube'] })
    await run({ command: word, message: 'unique-1' })
    for (const [platform, wanted] of [
      ['PlatformA', 1],
      ['PlatformB', 0],
      ['PlatformC', 1],
      ['PlatformD', 0],
    ] as const) {
      const lines = (await chatOf(app, platform)).filter(({ text }) => text === 'only here: unique-1')
      assert.equal(lines.length, wanted, platform)
      assert.ok(lines.every(({ as }) => as === 'bot'))
    }
  })

  it('passes over a platform that is not connected', async () => {
    const { word } = await makeCommand(app, { message: 'still said', platforms: ['kick', 'tiktok'] })
    await sandboxCall(app, 'disconnect', { platform: 'PlatformD' })
    try {
      assert.equal((await run({ command: word })).status, 200)
      assert.equal((await chatOf(app)).at(-1)?.text, 'still said')
      const alone = await makeCommand(app, { message: 'to nobody', platforms: ['tiktok'] })
      const answer = await run({ command: alone.word })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.code, 'platform_not_connected')
      const steps = [{ type: 'value', name: 'counted.while.away', add: 1 }]
      const more = await makeCommand(app, {
        message: 'to nobody',
        platforms: ['tiktok'],
        actions: { version: 1, steps },
      })
      assert.equal((await run({ command: more.word })).body.code, 'platform_not_connected')
      assert.equal((await app.call('get-value', { name: 'counted.while.away' }, { status: 404 })).status, 404)
      const said = { version: 1, steps: [{ type: 'say', text: 'to nobody', as: 'bot' }] }
      const silent = await makeCommand(app, { message: '', platforms: ['tiktok'], actions: said })
      assert.equal((await run({ command: silent.word })).body.code, 'platform_not_connected')
    } finally {
      await sandboxCall(app, 'connect', { platform: 'PlatformD' })
    }
  })

  it('does not keep a reply from one platform because another refuses it', async () => {
    const { word } = await makeCommand(app, { message: 'reply for two', platforms: ['kick', 'twitch'] })
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    const { status, body } = await run({ command: word })
    assert.equal(status, 200)
    assert.equal(body.response, 'reply for two')
    assert.equal((await chatOf(app, 'PlatformB')).at(-1)?.text, 'reply for two')
    assert.notEqual((await chatOf(app, 'PlatformA')).at(-1)?.text, 'reply for two')
    const { steps } = (await runsOf(app)).at(-1)
    assert.deepEqual(steps, [{ type: 'reply', ok: true, platforms: { kick: 'platform_refused', twitch: 'sent' } }])
  })

  it('fails, and remembers no run, when nobody took the reply and nothing else happened', async () => {
    const { id, word } = await makeCommand(app, { message: 'for nobody' })
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    const headers = { 'Idempotency-Key': 'retry-me' }
    const { key } = await app.makeKey()
    const refused = await app.call('run-command', { command: word }, { status: 502, key, headers })
    assert.equal(refused.status, 502)
    assert.equal(refused.body.code, 'platform_refused')
    assert.equal((await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })).runCount, 0)
    const retried = await app.call('run-command', { command: word }, { key, headers })
    assert.equal(retried.status, 200)
    assert.equal((await chatOf(app)).filter(({ text }) => text === 'for nobody').length, 1)
  })

  it('says it once for one Idempotency-Key', async () => {
    const { word } = await makeCommand(app, { message: 'once and only once' })
    const headers = { 'Idempotency-Key': 'once' }
    const { key } = await app.makeKey()
    const first = await app.call('run-command', { command: word }, { key, headers })
    const second = await app.call('run-command', { command: word }, { key, headers })
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('Idempotency-Replayed'), 'true')
    assert.equal((await chatOf(app)).filter(({ text }) => text === 'once and only once').length, 1)
  })

  it('splits a long reply at a word into at most three lines', async () => {
    const { word } = await makeCommand(app, { message: '$(args) $(args) $(args) $(args)' })
    const words = 'abcdefghi '.repeat(50).trim()
    const before = (await chatOf(app)).length
    const { body } = await run({ command: word, message: words })
    const lines = (await chatOf(app)).slice(before)
    assert.equal(lines.length, 3)
    for (const { text } of lines) {
      assert.ok(text.length <= 500)
      assert.ok(text.split(' ').every((part) => part === 'abcdefghi'))
    }
    assert.ok(body.response.startsWith(words))
  })

  it('fills the variables from who runs it and what follows it', async () => {
    const message = '$(user)/$(displayname)/$(touser)/$(args)/$(1)/$(2)/$(3)/$(channel)/$(platform)/$(unknown $(user))/'
    const { word } = await makeCommand(app, { message })
    const { body } = await run({ command: word, username: '@bob', message: ' @Carol  one ' })
    assert.equal(body.response, 'bob/Bob/Carol/@Carol  one/@Carol/one//streamer/Kick/$(unknown $(user))/')
    const alone = await run({ command: word })
    assert.equal(alone.body.response, 'streamer/Streamer/streamer/////streamer/Kick/$(unknown $(user))/')
  })

  it('does not fill a variable that somebody sends', async () => {
    const { word } = await makeCommand(app, { message: '$(args) by $(user)' })
    const { body } = await run({ command: word, message: '$(channel)', username: '$(args)' })
    assert.equal(body.response, '$(channel) by $(args)')
  })

  it('runs for somebody who does not exist, under the name as given', async () => {
    const { word } = await makeCommand(app, { message: 'Hi $(user), $(displayname)' })
    assert.equal((await run({ command: word, username: 'Ghost of X' })).body.response, 'Hi Ghost of X, Ghost of X')
  })

  it('runs all the same when the platform cannot say who somebody is', async () => {
    const { word } = await makeCommand(app, { message: 'Hi $(displayname)' })
    app.app.sandbox.failNext('kick', 'refuse', 'findUser')
    assert.equal((await run({ command: word, username: 'viewer77' })).body.response, 'Hi viewer77')
  })

  it('knows no cooldown, permission or cost for a key', async () => {
    const { word } = await makeCommand(app, {
      message: 'again',
      cooldownGlobalSeconds: 600,
      cooldownUserSeconds: 600,
      permissions: ['moderator'],
      deniedPermissions: ['everyone'],
      pointsCost: 99_999,
    })
    const username = 'walter'
    const before = (await app.call('get-points', { username, platform: 'PlatformA' })).body.points
    assert.equal((await run({ command: word, username })).status, 200)
    assert.equal((await run({ command: word, username })).status, 200)
    assert.equal((await app.call('get-points', { username, platform: 'PlatformA' })).body.points, before)
  })

  it('remembers when it ran, how often and for whom', async () => {
    const { id, word } = await makeCommand(app, { message: 'noted' })
    const started = clock.now()
    await run({ command: word, username: 'alice' })
    clock.advance(1000)
    await run({ command: word, username: 'NoSuchPerson' })
    await run({ command: word })
    const command = await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })
    assert.equal(command.runCount, 3)
    assert.ok((command.lastRunAt ?? 0) >= started + 1000)
    assert.equal(command.lastGlobalRunAt, command.lastRunAt)
    assert.deepEqual(Object.keys(command.lastUserRuns).sort(), ['10001', `kick-${app.channel.id}`, 'nosuchperson'])
    assert.ok((command.lastUserRuns['10001'] ?? 0) < (command.lastRunAt ?? 0))
  })

  it('remembers the newest hundred users', async () => {
    const { id } = await makeCommand(app)
    for (let user = 1; user <= 120; user++) {
      clock.advance(1)
      await app.ctx.db.write((tx) => app.ctx.commands.rememberRun(tx, app.channel.id, id, { id: String(user) }))
    }
    const { lastUserRuns } = await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })
    assert.deepEqual(
      Object.keys(lastUserRuns),
      Array.from({ length: 100 }, (_, index) => String(index + 21)),
    )
  })

  it('writes the lines it said and the run itself into the log, under the key and under the command', async () => {
    const { id, word } = await makeCommand(app, { message: 'logged $(args)' })
    const seq = await lastSeq(app)
    await run({ command: word, message: 'words', username: 'bob' })
    const events = (await eventsSince(app, seq)).filter(({ kind }) => !kind.startsWith('key.'))
    assert.deepEqual(
      events.map(({ kind, actor }) => [kind, actor.split(':')[0]]),
      [
        ['chat.sent', 'command'],
        ['command.ran', 'key'],
      ],
    )
    const { data, viewerId } = events[1] ?? {}
    assert.deepEqual(data, {
      id,
      command: word,
      user_id: '10002',
      username: 'bob',
      args: 'words',
      depth: 1,
      response: 'logged words',
      steps: [{ type: 'reply', ok: true, platforms: { kick: 'sent' } }],
    })
    assert.ok(viewerId !== null)
  })

  it('runs a test key on the test channel alone', async () => {
    const { key } = await app.makeKey(['commands:run'], { isTest: true })
    const before = (await chatOf(app)).length
    const { status } = await app.call('run-command', { command: '!hello', username: 'tester' }, { key })
    assert.equal(status, 200)
    assert.equal((await chatOf(app)).length, before)
    assert.equal((await chatOf(app, 'PlatformA', key)).at(-1)?.text, 'Hello tester!')
  })

  it('has nothing to say when its text comes out empty', async () => {
    const { word } = await makeCommand(app, { message: ' $(1) ' })
    const before = (await chatOf(app)).length
    const { status, body } = await run({ command: word })
    assert.equal(status, 200)
    assert.equal(body.response, '')
    assert.equal((await chatOf(app)).length, before)
  })

  it('runs the steps although the reply failed', async () => {
    const { word } = await makeCommand(app, { message: 'lost', ...withSteps({ type: 'reply', text: 'found' }) })
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    const { status } = await run({ command: word })
    assert.equal(status, 200)
    assert.equal((await chatOf(app)).at(-1)?.text, 'found')
    assert.deepEqual(await outcomes(app), ['reply platform_refused', 'reply ok'])
  })
})
