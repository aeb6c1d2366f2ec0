import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { failures } from '../../src/kernel/operation/contract/failures.ts'
import type { Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { connectClient, openPort, statusOf } from './streamerbot-client.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the messages of its clients, which call operations')

const hostRefused = failures.host_not_allowed.status
const widget = 'https://widgets.example'

describe('the port for clients of Streamer.bot', () => {
  let app: TestApp
  let port: number
  let automation: number

  before(async () => {
    app = await createTestApp()
    assert.equal(await statusOf(app), undefined, 'it is off until it is set up')
    const { body } = await app.call('save-automation', {
      version: 1,
      name: 'Thank you',
      active: 1,
      trigger: { type: 'manual' },
      steps: [{ type: 'value', name: 'thanks', add: 1 }],
    })
    automation = body.id
    port = await openPort(app, { key: app.key, origins: `${widget}, null` })
  })
  after(() => app.close())

  async function connected() {
    const client = connectClient(port)
    assert.equal((await client.authenticate(app.key)).status, 'ok')
    return client
  }

  it('greets with the name of the server, and answers nothing before the password', async () => {
    const client = connectClient(port)
    const hello = await client.until('the greeting', ({ request }) => request === 'Hello')
    assert.equal(hello.info.name, 'Showcaller')
    for (const request of ['GetActions', 'GetInfo', 'Subscribe', 'DoAction', 'SendMessage']) {
      const { status, error } = await client.ask(request)
      assert.equal(status, 'error')
      assert.match(error, /^Authentication required/)
    }
    client.close()
  })

  it('refuses a wrong password and closes the connection', async () => {
    const client = connectClient(port)
    const { status, error } = await client.authenticate('sc_live_wrong')
    assert.equal(status, 'error')
    assert.match(error, /password is wrong/)
    await eventually('the connection is closed', () => client.closeCode() === 4401)
  })

  it('refuses pages that are not listed, and names that are not of this machine', async () => {
    const foreign = connectClient(port, { Origin: 'https://evil.example' })
    await eventually('the refusal', () => foreign.status() === 403)
    const rebound = connectClient(port, { Host: `rebound.example:${port}` })
    await eventually('the refusal', () => rebound.status() === hostRefused)
    for (const Origin of [widget, 'null']) {
      const listed = connectClient(port, { Origin })
      assert.equal((await listed.authenticate(app.key)).status, 'ok')
      listed.close()
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 400)
  })

  it('lists automations and commands as actions, and runs them by id and by name', async () => {
    const client = await connected()
    const { actions, count } = await client.ask('GetActions')
    assert.equal(count, actions.length)
    const thanks = actions.find(({ name }: { name: string }) => name === 'Thank you')
    assert.match(thanks.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual([thanks.group, thanks.enabled, thanks.subaction_count], ['Automations', true, 1])
    const hello = actions.find(({ name, group }: { name: string; group: string }) => group === 'Commands' && name)

    assert.equal((await client.ask('DoAction', { action: { id: thanks.id } })).status, 'ok')
    assert.equal((await client.ask('DoAction', { action: { name: 'Thank you' }, args: { a: 1 } })).status, 'ok')
    await eventually('both ran', async () => {
      const { body } = await app.call('list-values', {})
      return body.values.some(({ name, value }: { name: string; value: unknown }) => name === 'thanks' && value === 2)
    })
    assert.equal((await client.ask('DoAction', { action: { id: hello.id }, args: { rawInput: 'x' } })).status, 'ok')
    const unknown = await client.ask('DoAction', { action: { name: 'No such thing' } })
    assert.equal(unknown.status, 'error')
    assert.match(unknown.error, /No such thing|no command|not found/i)
    const { variables } = await client.ask('GetGlobals')
    assert.equal(variables.thanks.value, 2)
    client.close()
  })

  it('sends events as Streamer.bot does, and only those that were asked for', async () => {
    const client = await connected()
    const { events: offered } = await client.ask('GetEvents')
    assert.deepEqual(
      offered.Showcaller,
      publishedEvents.map(({ type }) => type),
    )
    // In the official client these are Twitch's own Shield Mode, which is not shield mode here.
    assert.ok(!offered.Twitch.some((type: string) => /^ShieldMode/.test(type)))
    const subscribed = await client.ask('Subscribe', {
      events: { Twitch: ['ChatMessage', 'Follow', 'NoSuchEvent'], Showcaller: ['points.changed'], Nothing: ['A'] },
    })
    assert.deepEqual(subscribed.events, { Twitch: ['ChatMessage', 'Follow'], Showcaller: ['points.changed'] })
    await sandboxCall(app, 'follow', { platform: 'PlatformB', username: 'bob' })
    await sandboxCall(app, 'chat', { platform: 'PlatformB', username: 'alice', text: 'Hello from the widget' })
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: 'Not for it' })
    await app.call('add-points', { username: 'carol', amount: 5, platform: 'PlatformA' })
    const points = await client.until('points', ({ event }) => event?.source === 'Showcaller')
    assert.deepEqual([points.event.type, points.data.data.delta], ['points.changed', 5])
    const chat = await client.until('the line', ({ event }) => event?.type === 'ChatMessage')
    // Fields of version 0.2, and of version 1.0 as in a recorded event of 1.0.7.
    assert.deepEqual(
      [chat.event.source, chat.data.message.message, chat.data.message.username, chat.data.message.role],
      ['Twitch', 'Hello from the widget', 'alice', 1],
    )
    assert.deepEqual([chat.data.text, chat.data.user.login], ['Hello from the widget', 'alice'])
    const follow = await client.until('the follow', ({ event }) => event?.type === 'Follow')
    assert.deepEqual([follow.data.user_login, follow.data.userName], ['bob', 'bob'])
    assert.ok(Date.parse(follow.timeStamp) > 0)
    await client.ask('UnSubscribe', { events: { Showcaller: ['points.changed'] } })
    const before = client.events().length
    await app.call('add-points', { username: 'carol', amount: 6, platform: 'PlatformA' })
    await sandboxCall(app, 'chat', { platform: 'PlatformB', username: 'bob', text: 'Later' })
    await client.until('the next line', ({ data }) => data?.text === 'Later')
    assert.equal(client.events().length, before + 1)
    client.close()
  })

  it('writes to the chat of the platform that the client names', async () => {
    const client = await connected()
    const sent = await client.ask('SendMessage', { platform: 'twitch', message: 'From a deck', bot: true })
    assert.equal(sent.status, 'ok', sent.error)
    const { chat } = (await sandboxCall(app, 'state', { platform: 'PlatformB' })).body
    assert.deepEqual([chat.at(-1).text, chat.at(-1).as], ['From a deck', 'bot'])
    assert.match((await client.ask('SendMessage', { platform: 'trovo', message: 'x' })).error, /no platform trovo/)
    const { platforms, connected: on } = await client.ask('GetBroadcaster')
    assert.ok(on.includes('twitch'))
    assert.ok(platforms.twitch.broadcastUserName.length > 0)
    const { status, error } = await client.ask('GetCredits')
    assert.deepEqual([status, error], ['error', 'The request GetCredits is not supported.'])
    client.send('no JSON')
    await client.until('the complaint', ({ id, error: said }) => id === null && /JSON object/.test(said))
    client.close()
  })

  it('lets a client do what the key may, no more, and ends with the key', async () => {
    const scopes: readonly Scope[] = ['automations:read']
    const { key, id } = await app.makeKey(scopes)
    const other = await createTestApp()
    const otherKey = await other.makeKey(scopes)
    const otherPort = await openPort(other, { key: otherKey.key })
    const client = connectClient(otherPort)
    assert.equal((await client.authenticate(key)).status, 'error', 'a key of another server opens nothing')
    const limited = connectClient(otherPort)
    assert.equal((await limited.authenticate(otherKey.key)).status, 'ok')
    assert.equal((await limited.ask('GetActions')).status, 'ok')
    assert.match((await limited.ask('DoAction', { action: { name: 'hello' } })).error, /automations:run/)
    assert.match((await limited.ask('Subscribe', { events: { Twitch: ['Follow'] } })).error, /events:read/)
    assert.match((await limited.ask('GetBroadcaster')).error, /stream:read/)
    await other.ctx.keys.revoke(other.cause, otherKey.id)
    await eventually('the connection ends', () => limited.closeCode() === 4401)
    await other.close()
    assert.notEqual(id, otherKey.id)
  })

  it('says so when another program has the port, and closes when it is switched off', async () => {
    const client = await connected()
    const second = await createTestApp()
    const fields = [
      { name: 'key', value: second.key },
      { name: 'port', value: String(port) },
    ]
    await second.ctx.db.write(await second.ctx.serviceSetups.save(second.cause, 'streamerbot', fields))
    await eventually('the problem', async () =>
      /is used by another program/.test(String((await statusOf(second))?.message)),
    )
    await second.close()
    await app.ctx.db.write((tx) => app.ctx.serviceSetups.remove(tx, app.cause, 'streamerbot'))
    await eventually('the client is disconnected', () => client.closeCode() !== undefined)
    await eventually('the port is closed', async () => (await statusOf(app)) === undefined)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`))
    assert.ok(automation > 0)
  })
})
