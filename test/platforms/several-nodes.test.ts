import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { randomIds, systemClock } from '../../src/kernel/ambient.ts'
import { type Bus, createMemoryBus, type Topic, type Topics } from '../../src/kernel/bus/bus.ts'
import { verbatim } from '../../src/kernel/text/message.ts'
import { createListenerStatus } from '../../src/platforms/listener-status.ts'
import { createOwnLines } from '../../src/platforms/own-lines.ts'
import { startRedis } from '../cluster/redis-server.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { type FakeKick, startFakeKick } from '../fakes/kick.ts'
import * as events from '../fakes/kick-events.ts'
import { type PostgresServer, startPostgres } from '../kernel/postgres/server.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'

runsOn('postgres', { because: 'several nodes share one PostgreSQL' })
needs('redis', 'postgres')

/** Two buses, where what is said on one is heard on the other a moment later. */
function joinedBuses(delayMs: number): [Bus, Bus] {
  const [a, b] = [0, 1].map(() => createMemoryBus((error) => assert.fail(String(error)))) as [Bus, Bus]
  const joined = (own: Bus, other: Bus): Bus => ({
    ...own,
    publish<T extends Topic>(topic: T, message: Topics[T]) {
      own.publish(topic, message)
      setTimeout(() => other.publish(topic, message), delayMs)
    },
  })
  return [joined(a, b), joined(b, a)]
}

describe('lines that another node writes', () => {
  const nodes = (delayMs = 10) => {
    const [a, b] = joinedBuses(delayMs)
    const parts = { ids: randomIds, service: 'twitch' } as const
    return [
      createOwnLines({ ...parts, bus: a, nodeId: 'a' }),
      createOwnLines({ ...parts, bus: b, nodeId: 'b' }),
      createOwnLines({ ...parts, bus: b, nodeId: 'b', service: 'kick' }),
    ] as const
  }

  it('are known here once they are written', async () => {
    const [a, b, kick] = nodes()
    await a.send(7, Promise.resolve({ messageId: 'one' }))
    assert.equal(await b.include(7, 'one'), true)
    assert.equal(await b.include(8, 'one'), false, 'of another channel')
    assert.equal(await kick.include(7, 'one'), false, 'on another platform')
  })

  it('are waited for when the platform reports them before it has answered', async () => {
    const [a, b] = nodes()
    const { promise, resolve } = Promise.withResolvers<{ messageId: string }>()
    const sending = a.send(7, promise)
    const isOurs = b.include(7, 'early')
    await turns()
    resolve({ messageId: 'early' })
    assert.equal(await isOurs, true)
    await sending
  })

  it('are nobody’s when the platform did not take them', async () => {
    const [a, b] = nodes()
    await assert.rejects(a.send(7, Promise.reject(new Error('refused'))), /refused/)
    assert.equal(await b.include(7, 'typed by hand'), false)
  })
})

describe('the listener status of a channel', () => {
  function nodes() {
    const [a, b] = joinedBuses(1)
    const parts = { clock: systemClock, service: 'kick' } as const
    return { a, b, listening: createListenerStatus({ ...parts, bus: a, nodeId: 'a' }), parts }
  }

  it('is known on every node, and on one that comes later', async () => {
    const { a, b, listening, parts } = nodes()
    listening.begin(7, verbatim('It begins.'))
    const other = createListenerStatus({ ...parts, bus: b, nodeId: 'b' })
    await eventually('the one that came later knows', async () => String(other.of(7)?.message) === 'It begins.')
    listening.update(7, 'connected', verbatim('All is well.'))
    await eventually('a change is received', async () => other.of(7)?.state === 'connected')
    b.publish('missed-messages', {})
    assert.equal(other.of(7), undefined)
    await eventually('after a gap it is asked for again', async () => String(other.of(7)?.message) === 'All is well.')
    listening.end(7)
    await eventually('the end is received', async () => other.of(7) === undefined)
    listening.begin(7, verbatim('Again.'))
    await eventually('and the next beginning', async () => other.of(7) !== undefined)
    a.publish('node-left', { nodeId: 'a' })
    await eventually('the state of a node that is gone is removed', async () => other.of(7) === undefined)
  })

  it('is corrected by what another node sees', async () => {
    const { b, listening, parts } = nodes()
    const other = createListenerStatus({ ...parts, bus: b, nodeId: 'b' })
    listening.begin(7, verbatim('It begins.'))
    await eventually('the other knows', async () => other.of(7) !== undefined)
    other.noteReceived(7)
    await eventually('what it heard counts', async () => listening.of(7)?.receivedAt !== null)
    other.update(7, 'failed', verbatim('Connection refused.'))
    await eventually('what it found counts', async () => listening.of(7)?.state === 'failed')
    assert.equal(String(other.of(7)?.message), 'Connection refused.')
  })
})

