import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { StreamerbotClient } from '@streamerbot/client'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { openPort } from '../streamerbot/streamerbot-client.ts'

runsOn('sqlite', { because: 'it is about messages between programs' })

describe('the library for clients of Streamer.bot', () => {
  let app: TestApp
  let port: number
  let client: StreamerbotClient

  before(async () => {
    app = await createTestApp()
    await app.call('save-automation', {
      version: 1,
      name: 'Count',
      active: 1,
      trigger: { type: 'manual' },
      steps: [{ type: 'value', name: 'counted', add: 1 }],
    })
    port = await openPort(app, { key: app.key })
    client = new StreamerbotClient({ host: '127.0.0.1', port, password: app.key, immediate: false, logLevel: 'none' })
    await client.connect()
    await eventually('the client is ready', () => client.ready)
  })
  after(async () => {
    await client?.disconnect()
    await app?.close()
  })

  it('proves the password and learns who answers', async () => {
    assert.equal(client.authenticated, true)
    const { info } = await client.getInfo()
    assert.equal(info.name, 'Showcaller')
  })

  it('lists actions and runs one', async () => {
    const { actions } = await client.getActions()
    const { id } = actions.find(({ name }) => name === 'Count') ?? assert.fail('no action')
    assert.equal((await client.doAction(id)).status, 'ok')
    assert.equal((await client.doAction({ name: 'Count' }, { some: 'argument' })).status, 'ok')
    await eventually('it ran twice', async () => {
      const answer = (await client.getGlobals()) as { variables: Record<string, { value: unknown }> }
      return answer.variables.counted?.value === 2
    })
    await assert.rejects(client.doAction({ name: 'Nothing' }))
  })

  it('receives the events that it listens for', async () => {
    const received: { event: string; data: unknown }[] = []
    await client.on('Twitch.ChatMessage', ({ data }) => {
      received.push({ event: 'chat', data: data.message.message })
    })
    await client.on('Kick.Follow', () => {
      received.push({ event: 'follow', data: undefined })
    })
    await sandboxCall(app, 'chat', { platform: 'PlatformB', username: 'alice', text: 'Hello, widget' })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'bob' })
    await eventually('both events', () => received.length === 2)
    assert.deepEqual(received.map(({ event }) => event).sort(), ['chat', 'follow'])
    assert.equal(received.find(({ event }) => event === 'chat')?.data, 'Hello, widget')
  })

  it('writes to the chat, and knows the account of the broadcaster', async () => {
    assert.equal((await client.sendMessage('kick', 'From the client', { bot: true })).status, 'ok')
    const { chat } = (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body
    assert.equal(chat.at(-1).text, 'From the client')
    const { connected } = await client.getBroadcaster()
    assert.ok(connected.includes('twitch'))
  })

  it('is not let in with another password', async () => {
    const errors: Error[] = []
    const other = new StreamerbotClient({
      host: '127.0.0.1',
      port,
      password: 'another',
      immediate: false,
      autoReconnect: false,
      logLevel: 'none',
      onError: (error) => errors.push(error),
    })
    await other.connect().catch((error: Error) => errors.push(error))
    await eventually('the refusal', () => errors.length > 0)
    assert.equal(other.authenticated, false)
  })
})
