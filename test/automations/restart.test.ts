import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { makeAutomation, report, runsOf, settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server several times')

const followers = 12
const onFollow = { type: 'event', event: 'follow' }
const wait = { type: 'wait', seconds: 3_600 }

const listWaiting = sql<{ channel: number }, { seq: number; id: number }>(
  // Without the events of which it is not known yet that they start nothing.
  'SELECT seq, automation_id AS id FROM automation_starts WHERE channel_id = :channel AND automation_id > 0 ORDER BY seq',
)
const insertWaiting = sql<{ channel: number; seq: number; now: number }>(
  `INSERT INTO automation_starts (channel_id, seq, automation_id, node, at, seen_at)
   VALUES (:channel, :seq, 0, 'gone', :now, :now)`,
)

describe('events that start automations, and a server that stops', () => {
  const clock = createTestClock()
  let app: TestApp
  beforeEach(async () => {
    app = await createTestApp({ clock })
  })
  afterEach(async () => {
    await app.close()
  })

  async function follow(count = followers): Promise<void> {
    for (let number = 0; number < count; number++) await report(app, 'follow', `follower${number}`)
    await app.ctx.automationParts.triggers.settled()
  }
  async function restart(): Promise<void> {
    await app.close({ keepFolder: true })
    app = await createTestApp({ clock, folder: app.folder })
  }
  const waitingStarts = () => app.ctx.db.all(listWaiting, { channel: app.channel.id })
  /** The first run waits for an hour, and the others wait for it. Those that begin later have nothing to do. */
  async function fillQueue(): Promise<number> {
    const name = 'Welcome'
    const id = await makeAutomation(app, onFollow, [wait], { name, run: { mode: 'queue' } })
    await follow()
    await eventually('the first run', async () => (await runsOf(app, id)).length === 1)
    await app.call('save-automation', { id, name, trigger: onFollow, run: { mode: 'queue' }, steps: [] })
    return id
  }
  async function leftOut(): Promise<unknown[]> {
    const { events } = await app.ctx.events.page(app.ctx.db, app.channel.id, { role: 'owner', limit: 50 })
    return events.filter(({ kind }) => kind === 'automation.left-out').map(({ data }) => data)
  }
  async function droppedOf(id: number): Promise<number> {
    return (await app.ctx.automationParts.automations.get(app.ctx.db, app.channel.id, { id })).dropped
  }

  it('continue after the next start, each once and in order', async () => {
    const id = await fillQueue()
    assert.equal((await waitingStarts()).length, followers - 1)
    await restart()
    await eventually('all to have run', async () => (await runsOf(app, id)).length === followers)
    await settled(app)
    const runs = await runsOf(app, id)
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['cut_off', ...Array.from({ length: followers - 1 }, () => 'done')],
    )
    const seqs = runs.map(({ event }) => event?.seq ?? 0)
    assert.deepEqual(
      seqs,
      [...new Set(seqs)].sort((one, other) => one - other),
    )
    assert.deepEqual([await waitingStarts(), await leftOut(), await droppedOf(id)], [[], [], 0])
    await restart()
    assert.equal((await runsOf(app, id)).length, followers)
  })

  it('are left out when they are more than a minute old, in one entry that says how many', async () => {
    const id = await fillQueue()
    clock.advance(minuteMs + 1)
    await restart()
    await settled(app)
    assert.equal((await runsOf(app, id)).length, 1)
    assert.deepEqual([await leftOut(), await droppedOf(id)], [[{ count: followers - 1 }], followers - 1])
    assert.deepEqual(await waitingStarts(), [])
  })

  it('do not start what a cooldown had refused', async () => {
    const id = await makeAutomation(app, onFollow, [], { run: { cooldown_seconds: 10 } })
    await follow(1)
    await settled(app)
    const [seq = 0] = (await runsOf(app, id)).map(({ event }) => event?.seq ?? 0)
    await app.ctx.db.write((tx) => tx.run(insertWaiting, { channel: app.channel.id, seq, now: clock.now() }))
    clock.advance(20_000)
    await restart()
    await settled(app)
    assert.equal((await runsOf(app, id)).length, 1)
  })

  it('are matched after the start where the server stopped before it had read the automations', async () => {
    const [id, other] = [await makeAutomation(app, onFollow, []), await makeAutomation(app, onFollow, [])]
    await follow(1)
    await settled(app)
    const seq = await app.ctx.events.lastSeq(app.ctx.db, app.channel.id)
    const followed = (await runsOf(app, id))[0]?.event?.seq ?? assert.fail('no run')
    assert.ok(followed < seq)
    await app.ctx.db.write((tx) => tx.run(insertWaiting, { channel: app.channel.id, seq: followed, now: clock.now() }))
    await restart()
    await eventually('both to run', async () => (await runsOf(app, other)).length === 2)
    await settled(app)
    assert.equal((await runsOf(app, id)).length, 2)
    assert.deepEqual(await waitingStarts(), [])
  })

  it('start nothing any more that a person has stopped', async () => {
    const id = await fillQueue()
    await app.call('stop-automations')
    assert.deepEqual(await waitingStarts(), [])
    await restart()
    await settled(app)
    assert.equal((await runsOf(app, id)).length, 1)
  })
})
