import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newestMinute } from '../../src/kernel/minute-jobs.ts'
import { startRedis } from '../cluster/redis-server.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTestDatabase } from '../kernel/postgres/test-database.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { makeAutomation, runsOf, settled } from './automation-maker.ts'

runsOn('postgres', { because: 'several nodes share one PostgreSQL' })
needs('postgres', 'redis')

describe('automations on two nodes', () => {
  const clock = createTestClock()
  let redis: Awaited<ReturnType<typeof startRedis>>
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let [first, second] = [] as unknown as [TestApp, TestApp]
  /** Each waits for followers of its own name. */
  const ids: Record<string, number> = {}
  /** The end of the minute at which one of them starts every day. */
  let dailyAt = 0

  before(async () => {
    ;[redis, database] = await Promise.all([startRedis(), createTestDatabase('automations on two nodes')])
    const config = {
      databaseUrl: database.url,
      redisUrl: redis.url,
      secret: 'the same secret on both nodes, and long enough',
    }
    first = await createTestApp({ clock, config })
    // Before the other node has read any, so that none has to wait for the message that there are new ones.
    const make = async (name: string, run: object, steps: readonly object[] = []) => {
      const where = { username: { matches: `^${name}[0-9]` } }
      ids[name] = await makeAutomation(first, { type: 'event', event: 'follow', where }, [...steps] as never, {
        run: { ...run },
      })
    }
    const wait = (seconds: number) => ({ type: 'wait', seconds })
    await make('once', {})
    await make('queue', { mode: 'queue' }, [wait(0.02)])
    await make('drop', { mode: 'drop' }, [wait(3_600)])
    await make('cool', { cooldown_seconds: 600 })
    await make('limited', { limit_per_minute: 3 })
    await make('long', { mode: 'queue' }, [wait(3_600)])
    dailyAt = newestMinute(clock).endedAt
    ids.daily = await makeAutomation(first, { type: 'schedule', at: timeOf(dailyAt) }, [])
    ids.often = await makeAutomation(first, { type: 'schedule', every_minutes: 1 }, [])
    // It finds the automations of the first and removes none.
    second = await createTestApp({ clock, config, hasDefaultAlerts: true })
  })
  after(async () => {
    await Promise.all([first?.close(), second?.close()])
    await redis?.kill()
    await database?.drop()
  })

  function timeOf(at: number): string {
    const { timeZone } = first.channel
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  }

  let followers = 0
  /** Kick reports a follow to one node, or to both at once. */
  async function follow(name: string, ...nodes: readonly TestApp[]): Promise<void> {
    const username = `${name}${++followers}`
    const event = { id: `follow-${username}`, kind: 'follow', user: { id: username, username, displayname: username } }
    const place = { channelId: first.channel.id, platform: 'kick' } as const
    await Promise.all(nodes.map((node) => node.app.bot.feed(place, { ...event, kind: 'follow' })))
    await Promise.all(nodes.map((node) => node.ctx.automationParts.triggers.settled()))
  }
  const runs = (name: string) => runsOf(first, ids[name] ?? assert.fail(name))
  const statuses = async (name: string) => (await runs(name)).map(({ status }) => status)
  const bothSettled = () => Promise.all([settled(first), settled(second)])

  it('start once for each event, whichever node receives it, and once for one that both receive', async () => {
    for (const nodes of [[first], [second], [first, second]]) await follow('once', ...nodes)
    await bothSettled()
    assert.deepEqual(await statuses('once'), ['done', 'done', 'done'])
  })

  it('start once at their times, also if both nodes think that they do the jobs', async () => {
    clock.advance(minuteMs)
    const minutes = [{ number: 1, endedAt: dailyAt }, newestMinute(clock)]
    const tick = (node: TestApp) => node.ctx.automationParts.schedules.tick(minutes)
    await Promise.all([tick(first), tick(second)])
    await tick(second)
    await bothSettled()
    assert.deepEqual([await statuses('daily'), await statuses('often')], [['done'], ['done']])
  })

  it('run one after the other in a queue, wherever they were started', async () => {
    await Promise.all(Array.from({ length: 3 }, () => Promise.all([follow('queue', first), follow('queue', second)])))
    await bothSettled()
    const queued = await runs('queue')
    assert.equal(queued.length, 6)
    for (const [index, { startedAt }] of queued.entries()) {
      assert.ok(startedAt >= (queued[index - 1]?.finishedAt ?? 0), 'each began after the one before')
    }
  })

  it('keep to the cooldown and to the limit per minute together', async () => {
    for (const name of ['cool', 'limited']) {
      for (let time = 0; time < 4; time++) await Promise.all([follow(name, first), follow(name, second)])
    }
    await bothSettled()
    assert.deepEqual([(await runs('cool')).length, (await runs('limited')).length], [1, 3])
    const dropped = async () => {
      const { automations } = (await first.call('list-automations')).body
      return automations.find(({ source }: { source: string }) => source === `automation:${ids.limited}`).dropped
    }
    await eventually('both nodes have counted what they dropped', async () => (await dropped()) === 5)
    clock.advance(minuteMs)
    for (let time = 0; time < 4; time++) await Promise.all([follow('limited', first), follow('limited', second)])
    await bothSettled()
    assert.equal((await runs('limited')).length, 6)
  })

  it('are dropped on one node while one runs on the other', async () => {
    await follow('drop', first)
    await eventually('it runs', async () => (await statuses('drop')).includes('running'))
    for (let time = 0; time < 3; time++) await follow('drop', second)
    await settled(second)
    assert.deepEqual(await statuses('drop'), ['running'])
  })

  it('all end when everything is stopped on one of them, and what waited does not begin', async () => {
    await follow('long', first)
    await eventually('it runs', async () => (await statuses('long')).includes('running'))
    // Waits on the other node for the one that runs here, with one more behind it.
    await follow('long', second)
    await follow('long', second)
    assert.equal((await second.call('stop-automations')).body.stopped, 2)
    await bothSettled()
    await eventually('the runs of both nodes are over', async () => {
      return [...(await statuses('long')), ...(await statuses('drop'))].every((status) => status === 'stopped')
    })
    await bothSettled()
    assert.deepEqual([await statuses('long'), await statuses('drop')], [['stopped'], ['stopped']])
  })

  it('start once, in order and within their limits while Redis is dead or hangs, and together again after it', async () => {
    const isJoined = async ({ url }: TestApp) =>
      /^showcaller_joined 1$/m.test(await (await fetch(`${url}/metrics`)).text())
    for (const outage of ['dead', 'hung'] as const) {
      clock.advance(minuteMs)
      const names = ['once', 'queue', 'limited'] as const
      const before = await Promise.all(names.map(async (name) => (await runs(name)).length))
      if (outage === 'dead') await redis.kill()
      else redis.freeze()
      for (const nodes of [[first], [second], [first, second]]) await follow('once', ...nodes)
      for (let time = 0; time < 3; time++) await Promise.all([follow('queue', first), follow('queue', second)])
      for (let time = 0; time < 4; time++) await Promise.all([follow('limited', first), follow('limited', second)])
      await bothSettled()
      const [once = [], queued = [], limited = []] = await Promise.all(
        names.map(async (name, index) => (await runs(name)).slice(before[index])),
      )
      assert.deepEqual([once.length, queued.length, limited.length], [3, 6, 3], outage)
      for (const { status } of [...once, ...queued, ...limited]) assert.equal(status, 'done', outage)
      for (const [index, { startedAt }] of queued.entries()) {
        assert.ok(startedAt >= (queued[index - 1]?.finishedAt ?? 0), `${outage}: each began after the one before`)
      }
      if (outage === 'dead') await redis.start()
      else redis.thaw()
      await eventually('both nodes are joined again', async () => (await isJoined(first)) && (await isJoined(second)))
    }
    await follow('once', first, second)
    await bothSettled()
    assert.equal((await statuses('once')).at(-1), 'done')
  })
})
