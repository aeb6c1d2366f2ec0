import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hashBody } from '../../../src/kernel/operation/idempotency/idempotency.ts'
import { sql } from '../../../src/kernel/storage/database.ts'
import { operations } from '../../../src/operations.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { createTestClock, dayMs, minuteMs, type TestClock } from '../../test-clock.ts'

runsOn('sqlite', 'postgres')

const platform = 'PlatformA'
const reads = operations.filter(({ effect }) => effect === 'none').map(({ name }) => `'${name}'`)
const listReads = sql<Record<string, never>, { operation: string }>(
  `SELECT operation FROM idempotency WHERE operation IN (${reads.join(', ')})`,
)

describe('a call with an Idempotency-Key', () => {
  let testApp: TestApp
  let clock: TestClock
  let counter = 0

  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock })
  })
  after(() => testApp.close())

  /** A viewer of its own for each test, so that balances start at 0. */
  function nextViewer(): string {
    return `viewer${++counter}`
  }
  async function once(operation: string, body: unknown, idempotencyKey: string, key?: string) {
    clock.advance(minuteMs)
    const used = key === undefined ? {} : { key }
    return testApp.call(operation, body, { status: 'any', ...used, headers: { 'Idempotency-Key': idempotencyKey } })
  }
  async function pointsOf(username: string): Promise<number> {
    clock.advance(minuteMs)
    return (await testApp.call('get-points', { username, platform })).body.points
  }

  it('happens once, and answers the same again with a header that says so', async () => {
    const username = nextViewer()
    const body = { username, amount: 500, platform }
    const first = await once('set-points', body, 'a-1')
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('idempotency-replayed'), null)
    await testApp.call('add-points', { username, amount: 1, platform })
    const again = await once('set-points', body, 'a-1')
    assert.equal(again.status, 200)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(await pointsOf(username), 501)
  })

  it('ignores white space and the order of keys', async () => {
    const username = nextViewer()
    await once('add-points', { username, amount: 5, platform }, 'b-1')
    const again = await once(
      'add-points',
      `{ "platform":"${platform}",\n "amount": 5.0, "username":"${username}" }`,
      'b-1',
    )
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(await pointsOf(username), 5)
  })

  it('with another body is 400 and changes nothing', async () => {
    const username = nextViewer()
    await once('add-points', { username, amount: 5, platform }, 'c-1')
    for (const other of [
      { username, amount: 6, platform },
      { username, amount: 5, platform, note: 'x' },
    ]) {
      const { status, body } = await once('add-points', other, 'c-1')
      assert.deepEqual([status, body.code], [400, 'idempotency_conflict'])
    }
    assert.equal(await pointsOf(username), 5)
  })

  it('fifty times at once has one effect and fifty equal answers', async () => {
    const username = nextViewer()
    const body = { username, amount: 5, platform }
    clock.advance(minuteMs)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => testApp.call('set-points', body, { headers: { 'Idempotency-Key': 'd-1' } })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
    const ledger = await ledgerOf(username)
    assert.equal(ledger.length, 1)
  })

  async function ledgerOf(username: string) {
    const viewer = await testApp.ctx.viewers.get(testApp.channel, 'kick', { username })
    return testApp.ctx.points.ledger(testApp.channel, viewer, 100)
  }

  it('twins with two bodies at once: one happens, the other is refused', async () => {
    const username = nextViewer()
    clock.advance(minuteMs)
    const headers = { 'Idempotency-Key': 'd-2' }
    const answers = await Promise.all(
      [1, 2].map((amount) => testApp.call('add-points', { username, amount, platform }, { status: 'any', headers })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    assert.equal((await ledgerOf(username)).length, 1)
  })

  it('is remembered across a restart', async () => {
    const username = nextViewer()
    const body = { username, amount: 7, platform }
    const first = await once('add-points', body, 'e-1')
    await testApp.close({ keepFolder: true })
    testApp = await createTestApp({ clock, folder: testApp.folder })
    const again = await once('add-points', body, 'e-1')
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(await pointsOf(username), 7)
  })

  it('is remembered for 24 hours and no longer', async () => {
    const username = nextViewer()
    const body = { username, amount: 1, platform }
    await once('add-points', body, 'f-1')
    clock.advance(dayMs - 5 * minuteMs)
    await once('add-points', body, 'f-1')
    assert.equal(await pointsOf(username), 1)
    clock.advance(6 * minuteMs)
    const later = await once('add-points', body, 'f-1')
    assert.equal(later.headers.get('idempotency-replayed'), null)
    assert.equal(await pointsOf(username), 2)
    const anew = await once('add-points', body, 'f-1')
    assert.equal(anew.headers.get('idempotency-replayed'), 'true')
  })

  it('is forgotten on disk too once it is old', async () => {
    await once('add-points', { username: nextViewer(), amount: 1, platform }, 'f-2')
    clock.advance(dayMs + minuteMs)
    assert.ok((await testApp.ctx.idempotency.prune()) >= 1)
    assert.equal(await testApp.ctx.idempotency.prune(), 0)
  })

  it('that fails can be tried again and may then succeed', async () => {
    const [from, to] = [nextViewer(), nextViewer()]
    const body = { from_username: from, to_username: to, amount: 10, platform }
    for (let i = 0; i < 2; i++) {
      const refused = await once('transfer-points', body, 'g-1')
      assert.deepEqual([refused.status, refused.body.code], [400, 'insufficient_points'])
      assert.equal(refused.headers.get('idempotency-replayed'), null)
    }
    await testApp.call('add-points', { username: from, amount: 10, platform })
    assert.equal((await once('transfer-points', body, 'g-1')).status, 200)
    assert.equal((await once('transfer-points', body, 'g-1')).headers.get('idempotency-replayed'), 'true')
    assert.equal(await pointsOf(to), 10)
  })

  it('whose parameters are wrong leaves nothing behind', async () => {
    const username = nextViewer()
    assert.equal((await once('add-points', { username, amount: 0, platform }, 'h-1')).status, 400)
    assert.equal((await once('add-points', { username, amount: 3, platform }, 'h-1')).status, 200)
    assert.equal(await pointsOf(username), 3)
  })

  it('belongs to one operation and one channel', async () => {
    const username = nextViewer()
    const body = { username, amount: 2, platform }
    const { key: testKey } = await testApp.makeKey(undefined, { isTest: true })
    await once('add-points', body, 'i-1')
    assert.equal((await once('set-points', body, 'i-1')).headers.get('idempotency-replayed'), null)
    assert.equal((await once('add-points', body, 'i-1', testKey)).headers.get('idempotency-replayed'), null)
  })

  it('is shared by the keys of one channel', async () => {
    const username = nextViewer()
    const { key } = await testApp.makeKey()
    await once('add-points', { username, amount: 2, platform }, 'j-1')
    const again = await once('add-points', { username, amount: 2, platform }, 'j-1', key)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })

  it('still needs a key with the scope', async () => {
    const body = { username: nextViewer(), amount: 2, platform }
    const { key } = await testApp.makeKey(['points:read'])
    await once('add-points', body, 'k-1')
    assert.equal((await once('add-points', body, 'k-1', key)).status, 403)
  })

  it('has a key of 1 to 255 visible characters', async () => {
    const body = { username: nextViewer(), platform }
    assert.equal((await once('get-points', body, 'x'.repeat(255))).status, 200)
    for (const wrong of ['x'.repeat(256), 'a b', 'ä', '']) {
      const { status, body: answer } = await once('get-points', body, wrong)
      assert.deepEqual([status, answer.code], [400, 'invalid_parameter'], wrong)
    }
  })

  it('that only reads is answered anew, and nothing is kept for it', async () => {
    const username = nextViewer()
    const first = await once('get-points', { username, platform }, 'l-1')
    await testApp.call('add-points', { username, amount: 9, platform })
    const second = await once('get-points', { username, platform }, 'l-1')
    assert.deepEqual([first.body.points, second.body.points], [0, 9])
    assert.equal(second.headers.get('idempotency-replayed'), null)
    // Another body is not a conflict either.
    assert.equal((await once('get-points', { username: nextViewer(), platform }, 'l-1')).status, 200)
    const kept = await testApp.ctx.db.all(listReads, {})
    assert.deepEqual(kept, [])
  })

  it('that was cut off before it was known whether it happened is not sent again', async () => {
    const body = { message: 'hello', platform }
    const claim = {
      channelId: testApp.channel.id,
      operation: 'send-message',
      key: 'm-1',
      actor: 'test',
      bodyHash: hashBody(body),
    }
    await testApp.ctx.idempotency.start(claim)
    await testApp.close({ keepFolder: true })
    testApp = await createTestApp({ clock, folder: testApp.folder })
    const { status, body: answer } = await once('send-message', body, 'm-1')
    assert.deepEqual([status, answer.code], [502, 'outcome_unknown'])
    assert.equal((await once('send-message', { message: 'other', platform }, 'm-1')).body.code, 'idempotency_conflict')
    assert.equal((await once('send-message', body, 'm-2')).status, 200)
  })
})
