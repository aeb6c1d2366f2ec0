import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { makeCommand, outcomes, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeModel, startFakeModel } from '../fakes/chat-completions.ts'
import { openPage } from '../overlay/page-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { addProvider, newestAnswer, removeProviders, say, setBot } from './ask-bot.ts'

runsOn('sqlite', 'postgres')

describe('the steps of the AI bot', () => {
  const clock = createTestClock()
  let app: TestApp
  let model: FakeModel
  before(async () => {
    app = await createTestApp({ clock })
    model = await startFakeModel()
  })
  after(async () => {
    await app.close()
    await model.close()
  })
  beforeEach(() => clock.advance(2 * minuteMs))

  it('answer a viewer in chat, and keep the answer for the next steps and in a value', async () => {
    await addProvider(app, model.base)
    model.thinks(() => ({ text: 'Forty-two.' }))
    const { word } = await makeCommand(
      app,
      withSteps(
        { type: 'ask_ai', text: '$(args)', into: 'wisdom' },
        { type: 'ask_ai', text: 'Again', output: 'none' },
        { type: 'reply', text: 'It said: $(response)' },
      ),
    )
    assert.deepEqual(await say(app, 'alice', `!${word} what is it?`), ['Forty-two.', 'It said: Forty-two.'])
    assert.equal((await app.call('get-value', { name: 'wisdom' })).body.value, 'Forty-two.')
    const { username, trigger } = await newestAnswer(app)
    assert.deepEqual([username, trigger], ['alice', 'step'])
    assert.match(model.asked[0]?.messages.at(-1)?.content ?? '', /what is it\?/)
  })

  it('never act, whatever is turned on', async () => {
    await setBot(app, { actions: [{ operation: 'send-bot-message', per_hour: 100, role: 'everyone' }] })
    model.asked.length = 0
    const { word } = await makeCommand(app, withSteps({ type: 'ask_ai', text: 'Hi' }))
    await say(app, 'alice', `!${word}`)
    assert.ok(!model.asked[0]?.tools?.some((tool) => tool.function.name === 'send-bot-message'))
  })

  it('speak the answer on the overlay', async () => {
    const page = await openPage(app)
    try {
      const { word } = await makeCommand(app, withSteps({ type: 'ask_ai', text: 'Hi', output: 'tts' }))
      assert.deepEqual(await say(app, 'alice', `!${word}`), [])
      assert.deepEqual(await outcomes(app), ['ask_ai ok'])
    } finally {
      page.cut()
    }
  })

  it('fail alone when no provider answers', async () => {
    model.thinks(() => ({ answer: { status: 500, body: {} } }))
    const { word } = await makeCommand(
      app,
      withSteps({ type: 'ask_ai', text: 'Hi' }, { type: 'reply', text: 'Still here' }),
    )
    assert.deepEqual(await say(app, 'alice', `!${word}`), ['Still here'])
    assert.deepEqual(await outcomes(app), ['ask_ai ai_unavailable', 'reply ok'])
    await removeProviders(app)
  })

  it('sum up what happened while somebody was away, with and without a model', async () => {
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'viewer31' })
    await sandboxCall(app, 'ban', { platform: 'PlatformA', username: 'viewer32' })
    await app.app.bot.settled()
    const { word } = await makeCommand(app, withSteps({ type: 'summarise', minutes: 30 }))
    const [line = ''] = await say(app, 'alice', `!${word}`)
    assert.match(line, /^In the last 30 minutes: .*viewer31/i)
    assert.doesNotMatch(line, /viewer32/i)
    await addProvider(app, model.base)
    model.thinks(() => ({ text: 'Somebody followed.' }))
    assert.deepEqual(await say(app, 'alice', `!${word}`), ['Somebody followed.'])
    const [system, ...turns] = model.asked.at(-1)?.messages ?? []
    assert.match(system?.content ?? '', /last 30 minutes/)
    assert.match(turns.at(-1)?.content ?? '', /viewer31/i)
    await removeProviders(app)
    clock.advance(31 * minuteMs)
    assert.deepEqual(await say(app, 'alice', `!${word}`), ['Nothing happened in the last 30 minutes.'])
  })

  it('suggest titles, with and without a model', async () => {
    const { word } = await makeCommand(app, withSteps({ type: 'title_ideas', topic: '$(args)', count: 2 }))
    const [line = ''] = await say(app, 'alice', `!${word} Speedruns`)
    assert.match(line, /^Speedruns, live with chat \| /)
    await addProvider(app, model.base)
    model.thinks(() => ({ text: 'Faster than yesterday | No sleep till credits' }))
    assert.deepEqual(await say(app, 'alice', `!${word} Speedruns`), ['Faster than yesterday | No sleep till credits'])
  })

  it('are not needed to break the silence: the bot does so once, until somebody writes', async () => {
    await removeProviders(app)
    await setBot(app, { enabled: true, quiet_minutes: 10 })
    const spoken = async () => {
      const { body } = await sandboxCall(app, 'state', { platform: 'PlatformA' })
      return body.chat.filter(({ text }: { text: string }) => text.startsWith('While it is quiet')).length
    }
    await app.ctx.aiParts.chat.tick()
    assert.equal(await spoken(), 0)
    clock.advance(11 * minuteMs)
    await app.ctx.aiParts.chat.tick()
    // The jobs of a minute that ends just now may do it instead.
    await eventually('it speaks', async () => (await spoken()) === 1)
    clock.advance(30 * minuteMs)
    await app.ctx.aiParts.chat.tick()
    assert.equal(await spoken(), 1)
    await say(app, 'bob', 'hello')
    clock.advance(11 * minuteMs)
    await app.ctx.aiParts.chat.tick()
    await eventually('it speaks again', async () => (await spoken()) === 2)
  })
})
