import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startRedis } from '../cluster/redis-server.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeTwitch, startFakeTwitch, twitchApp } from '../fakes/twitch.ts'
import { type PostgresServer, startPostgres } from '../kernel/postgres/server.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from '../platforms/follow-back.ts'
import { givenValues } from './given-values.ts'

runsOn('postgres', { because: 'several nodes share one PostgreSQL' })
needs('redis', 'postgres')
isSlow('it starts two nodes, PostgreSQL and Redis')

describe('credentials on two nodes', () => {
  let postgres: PostgresServer
  let redis: Awaited<ReturnType<typeof startRedis>>
  let fake: FakeTwitch
  const nodes: TestApp[] = []
  before(async () => {
    ;[postgres, redis, fake] = await Promise.all([startPostgres(), startRedis(), startFakeTwitch()])
    const config = {
      databaseUrl: postgres.url(),
      redisUrl: redis.url,
      secret: 'the same secret on both of the nodes, long enough',
      given: givenValues({
        SHOWCALLER_TWITCH_API_URL: fake.settings.apiUrl,
        SHOWCALLER_TWITCH_AUTH_URL: fake.settings.authUrl,
        SHOWCALLER_TWITCH_EVENTSUB_URL: fake.settings.eventSubUrl,
      }),
    }
    for (let node = 0; node < 2; node++) nodes.push(await createTestApp({ config }))
  })
  after(async () => {
    for (const node of nodes) await node.close()
    await fake?.close()
    await redis?.kill()
    await postgres?.remove()
  })
  const node = (index: number): TestApp => nodes[index] ?? assert.fail('no such node')

  it('are in use on the other node too, and only one of them listens', async () => {
    // The first node runs the jobs; credentials are entered on the second one.
    const [first, second] = [node(0), node(1)]
    const owner = await signInAsOwner(second)
    const fields = [
      { name: 'client_id', value: twitchApp.clientId },
      { name: 'client_secret', value: twitchApp.clientSecret },
    ]
    await owner.call('save-service-setup', { service: 'twitch', fields })
    const ways = async ({ url }: TestApp) => (await (await fetch(`${url}/sign-in/ways`)).json()).services
    assert.deepEqual(await ways(second), ['twitch'])
    await eventually('the other node knows', async () => (await ways(first)).length === 1)

    fake.register(`${second.url.replace('127.0.0.1', 'localhost')}/connect/twitch`)
    const { body } = await owner.call('begin-connecting', { service: 'twitch', role: 'broadcaster' })
    const back = fake.auth.approve(body.address, fake.world.broadcaster.id)
    await followBack(back, { cookie: owner.cookie, home: second.url })
    await eventually('the node with the jobs listens', () => fake.eventSub.openSessions === 1)

    await owner.call('remove-service-setup', { service: 'twitch' })
    await eventually('nobody listens', () => fake.eventSub.openSessions === 0)
    await eventually('nobody offers it', async () => (await ways(first)).length === 0)
  })
})
