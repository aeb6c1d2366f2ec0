import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { say } from '../ai/ask-bot.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { connectClient, openPort } from '../streamerbot/streamerbot-client.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { openSocket, type SocketMessage } from './event-socket.ts'
import { follow } from './follow.ts'

runsOn('sqlite', 'postgres')

const words = 'my number is 555'
const whole = { username: 'alice', args: words, response: `alice says ${words}` }
const reduced = { username: '', args: '', response: '' }
const isRun = ({ type }: { type?: unknown }) => type === 'command.ran'
const partOf = ({ username, args, response }: Record<string, unknown>) => ({ username, args, response })

describe('what viewers wrote in a command', () => {
  let app: TestApp
  let receiver: Receiver
  let [narrow, wide]: [string, string] = ['', '']
  const run = () => say(app, 'alice', `!tell ${words}`)
  before(async () => {
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.0/8'] } })
    receiver = await startReceiver()
    const owner = await signInAsOwner(app)
    await owner.call('save-command', { command: '!tell', message: '$(user) says $(args)' })
    const scopes: Scope[] = ['events:read', 'commands:read', 'webhooks:manage']
    narrow = (await app.makeKey(scopes)).key
    wide = (await app.makeKey([...scopes, 'chat:read'])).key
  })
  after(async () => {
    await app.close()
    await receiver.close()
  })

  it('leaves by the stream for keys with chat:read only, live and later', async () => {
    for (const [key, expected] of [
      [narrow, reduced],
      [wide, whole],
    ] as const) {
      const stream = await follow(app.url, key)
      await stream.live()
      const before = stream.lastId()
      await run()
      const event = await stream.until(isRun)
      assert.deepEqual(partOf(event.data), expected)
      assert.deepEqual([event.data.command, event.data.depth], ['tell', 1])
      stream.close()
      const later = await follow(app.url, key, { lastEventId: before ?? '' })
      assert.deepEqual(partOf((await later.until(isRun)).data), expected)
      later.close()
    }
  })

  it('leaves by the socket for keys with chat:read only, also to clients that follow at the same time', async () => {
    const sockets = [narrow, wide].map((key) => openSocket(app, { first: { key } }))
    for (const socket of sockets) await socket.until(({ type }: SocketMessage) => type === 'ready')
    await run()
    const [first, second] = await Promise.all(sockets.map((socket) => socket.until(isRun)))
    assert.deepEqual([partOf(first.data), partOf(second.data)], [reduced, whole])
    for (const socket of sockets) socket.close()
  })

  it('leaves by the port for clients of Streamer.bot with such a key only', async () => {
    const port = await openPort(app, { key: narrow })
    const client = connectClient(port)
    assert.equal((await client.authenticate(narrow)).status, 'ok')
    await client.ask('Subscribe', { events: { Command: ['Triggered'], Showcaller: ['command.ran'] } })
    await run()
    const event = await client.until('the event', ({ event: one }) => one?.source === 'Showcaller')
    assert.deepEqual(partOf(event.data.data), reduced)
    assert.equal(JSON.stringify(client.events()).includes(words), false)
    client.close()
  })

  it('leaves by webhooks of such keys only, and no other key redirects a webhook that carries it', async () => {
    const hook = { url: receiver.url, types: ['command.ran'] }
    const { id: narrowId } = (await app.call('create-webhook', hook, { key: narrow })).body
    const { id: wideId } = (await app.call('create-webhook', hook, { key: wide })).body
    await run()
    await receiver.until(2)
    const sent = receiver.deliveries.map(({ event }) => partOf(event.data))
    assert.deepEqual(
      sent.sort((one, other) => String(one.args).localeCompare(String(other.args))),
      [reduced, whole],
    )
    const other = (await app.makeKey(['events:read', 'commands:read', 'webhooks:manage'])).key
    for (const [operation, input] of [
      ['update-webhook', { id: wideId, url: `${receiver.url}/elsewhere` }],
      ['roll-webhook-secret', { id: wideId }],
      ['list-webhook-deliveries', { id: wideId }],
    ] as const) {
      const { body } = await app.call(operation, input, { key: other, status: 403 })
      assert.equal(body.required_scope, 'chat:read', operation)
    }
    await app.call('list-webhook-deliveries', { id: narrowId }, { key: other })
    await eventually('both are delivered', () => receiver.accepted().length === 2)
  })

  it('is a field that the documents describe, and a text, so that nothing else of the event changes', () => {
    for (const { type, withheld, data } of publishedEvents) {
      for (const field of withheld?.fields ?? []) {
        const schema = data.properties[field]
        assert.equal(schema?.type, 'string', `${type}.${field}`)
        assert.match(schema?.description ?? '', new RegExp(`Empty for a key without ${withheld?.scope}`))
      }
    }
  })
})
