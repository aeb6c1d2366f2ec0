import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type FakeModel, startFakeModel } from '../fakes/chat-completions.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const key = 'test-key-4Jx0mTqYc2LwPz7RkVbN'

describe('the page of the AI bot', () => {
  let app: TestApp
  let model: FakeModel
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    ;[model, owner] = await Promise.all([startFakeModel({ key }), signInAsOwner(app)])
  })
  after(async () => {
    await app.close()
    await model.close()
  })

  const entered = (more: object = {}) => ({ name: 'House', url: model.base, key, ...more })
  const bot = async (client = owner) => (await client.call('get-ai-bot')).body

  it('checks a provider before it is stored: its models, its key and whether the chosen model answers', async () => {
    const { body: listed } = await owner.call('check-ai-provider', entered())
    assert.deepEqual([listed.working, listed.models], [false, ['small', 'large']])
    assert.match(listed.message, /offers 2 models/)
    const { body: works } = await owner.call('check-ai-provider', entered({ model: 'large' }))
    assert.deepEqual([works.working, works.message], [true, 'House answers with large.'])
    const { body: unknown } = await owner.call('check-ai-provider', entered({ model: 'huge' }))
    assert.deepEqual(
      [unknown.working, unknown.message],
      [false, 'House refused the request: The model huge does not exist.'],
    )
    const { body: refused } = await owner.call(
      'check-ai-provider',
      entered({ key: 'sk-not-the-key-000000', model: 'small' }),
    )
    assert.equal(refused.working, false)
    assert.doesNotMatch(refused.message, /not-the-key/)
    assert.deepEqual((await bot()).providers, [])
  })

  it('stores keys encrypted, shows their end at most, and sends them to no other address', async () => {
    const seq = await lastSeq(app)
    const { body } = await owner.call(
      'save-ai-provider',
      entered({ model: 'small', input_price: 0.15, output_price: 0.6 }),
    )
    const [stored] = (await bot()).providers
    assert.deepEqual(
      [stored.has_key, stored.key_end, stored.input_price, stored.output_price],
      [true, key.slice(-4), 0.15, 0.6],
    )
    assert.equal(stored.timeout_seconds, 20, 'a provider that says nothing is given up after that')
    assert.equal((await app.call('ask-ai', { text: 'Hi' })).body.answer, 'Hello.')
    await owner.call('save-ai-provider', { ...entered({ id: body.id, model: 'large' }), key: undefined })
    assert.equal((await app.call('ask-ai', { text: 'Hi' })).body.model, 'large')
    const moved = { id: body.id, name: 'House', url: 'https://evil.example/v1', model: 'small' }
    for (const operation of ['save-ai-provider', 'check-ai-provider']) {
      const { body: refused } = await owner.call(operation, moved, { status: 400 })
      assert.match(refused.error, /enter the key again/)
    }
    const moderator = await signInAs(app, 'moderator')
    assert.equal((await bot(moderator)).providers[0].key_end, null)
    const written = JSON.stringify([await eventsSince(app, seq), app.logLines])
    assert.ok(!written.includes(key))
  })

  it('asks providers in the order that the owner chose, and removes one with its key', async () => {
    const { body } = await owner.call('save-ai-provider', entered({ name: 'Second', model: 'large' }))
    const names = async () => (await bot()).providers.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['House', 'Second'])
    const ids = (await bot()).providers.map(({ id }: { id: number }) => id)
    await owner.call('sort-ai-providers', { ids: ids.toReversed() })
    assert.deepEqual(await names(), ['Second', 'House'])
    assert.equal((await app.call('ask-ai', { text: 'Hi' })).body.provider, 'Second')
    await owner.call('sort-ai-providers', { ids: [ids[0], ids[0]] }, { status: 400 })
    await owner.call('remove-ai-provider', { id: body.id })
    await owner.call('remove-ai-provider', { id: body.id }, { status: 404 })
    assert.deepEqual(await names(), ['House'])
  })

  it('takes no address where clouds keep secrets, and none of this machine from owners of other channels', async () => {
    for (const url of [
      'http://169.254.169.254/v1',
      'http://metadata/v1',
      'ftp://models.example',
      'https://a:b@models.example',
      'text',
    ])
      await owner.call('save-ai-provider', { name: 'X', url }, { status: 400 })
    const { providers } = app.ctx.aiParts
    const entry = { name: 'X', model: 'small', inputPrice: 0, outputPrice: 0, timeoutSeconds: 5 }
    await assert.rejects(providers.preview(app.channel.id, { ...entry, url: model.base }, false), /first channel/)
    // A name that leads to this machine is found out when it is called.
    const preview = await providers.preview(app.channel.id, { ...entry, url: 'http://10.0.0.7/v1' }, false)
    const { message } = await app.ctx.aiParts.checks.check({ ...app.cause, channel: app.channel }, preview)
    assert.match(String(message), /not a public address/)
  })

  it('lets editors change settings, moderators mute and forget, and viewers only look', async () => {
    const [editor, moderator, viewer] = [
      await signInAs(app, 'editor'),
      await signInAs(app, 'moderator'),
      await signInAs(app, 'viewer'),
    ]
    const { body } = await editor.call('save-ai-settings', { settings: { max_length: 200 } })
    assert.deepEqual([body.settings.max_length, body.settings.memory_turns], [200, 5])
    await editor.call('save-ai-settings', { settings: { max_length: 9_999 } }, { status: 400 })
    await moderator.call('save-ai-settings', { settings: { max_length: 200 } }, { status: 403 })
    assert.ok((await moderator.call('mute-ai', { minutes: 5 })).body.muted_until > Date.now())
    assert.notEqual((await bot(viewer)).muted_until, null)
    await moderator.call('mute-ai', { minutes: 0 })
    assert.equal((await bot(viewer)).muted_until, null)
    await app.call('ask-ai', { text: 'Remember this', username: 'alice' })
    const { body: memory } = await moderator.call('list-ai-memory')
    assert.deepEqual([memory.exchanges[0].username, memory.exchanges[0].question], ['alice', 'Remember this'])
    await moderator.call('forget-ai', { id: memory.exchanges[0].id })
    await moderator.call('forget-ai', { id: memory.exchanges[0].id }, { status: 404 })
    await viewer.call('list-ai-memory', {}, { status: 403 })
    await viewer.call('mute-ai', { minutes: 5 }, { status: 403 })
    for (const operation of ['save-ai-provider', 'check-ai-provider', 'find-local-ai'])
      await editor.call(operation, operation === 'find-local-ai' ? {} : entered(), { status: 403 })
  })
})
