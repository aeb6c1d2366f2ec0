import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type FakeModel, startFakeModel } from '../fakes/chat-completions.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { addProvider, removeProviders, say, setBot } from './ask-bot.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and a fake of a model server')

const key = 'test-key-4Jx0mTqYc2LwPz7RkVbN'
const asAlice = { username: 'alice', platform: 'PlatformA' }

describe('what the AI bot remembers', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  let model: FakeModel
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    model = await startFakeModel({ key })
    await addProvider(app, model.base, { key })
    await setBot(app, { enabled: true })
    await say(app, 'alice', 'hello there')
  })
  after(async () => {
    await app.close()
    await model.close()
  })
  beforeEach(async () => {
    clock.advance(11 * minuteMs)
    await app.call('clear-ai')
    model.thinks(() => ({ text: 'Understood.' }))
  })

  const ask = (text: string, more: object = {}, used = app.key) =>
    app.call('ask-ai', { text, ...asAlice, ...more }, { key: used })
  /** Everything that the model was given with the last question. */
  const lastPrompt = () => JSON.stringify(model.asked.at(-1)?.messages)

  it('of a key or of a person in the panel never comes back in chat, whoever asks there', async () => {
    await ask('The secret word is plum')
    await owner.call('ask-ai', { text: 'The surprise guest is Zoe', ...asAlice })
    await ask('The raid target is mango', { send_chat_message: true })
    await say(app, 'alice', '!ai I like chess')
    for (const username of ['alice', 'bob']) {
      clock.advance(2 * minuteMs)
      assert.equal((await say(app, username, '!ai what did we talk about?')).length, 1)
      assert.doesNotMatch(lastPrompt(), /plum|Zoe|mango/)
      assert.match(lastPrompt(), /I like chess/)
    }
    await ask('And in public?', { send_chat_message: true })
    assert.doesNotMatch(lastPrompt(), /plum|Zoe|mango/, 'everybody reads the answer')
  })

  it('of a key is for this key alone, and of a person for this person', async () => {
    const { key: other } = await app.makeKey()
    const moderator = await signInAs(app, 'moderator')
    await ask('The secret word is plum')
    await owner.call('ask-ai', { text: 'The surprise guest is Zoe', ...asAlice })
    await ask('What do you know?', {}, other)
    assert.doesNotMatch(lastPrompt(), /plum|Zoe/)
    await moderator.call('ask-ai', { text: 'What do you know?', ...asAlice })
    assert.doesNotMatch(lastPrompt(), /plum|Zoe/)
    await ask('What do you know?')
    assert.match(lastPrompt(), /plum/)
    assert.doesNotMatch(lastPrompt(), /Zoe/)
    await owner.call('ask-ai', { text: 'What do you know?', ...asAlice })
    assert.match(lastPrompt(), /Zoe/)
    assert.doesNotMatch(lastPrompt(), /plum/)
  })

  it('of a command is remembered when it was typed in chat, and not when a key ran it', async () => {
    const steps = { version: 1, reply: 'first', steps: [{ type: 'ask_ai', text: '$(args)' }] }
    await owner.call('save-command', { command: '!wise', actions: steps })
    await app.call('run-command', { command: '!wise', message: 'The secret word is plum', ...asAlice })
    assert.match(lastPrompt(), /plum/)
    await say(app, 'alice', '!wise I like chess')
    clock.advance(2 * minuteMs)
    await say(app, 'alice', '!ai what did we talk about?')
    assert.match(lastPrompt(), /I like chess/)
    assert.doesNotMatch(lastPrompt(), /plum/)
  })
})

describe('a channel with a wrong key for a model', () => {
  it('does not keep another channel from the same model', async () => {
    const clock = createTestClock()
    const app = await createTestApp({ clock })
    const model = await startFakeModel({ key })
    const spare = await startFakeModel()
    try {
      const { db, channels, keys, aiParts } = app.ctx
      const { channel } = await db.write((tx) => channels.create(tx, 'tenant'))
      const cause = { channel, actor: 'test', requestId: 'test' }
      const tenant = await db.write((tx) => keys.create(tx, cause, { name: 'tenant', scopes: allScopes }))
      await addProvider(app, model.base, { name: 'Right', key })
      await addProvider(app, spare.base, { name: 'Spare' })
      const wrong = { name: 'Wrong', model: 'small', inputPrice: 0, outputPrice: 0, timeoutSeconds: 60 }
      await db.write((tx) => aiParts.providers.save(tx, cause, { ...wrong, url: model.base, key: 'a-wrong-key' }, true))
      await app.call('ask-ai', { text: 'Hi' }, { key: tenant.key, status: 502 })
      assert.equal((await app.call('ask-ai', { text: 'Hi' })).body.provider, 'Right')
      await removeProviders(app)
    } finally {
      await app.close()
      await Promise.all([model.close(), spare.close()])
    }
  })
})
