import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { newestAnswer, say, setBot } from './ask-bot.ts'

runsOn('sqlite', 'postgres')

describe('the AI bot without a provider', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const ask = async (text: string, more: object = {}) => (await app.call('ask-ai', { text, ...more })).body

  it('says who it is, keeps its persona and is turned on and off by a key', async () => {
    const { body: first } = await app.call('get-ai')
    assert.deepEqual([first.enabled, first.provider, first.model], [0, 'built-in', 'built-in'])
    assert.deepEqual([first.spent_today, first.limit_today], [0, 1])
    const { body: set } = await app.call('ai-bot', { ai_text: 'You are Pixel.' })
    assert.deepEqual([set.enabled, set.ai_text], [0, 'You are Pixel.'])
    for (const enabled of [1, true, 0, false]) {
      assert.equal((await app.call('ai-bot', { enabled })).body.enabled, Number(enabled))
    }
    assert.equal((await app.call('get-ai')).body.ai_text, 'You are Pixel.')
    await app.call('ai-bot', {}, { status: 400 })
    await app.call('ai-bot', { ai_text: 'x'.repeat(8_001) }, { status: 400 })
  })

  it('answers from what the channel knows, also while it is off in chat', async () => {
    assert.match((await ask('Which game is this?')).answer, /is in the category Just Chatting\.$/)
    assert.match((await ask('What is the title?')).answer, /“.+”/)
    assert.match((await ask('Which song is this?')).answer, /^Playing now: /)
    assert.match((await ask('Which commands are there?')).answer, /!/)
    await app.call('set-points', { username: 'alice', platform: 'PlatformA', amount: 4321 })
    assert.equal((await ask('How many points do I have?', { username: 'alice' })).answer, 'alice has 4321 points.')
    assert.match((await ask('How long have I watched?', { username: 'alice' })).answer, /^alice has watched for/)
    assert.match((await ask('How long are you live?')).answer, /has been live for/)
    await app.call('set-value', { name: 'quotes', value: ['It was the lag.'] })
    assert.equal((await ask('Tell me a quote')).answer, 'It was the lag.')
  })

  it('says honestly what it can answer when it does not know', async () => {
    const { answer, provider, tokens, sent } = await ask('What is the meaning of life?')
    assert.match(answer, /without a model/)
    assert.deepEqual([provider, tokens, sent], ['built-in', 0, false])
  })

  it('answers the questions that the streamer has written before everything else', async () => {
    await setBot(app, {
      questions: [
        { question: 'When do you stream?', answer: 'Every Friday at 8 pm.' },
        { question: 'Which keyboard do you use?', answer: 'A beige one from 1989.' },
      ],
    })
    assert.equal((await ask('hey, when will you stream again')).answer, 'Every Friday at 8 pm.')
    assert.equal((await ask('what KEYBOARD do you use??')).answer, 'A beige one from 1989.')
  })

  it('sends an answer to chat and speaks it when it is asked to', async () => {
    const { body } = await app.call('ask-ai', {
      text: 'Which keyboard do you use?',
      platform: 'PlatformB',
      send_chat_message: true,
    })
    assert.equal(body.sent, true)
    const { body: state } = await sandboxCall(app, 'state', { platform: 'PlatformB' })
    assert.equal(state.chat.at(-1).text, 'A beige one from 1989.')
    const { body: refused } = await app.call('ask-ai', { text: 'Which game is this?', speak: true }, { status: 502 })
    assert.equal(refused.code, 'overlay_not_connected')
  })

  it('answers in chat when it is named or asked by its command, and keeps quiet otherwise', async () => {
    await setBot(app, { enabled: true })
    assert.deepEqual(await say(app, 'alice', '@showcaller which keyboard do you use?'), [
      'Alice: A beige one from 1989.',
    ])
    assert.deepEqual(await say(app, 'bob', '!ai when do you stream'), ['Bob: Every Friday at 8 pm.'])
    assert.deepEqual(await say(app, 'carol', 'which keyboard do you use?'), [])
    assert.deepEqual(await say(app, 'carol', 'showcallers are great'), [])
    const { username, trigger, provider, sent, withheld } = await newestAnswer(app)
    assert.deepEqual([username, trigger, provider, sent, withheld], ['bob', 'command', 'built-in', true, null])
    await setBot(app, { enabled: false })
    assert.deepEqual(await say(app, 'dave', '!ai when do you stream'), [])
  })

  it('answers each viewer and the channel only so often', async () => {
    await setBot(app, { enabled: true, viewer_per_minute: 1, channel_per_minute: 3 })
    assert.equal((await say(app, 'erin', '!ai when do you stream')).length, 1)
    assert.equal((await say(app, 'erin', '!ai when do you stream')).length, 0)
    const many = await Promise.all(['frank', 'grace', 'heidi'].map((name) => say(app, name, '!ai when do you stream')))
    assert.ok(many.every((lines) => lines.length <= 3))
    assert.deepEqual(await say(app, 'ivan', '!ai when do you stream'), [])
    await setBot(app, { viewer_per_minute: 20, channel_per_minute: 60 })
  })

  it('is muted and unmuted by moderators in chat, and by nobody else', async () => {
    await say(app, 'judy', '!ai mute')
    assert.equal((await say(app, 'judy', '!ai when do you stream')).length, 1)
    await sandboxCall(app, 'chat', {
      platform: 'PlatformA',
      username: 'peggy',
      text: '!ai mute 30',
      roles: ['moderator'],
    })
    await new Promise((resolve) => setImmediate(resolve))
    await app.app.bot.settled()
    assert.ok(await app.ctx.aiParts.state.isMuted(app.channel.id))
    assert.deepEqual(await say(app, 'judy', '!ai when do you stream'), [])
    await app.ctx.db.write((tx) => app.ctx.aiParts.state.mute(tx, app.cause, 0))
    assert.equal((await say(app, 'judy', '!ai when do you stream')).length, 1)
  })

  it('greets a viewer once in a stream', async () => {
    await setBot(app, { on_first_message: true })
    const [greeting = ''] = await say(app, 'niaj', 'hello everybody')
    assert.match(greeting, /^Welcome, niaj!/)
    assert.deepEqual(await say(app, 'niaj', 'hello again'), [])
    await setBot(app, { on_first_message: false })
  })

  it('remembers the last exchanges of each viewer, and forgets them on request', async () => {
    await app.call('clear-ai')
    await setBot(app, { memory_turns: 2 })
    for (const text of ['one title', 'two title', 'three title']) await ask(text, { username: 'alice' })
    await ask('the title', { username: 'bob' })
    const questions = async () =>
      (await app.ctx.aiParts.memory.list(app.channel.id, { limit: 50 })).items.map(({ question }) => question)
    assert.deepEqual(await questions(), ['the title', 'three title', 'two title'])
    const { body } = await app.call('clear-ai', { username: 'alice', platform: 'PlatformA' })
    assert.equal(body.cleared, 2)
    assert.deepEqual(await questions(), ['the title'])
    await app.call('clear-ai', { username: 'nobody-at-all', platform: 'PlatformA' }, { status: 404 })
    assert.equal((await app.call('clear-ai')).body.cleared, 1)
    assert.deepEqual((await app.call('get-ai')).body.ai_text, 'You are Pixel.')
  })

  it('forgets a viewer who is erased', async () => {
    await ask('the title', { username: 'walter' })
    assert.equal(await app.ctx.aiParts.memory.count(app.channel.id), 1)
    const { viewers, privacy, db } = app.ctx
    const viewer = await viewers.get(app.channel, 'kick', { username: 'walter' })
    await privacy.eraseViewer(
      { ...app.cause, channel: app.channel },
      viewer,
      (work) => db.write(work),
      () => undefined,
    )
    assert.equal(await app.ctx.aiParts.memory.count(app.channel.id), 0)
    assert.notEqual((await newestAnswer(app)).username, 'walter')
  })

  it('answers a test key without touching the memory and the log of the channel', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    const before = await app.ctx.aiParts.memory.count(app.channel.id)
    const { body } = await app.call('ask-ai', { text: 'Which game is this?' }, { key })
    assert.equal(body.provider, 'built-in')
    assert.equal(await app.ctx.aiParts.memory.count(app.channel.id), before)
  })
})
