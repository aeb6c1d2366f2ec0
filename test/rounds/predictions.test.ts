import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createRounds } from '../../src/capabilities/rounds/rounds.ts'
import { createSettlement } from '../../src/capabilities/rounds/settlement.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { type Database, sql } from '../../src/kernel/storage/database.ts'
import { balancesOffTheirLedger } from '../../src/kernel/storage/sqlite/files.ts'
import { type, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { withCopy } from '../read-database.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('predictions in points', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const prediction = { kind: 'prediction', title: 'Do we win?', options: ['Yes', 'No'] }
  const open = async (more: object = {}) => (await app.call('open-round', { ...prediction, ...more })).body.id as number
  const pointsOf = async (username: string) => (await viewerOf(app, username)).points
  const give = (points: Readonly<Record<string, number>>) =>
    Promise.all(
      Object.entries(points).map(([username, amount]) =>
        app.call('set-points', { username, amount, platform: 'PlatformA' }),
      ),
    )
  const balances = async (...names: string[]) => Promise.all(names.map(pointsOf))
  const statusOf = async (id: number) => {
    const { body } = await app.call('list-rounds', { limit: 50 })
    return body.rounds.find((round: { id: number }) => round.id === id)
  }

  it('take the stakes at once, and share the pool among those who were right', async () => {
    await give({ alice: 100, bob: 100, carol: 100, dave: 5 })
    const id = await open()
    await type(app, 'alice', '!bet yes 30')
    await type(app, 'alice', '!bet 1 20')
    await type(app, 'alice', '!bet no 20')
    await type(app, 'bob', '!bet 25 Yes')
    await type(app, 'carol', '!bet 2 all')
    await type(app, 'dave', '!bet no 6')
    assert.deepEqual(await balances('alice', 'bob', 'carol', 'dave'), [50, 75, 0, 5])
    const round = await statusOf(id)
    assert.deepEqual(round.results, [
      { option: 'Yes', entries: 2, points: 75 },
      { option: 'No', entries: 1, points: 100 },
    ])
    const wrong = await app.call('draw-round', { id, option: 'Maybe' }, { status: 404 })
    assert.equal(wrong.body.error, 'option must be one of Yes, No.')
    assert.match((await app.call('draw-round', { id }, { status: 400 })).body.error, /^option is required/)
    const seq = await lastSeq(app)
    const { body } = await app.call('draw-round', { id, option: 'yes' })
    assert.deepEqual([body.option, body.seed, body.winners], ['Yes', null, []])
    // 175 points for 75: 50 get 116 and two thirds, 25 get 58 and a third, both rounded down.
    assert.deepEqual(await balances('alice', 'bob', 'carol', 'dave'), [50 + 116, 75 + 58, 0, 5])
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind }) => kind),
      ['round.closed', 'round.drawn'],
      'one event for all payouts',
    )
    const ledger = await app.ctx.points.ledger(app.channel, await viewerOf(app, 'alice'), 3)
    assert.deepEqual(
      ledger.map(({ delta, reason }) => [delta, reason]),
      [
        [116, 'Do we win?'],
        [-20, 'Do we win?'],
        [-30, 'Do we win?'],
      ],
    )
  })

  it('give the stakes back when they are cancelled, and when nobody was right', async () => {
    await give({ alice: 100, bob: 100 })
    for (const end of ['cancel', 'draw'] as const) {
      const id = await open()
      for (const [username, points] of Object.entries({ alice: 40, bob: 60 })) {
        await app.call('enter-round', { id, username, platform: 'PlatformA', option: 'No', points })
      }
      assert.deepEqual(await balances('alice', 'bob'), [60, 40])
      if (end === 'draw') await app.call('draw-round', { id, option: 'Yes' })
      else
        assert.deepEqual((await app.call('cancel-round', { id })).body, { success: true, id, refunded: 2, points: 100 })
      assert.deepEqual(await balances('alice', 'bob'), [100, 100])
    }
  })

  it('keep stakes within their bounds', async () => {
    await give({ alice: 1_000 })
    const id = await open({ entry: { min_points: 10, max_points: 100 } })
    const put = (points: number, status: 200 | 400) =>
      app.call('enter-round', { id, username: 'alice', platform: 'PlatformA', option: 'Yes', points }, { status })
    assert.equal((await put(9, 400)).body.error, 'points: at least 10 and at most 100 in all.')
    await put(90, 200)
    await put(11, 400)
    await put(10, 200)
    await app.call('cancel-round', { id })
    assert.equal(await pointsOf('alice'), 1_000)
  })

  it('pay every viewer once, also when the server stops in the middle of a large one', async () => {
    const names = Array.from({ length: 199 }, (_, n) => `viewer${n + 1}`)
    const id = await open({ title: 'Large' })
    const { db } = app.ctx
    // More entries than one part of the settlement has.
    const all = [...names, ...Array.from({ length: 60 }, (_, n) => `crowd${n}`)]
    await db.write(async (tx) => {
      for (const [index, username] of all.entries()) {
        const fresh = { id: `large-${username}`, username: `large${username}`, displayname: username }
        const viewer = await app.ctx.viewers.ensure(tx, app.channel, { platform: 'kick', fresh })
        await app.ctx.points.set(tx, app.cause, viewer, 10, 'test')
        const paying = await app.ctx.viewers.getKnown(tx, app.channel.id, viewer.id)
        await app.ctx.rounds.enter(tx, app.cause, id, paying, { option: index % 2 === 0 ? 'Yes' : 'No', points: 10 })
      }
    })
    const balancesNow = async () =>
      (await db.all(listBalances, { channel: app.channel.id })).map(({ points }) => points)
    // As if the server stopped right after the commit of the draw: this one writes nothing more.
    const stopped = { ...readingOnly(db), write: () => Promise.reject(new Error('the server stopped')) }
    const announcer = { announce: () => {}, settled: async () => {}, close: async () => {} }
    const rounds = createRounds({
      ...app.ctx,
      db: stopped,
      bus: createMemoryBus(() => {}),
      secret: () => '',
      announcer,
    })
    await db.write(await rounds.prepareDraw(app.cause, id, { option: 'Yes' }))
    await rounds.settled()
    const half = await balancesNow()
    assert.equal(half.filter((points) => points === 19).length, 100, 'the first 200 entries are settled with the draw')
    await Promise.all([createSettlement(app.ctx).settleRest(), app.ctx.rounds.settleRest()])
    // 2,590 points for 1,300 of them: 19 for every 10.
    const after = await balancesNow()
    assert.equal(after.filter((points) => points === 19).length, 130)
    assert.equal(after.filter((points) => points === 0).length, 129)
    await app.ctx.rounds.settleRest()
    assert.deepEqual(await balancesNow(), after)
  })

  it('leave every balance as its ledger says', async () => {
    const off = await withCopy(app, (copy) => copy.prepare(balancesOffTheirLedger).get())
    assert.equal(off?.wrong, 0)
  })

  it('can be those of Twitch, which the round follows', async () => {
    const seq = await lastSeq(app)
    const id = await open({ platform: 'PlatformB', seconds: 60 })
    const predict = (username: string, option: string, points: number) =>
      sandboxCall(app, 'predict', { platform: 'PlatformB', username, option, points })
    await predict('alice', 'Yes', 100)
    await predict('bob', 'No', 50)
    const running = await statusOf(id)
    assert.deepEqual([running.platform, running.status, running.entries], ['PlatformB', 'open', 2])
    const here = { id, username: 'carol', platform: 'PlatformA', option: 'No', points: 1 }
    assert.match((await app.call('enter-round', here, { status: 404 })).body.error, /entered there/)
    await app.call('close-round', { id })
    assert.equal((await statusOf(id)).status, 'closed')
    const { body } = await app.call('draw-round', { id, option: 'Yes' })
    assert.deepEqual([body.option, body.results[0].points, body.results[1].points], ['Yes', 100, 50])
    assert.equal((await statusOf(id)).status, 'drawn')
    const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind).filter((kind) => kind.startsWith('round.'))
    assert.deepEqual(kinds, ['round.opened', 'round.closed', 'round.drawn'], 'each is reported once')

    // Ended on the platform itself.
    const poll = await app.call('open-round', {
      kind: 'poll',
      title: 'On Twitch',
      options: ['a', 'b'],
      platform: 'PlatformB',
      seconds: 60,
    })
    await sandboxCall(app, 'vote', { platform: 'PlatformB', username: 'alice', option: 'b' })
    await app.call('end-poll', {})
    const ended = await statusOf(poll.body.id)
    assert.deepEqual([ended.status, ended.results[1].entries], ['closed', 1])

    const cancelled = await open({ platform: 'PlatformB', seconds: 60 })
    await predict('alice', 'Yes', 100)
    assert.deepEqual((await app.call('cancel-round', { id: cancelled })).body, {
      success: true,
      id: cancelled,
      refunded: 1,
      points: 100,
    })
    const giveaway = { kind: 'giveaway', title: 'x', platform: 'PlatformB', seconds: 60 }
    assert.match((await app.call('open-round', giveaway, { status: 400 })).body.error, /only a poll or a prediction/)
  })

  it('close after a restart when their time passed meanwhile', async () => {
    await give({ alice: 100 })
    const folder = app.folder
    const id = await open({ seconds: 60, title: 'Overnight' })
    await app.call('enter-round', { id, username: 'alice', platform: 'PlatformA', option: 'Yes', points: 40 })
    await app.close({ keepFolder: true })
    clock.advance(61_000)
    app = await createTestApp({ clock, folder })
    assert.equal((await statusOf(id)).status, 'closed')
    await app.call('draw-round', { id, option: 'Yes' })
    assert.equal(await pointsOf('alice'), 100)
  })
})

const listBalances = sql<{ channel: number }, { points: number }>(
  `SELECT points FROM viewers WHERE channel_id = :channel AND platform_user_id LIKE 'large-%' ORDER BY id`,
)

function readingOnly(db: Database): Database {
  return { ...db, get: (...query) => db.get(...query), all: (...query) => db.all(...query) }
}
