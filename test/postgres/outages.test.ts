import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PostgresServer, startPostgres } from './server.ts'

runsOn('postgres', { because: 'it is about PostgreSQL itself' })
needs('postgres')

/** Two seconds are the promise; a busy machine may take longer to keep it, but nothing waits without end. */
const answeredWithinMs = 8000
const backWithinMs = 15_000

const alice = { username: 'alice', platform: 'PlatformA' }

describe('while PostgreSQL is away', () => {
  let server: PostgresServer
  let app: TestApp
  let keys: string[]

  before(async () => {
    server = await startPostgres({ isDurable: true })
    app = await createTestApp({ config: { databaseUrl: server.url() } })
    keys = await Promise.all(Array.from({ length: 40 }, async () => (await app.makeKey()).key))
  })
  after(async () => {
    server?.goOn()
    await app?.close()
    await server?.remove()
  })

  const balance = async () => Number((await app.call('get-points', alice)).body.points)

  /** Adds points one at a time, many at once, until told to stop. */
  function startAdding() {
    let isOver = false
    const sum = { done: 0, unknown: 0, refused: 0, slowestMs: 0, odd: [] as unknown[] }
    const writers = Array.from({ length: 12 }, async (_, index) => {
      while (!isOver) {
        const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
        const startedAt = performance.now()
        const { status, body } = await app.call('add-points', { ...alice, amount: 1 }, { key })
        sum.slowestMs = Math.max(sum.slowestMs, performance.now() - startedAt)
        if (status === 200) sum.done++
        else if (status === 502 && body.code === 'outcome_unknown') sum.unknown++
        else if (status === 502 && body.code === 'database_unavailable') sum.refused++
        else if (status !== 429) sum.odd.push([status, body])
        await new Promise((resolve) => setTimeout(resolve, 5 + index))
      }
    })
    return {
      sum,
      async stop() {
        isOver = true
        await Promise.all(writers)
        return sum
      },
    }
  }

  for (const outage of ['killed', 'hung', 'restarted'] as const) {
    it(`because it was ${outage}, every call is answered, and all that was acknowledged is there afterwards`, async (t) => {
      const before = await balance()
      const adding = startAdding()
      t.after(() => adding.stop())
      await eventually('some writes', async () => adding.sum.done > 20, 10_000)
      if (outage === 'killed') await server.kill()
      else if (outage === 'hung') server.hang()
      else await server.stop()
      await eventually('the outage to be noticed', async () => adding.sum.refused > 20, 10_000)
      const doneBefore = adding.sum.done
      const awayAt = performance.now()
      if (outage === 'hung') server.goOn()
      else await server.start()
      const startedMs = performance.now() - awayAt
      await eventually('writes again', async () => adding.sum.done > doneBefore + 5, 20_000)
      const backMs = performance.now() - awayAt - startedMs
      const { done, unknown, refused, slowestMs, odd } = await adding.stop()
      t.diagnostic(JSON.stringify({ done, unknown, refused, slowestMs, startedMs, backMs }))
      assert.deepEqual(odd, [])
      assert.ok(slowestMs < answeredWithinMs, `the slowest answer took ${slowestMs} ms`)
      assert.ok(backMs < backWithinMs, `back after ${backMs} ms`)
      const added = (await balance()) - before
      assert.ok(
        added >= done && added <= done + unknown,
        `${added} were added, ${done} acknowledged, ${unknown} unknown`,
      )
    })
  }

  it('reads say so at once too, with Retry-After, and nothing of the database in the words', async () => {
    await server.kill()
    await eventually('the outage to be noticed', async () => (await app.call('get-points', alice)).status === 502)
    const startedAt = performance.now()
    const { status, headers, body } = await app.call('get-points', alice)
    assert.ok(performance.now() - startedAt < 1000)
    assert.deepEqual([status, body.code, headers.get('retry-after')], [502, 'database_unavailable', '2'])
    assert.doesNotMatch(JSON.stringify(body), /postgres|127\.0\.0\.1|ECONN|SELECT/i)
    await server.start()
    await eventually('reads again', async () => (await app.call('get-points', alice)).status === 200, 20_000)
  })
})
