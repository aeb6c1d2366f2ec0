import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { makeAutomation } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

const events = 700

describe('a storm of events', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app?.close())

  it('starts what the limits allow and counts the rest, while other calls are answered', async () => {
    const onFollow = { type: 'event', event: 'follow' }
    const wait = [{ type: 'wait', seconds: 3_600 }]
    const make = (run: object) => makeAutomation(app, onFollow, wait, { run: { limit_per_minute: 600, ...run } })
    const ids = {
      parallel: await make({}),
      queue: await make({ mode: 'queue' }),
      drop: await make({ mode: 'drop' }),
      limited: await make({ limit_per_minute: 20 }),
    }
    let stored = 0
    const feeding = Array.from({ length: events }, async (_, n) => {
      const user = { id: `fan-${n % 50}`, username: `fan${n % 50}`, displayname: `Fan ${n % 50}` }
      const place = { channelId: app.channel.id, platform: 'kick' } as const
      await app.app.bot.feed(place, { id: `storm-${n}`, kind: 'follow', user })
      stored++
    })
    await app.call('get-points', { username: 'alice', platform: 'PlatformA' })
    assert.ok(stored < events, `a call was answered after ${stored} of ${events} events`)
    await Promise.all(feeding)

    // At most 300 of one automation run at once, and at most 100 wait in a queue.
    const { engine } = app.ctx.automationParts
    await eventually('the starts to be made', async () => {
      const rows = await Promise.all([ids.parallel, ids.limited].map((id) => started(id)))
      return rows.join(' ') === '300 20'
    })
    assert.deepEqual(engine.counts(), { running: 300 + 1 + 1 + 20, queued: 100 })
    const dropped = async () => {
      const { automations } = (await app.call('list-automations')).body
      return Object.values(ids).map(
        (id) => automations.find(({ source }: { source: string }) => source === `automation:${id}`).dropped,
      )
    }
    await eventually('what was dropped to be counted', async () => {
      // Nobody wants to know how often an automation did not start that drops starts while it runs.
      return String(await dropped()) === String([events - 300, events - 101, 0, events - 20])
    })
    await app.call('stop-automations')
    await app.app.bot.settled()
    assert.deepEqual(engine.counts(), { running: 0, queued: 0 })
    assert.deepEqual(await Promise.all([ids.queue, ids.drop].map((id) => started(id))), [1, 1])
  })

  async function started(id: number): Promise<number> {
    const { automations } = app.ctx.automationParts
    return (await automations.get(app.ctx.db, app.channel.id, { id })).runCount
  }
})
