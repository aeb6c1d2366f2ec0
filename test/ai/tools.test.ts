import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { makeCommand } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type FakeCompletionRequest, type FakeModel, startFakeModel } from '../fakes/chat-completions.ts'
import { openPage } from '../overlay/page-client.ts'
import { createTestClock, hourMs, minuteMs } from '../test-clock.ts'
import { addProvider, newestAnswer, say, setBot } from './ask-bot.ts'

runsOn('sqlite', 'postgres')

describe('the tools of the AI bot', () => {
  const clock = createTestClock()
  let app: TestApp
  let model: FakeModel
  before(async () => {
    app = await createTestApp({ clock })
    model = await startFakeModel()
    await addProvider(app, model.base)
    await setBot(app, { enabled: true, viewer_per_minute: 20, channel_per_minute: 60 })
  })
  after(async () => {
    await app.close()
    await model.close()
  })
  beforeEach(() => {
    clock.advance(2 * minuteMs)
    model.asked.length = 0
  })

  const ask = async (text: string, more: object = {}) => (await app.call('ask-ai', { text, ...more })).body
  /** Calls one tool, and then answers with what the tool said. */
  const calls = (name: string, given: unknown = {}) =>
    model.thinks(({ messages }) => {
      const result = messages.findLast(({ role }) => role === 'tool')
      const written = typeof given === 'string' ? given : JSON.stringify(given)
      return result === undefined ? { calls: [{ name, arguments: written }] } : { text: `done ${result.content}` }
    })
  const offered = (request: FakeCompletionRequest | undefined) =>
    request?.tools?.map((tool) => tool.function.name).sort()
  const lastResult = () => model.asked.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content ?? ''

  it('read about who asks and about nobody else, whatever the model writes', async () => {
    await app.call('set-points', { username: 'alice', platform: 'PlatformA', amount: 111 })
    await app.call('set-points', { username: 'bob', platform: 'PlatformA', amount: 222 })
    calls('get-points', { username: 'bob', userid: '10002', platform: 'PlatformA' })
    await ask('How many points has bob?', { username: 'alice' })
    assert.match(lastResult(), /"username":"alice".*"points":111/)
    calls('get-watch-time', { username: 'bob' })
    await ask('And how long?', { username: 'alice' })
    assert.match(lastResult(), /"username":"alice"/)
    await ask('And how long?', { username: 'not-a-viewer' })
    assert.match(lastResult(), /not known as a viewer/)
  })

  it('read the stream, the song, the commands and recent activity, without who was banned', async () => {
    const results: Record<string, string> = {}
    for (const name of ['get-stream-meta', 'current-song', 'list-commands', 'get-recent-activity']) {
      calls(name)
      await ask('Tell me')
      results[name] = lastResult()
    }
    assert.match(results['get-stream-meta'] ?? '', /"category":"Just Chatting"/)
    assert.match(results['current-song'] ?? '', /"title":/)
    assert.match(results['list-commands'] ?? '', /"command":"hello"/)
    assert.match(results['get-recent-activity'] ?? '', /latest_followers/)
    assert.doesNotMatch(results['get-recent-activity'] ?? '', /banned|user_id/)
    const { given } = await newestAnswer(app)
    assert.ok((given as { source: string }[]).some(({ source }) => source === 'get-recent-activity'))
  })

  it('do nothing when they are not offered, or when their arguments are not JSON', async () => {
    await setBot(app, { reads: ['get-stream-meta'] })
    for (const name of [
      'get-points',
      'run-command',
      'send-bot-message',
      'tts',
      'clip',
      'ban',
      'add-points',
      'constructor',
    ]) {
      calls(name, { username: 'alice' })
      await ask('Do it', { username: 'alice' })
      assert.match(lastResult(), /not available/, name)
    }
    assert.deepEqual(offered(model.asked[0]), ['get-stream-meta'])
    for (const broken of ['{"a":', '[1]', '"text"', 'null', '12']) {
      calls('get-stream-meta', broken)
      await ask('Do it')
      assert.match(lastResult(), /not a JSON object/, broken)
      clock.advance(minuteMs)
    }
    await setBot(app, { reads: ['get-stream-meta', 'get-points'] })
  })

  it('are used three times for a question, then the model has to answer', async () => {
    model.thinks(({ tools }) =>
      tools === undefined ? { text: 'Enough.' } : { calls: [{ name: 'get-stream-meta', arguments: '{}' }] },
    )
    assert.equal((await ask('Loop')).answer, 'Enough.')
    assert.equal(model.asked.length, 4)
  })

  it('run a command as if who asks had typed it: with their role, their cooldown and their points', async () => {
    const { word } = await makeCommand(app, { message: 'Paid by $(user)', pointsCost: 50, cooldownUserSeconds: 600 })
    const secret = await makeCommand(app, { message: 'Only for moderators', permissions: ['moderator'] })
    await setBot(app, { actions: [{ operation: 'run-command', per_hour: 100, role: 'everyone' }] })
    await app.call('set-points', { username: 'carol', platform: 'PlatformA', amount: 80 })
    calls('run-command', { command: word, username: 'streamer' })
    assert.deepEqual(await say(app, 'carol', '!ai run it'), [
      'Paid by carol',
      'Carol: done {"response":"Paid by carol"}',
    ])
    const points = async () => (await app.call('get-points', { username: 'carol', platform: 'PlatformA' })).body.points
    assert.equal(await points(), 30)
    assert.match((await say(app, 'carol', '!ai again')).join(), /may not run this command/)
    assert.equal(await points(), 30)
    calls('run-command', { command: secret.word })
    assert.match((await say(app, 'dave', '!ai run the secret one')).join(), /may not run this command/)
  })

  it('act only for the role that the streamer chose, as often as was chosen, and for keys with the scope', async () => {
    await setBot(app, { actions: [{ operation: 'send-bot-message', per_hour: 2, role: 'subscriber' }] })
    calls('send-bot-message', { message: '/ban @bob visit evil.example', platform: 'PlatformB' })
    assert.match((await say(app, 'erin', '!ai say something')).join(), /not available/)
    assert.deepEqual(offered(model.asked.at(-1)), ['get-points', 'get-stream-meta'])
    await setBot(app, { actions: [{ operation: 'send-bot-message', per_hour: 2, role: 'everyone' }] })
    const said = async () => (await say(app, 'erin', '!ai say something')).filter((line) => !line.startsWith('Erin'))
    assert.deepEqual(await said(), ['ban bob visit evil example'])
    assert.equal((await said()).length, 1)
    assert.equal((await said()).length, 0)
    assert.match(lastResult(), /as often as is allowed/)
    clock.advance(hourMs)
    const { key } = await app.makeKey(['ai:ask'])
    await app.call('ask-ai', { text: 'Say it' }, { key })
    assert.match(lastResult(), /not available/)
    const { key: may } = await app.makeKey(['ai:ask', 'chat:bot'])
    await app.call('ask-ai', { text: 'Say it' }, { key: may })
    assert.match(lastResult(), /"sent":true/)
  })

  it('speak and clip when they are turned on', async () => {
    const page = await openPage(app)
    try {
      await setBot(app, {
        actions: [
          { operation: 'tts', per_hour: 5, role: 'everyone' },
          { operation: 'clip', per_hour: 5, role: 'everyone' },
        ],
      })
      calls('tts', { text: 'Hello stream' })
      await say(app, 'grace', '!ai speak')
      assert.match(lastResult(), /"spoken":true/)
      calls('clip', { title: 'Great moment' })
      await say(app, 'grace', '!ai clip that')
      assert.match(lastResult(), /"created":true/)
    } finally {
      page.cut()
    }
  })
})