describe('two nodes and Kick', () => {
  let postgres: PostgresServer
  let redis: Awaited<ReturnType<typeof startRedis>>
  let kick: FakeKick
  const nodes: TestApp[] = []
  before(async () => {
    ;[postgres, redis, kick] = await Promise.all([startPostgres(), startRedis(), startFakeKick()])
    const config = {
      databaseUrl: postgres.url(),
      redisUrl: redis.url,
      secret: 'the same secret on both of the nodes, long enough',
      services: { kick: kick.settings },
    }
    for (let node = 0; node < 2; node++) nodes.push(await createTestApp({ config }))
  })
  after(async () => {
    for (const node of nodes) await node.close()
    await kick?.close()
    await redis?.kill()
    await postgres?.remove()
  })
  const node = (index: number): TestApp => nodes[index] ?? assert.fail('no such node')
  const kickOn = async (owner: PanelClient) => {
    const { body } = await owner.call('list-platforms')
    return body.services.find(({ service }: { service: string }) => service === 'kick')
  }

  it('know each other’s lines, and show the same state', async () => {
    const [a, b] = [node(0), node(1)]
    kick.register({ redirect: `${a.url}/connect/kick`, webhook: `${b.url}/webhooks/kick` })
    const owner = await signInAsOwner(a)
    const { address } = (await owner.call('begin-connecting', { service: 'kick', role: 'broadcaster' })).body
    const back = kick.auth.approve(address, kick.world.broadcaster.id)
    const done = await fetch(back, { headers: { Cookie: owner.cookie }, redirect: 'manual' })
    assert.match(done.headers.get('location') ?? '', /connected=kick/)

    const owners = [owner, await signInAsOwner(b)]
    for (const one of owners) {
      await eventually('it is on everywhere', async () => (await kickOn(one)).listening?.state === 'connected', 60_000)
    }

    const messages = async (username: string) => {
      const found = await b.ctx.viewers.findKnown(b.channel, 'kick', { username })
      return found !== undefined && 'known' in found ? found.known.messageCount : 0
    }
    const tell = (by: Parameters<typeof events.chatEvent>[1], text: string, id?: string) =>
      kick.webhooks.tell('chat.message.sent', events.chatEvent(kick.world, by, text, id))
    const send = async (operation: string) => {
      const { status, body } = await a.call(operation, { message: '!ping', platform: 'PlatformA' })
      assert.equal(status, 200, body.error)
      return String(body.message_id)
    }
    const { world } = kick
    await tell(world.broadcaster, '!ping', await send('send-message'))
    // Without a bot account it speaks as the app's own bot, whose account only Kick knows.
    await tell(world.get('AppBot'), '!ping', await send('send-bot-message'))
    await tell(world.get('alice'), 'hello')
    await tell(world.broadcaster, 'typed by hand')
    await eventually('what people wrote is heard', async () => (await messages('Streamer')) === 1)
    assert.deepEqual([await messages('alice'), await messages('AppBot')], [1, 0])
    const heard = async (one: PanelClient) => (await kickOn(one)).listening.received_at !== null
    for (const one of owners) await eventually('both say when something was heard', () => heard(one))
  })

  it('renew a token that works once between them, and keep the account', async () => {
    const owners = await Promise.all(nodes.map((one) => signInAsOwner(one)))
    const state = async (one: PanelClient) =>
      (await one.call('list-connections')).body.connections.find(({ id }: { id: string }) => id === 'kick/broadcaster')
        ?.state
    for (const round of [1, 2, 3]) {
      kick.auth.expireTokens()
      const renewals = kick.auth.renewals()
      const message = `round ${round}`
      const calls = nodes.map((one) => one.call('send-message', { message, platform: 'PlatformA' }))
      for (const { status, body } of await Promise.all(calls)) assert.equal(status, 200, body.error)
      assert.equal(kick.auth.renewals(), renewals + 1)
    }
    for (const one of owners) assert.equal(await state(one), 'connected')
  })
})
