import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { needs, runsOn } from '../../declare.ts'
import { eventually, within } from '../../eventually.ts'
import { type PostgresServer, startPostgres } from './server.ts'

runsOn('postgres', { because: 'it is about PostgreSQL itself' })
needs('postgres')

const alice = { username: 'alice', platform: 'PlatformA' }

describe('while PostgreSQL is away', () => {
  let server: PostgresServer
  let app: TestApp
  let keys: string[]

  before(async () => {
    server = await startPostgres({ isDurable: true })
    app = await createTestApp({ config: { databaseUrl: server.url() }, isAboutOutages: true })
    keys = await Promise.all(Array.from({ length: 40 }, async () => (await app.makeKey()).key))
  })
  after(async () => {
    server?.resume()
    await app?.close()
    await server?.remove()
  })

  const statusOf = async () => (await app.call('get-points', alice, { status: 'any' })).status
  const balance = async () => Number((await app.call('get-points', alice)).body.points)

  /** Adds points one at a time, many at once, until asked to stop. */
  function startAdding() {
    let isOver = false
    const sum = { done: 0, unknown: 0, refused: 0, odd: [] as unknown[] }
    const writers = Array.from({ length: 12 }, async (_, index) => {
      while (!isOver) {
        const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
        const adding = app.call('add-points', { ...alice, amount: 1 }, { status: 'any', key })
        // How long it takes is measured by `npm run trust -- outages`; here nothing waits without end.
        const { status, body } = await within('a write to be answered', adding)
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
      await eventually('some writes', () => adding.sum.done > 20)
      if (outage === 'killed') await server.kill()
      else if (outage === 'hung') server.hang()
      else await server.stop()
      await eventually('the outage to be noticed', () => adding.sum.refused > 20)
      const doneBefore = adding.sum.done
      if (outage === 'hung') server.resume()
      else await server.start()
      await eventually('writes again', () => adding.sum.done > doneBefore + 5)
      const { done, unknown, refused, odd } = await adding.stop()
      t.diagnostic(JSON.stringify({ done, unknown, refused }))
      assert.deepEqual(odd, [])
      const added = (await balance()) - before
      assert.ok(
        added >= done && added <= done + unknown,
        `${added} were added, ${done} acknowledged, ${unknown} unknown`,
      )
    })
  }

  it('reads say so too, with Retry-After, and nothing of the database in the words', async () => {
    await server.kill()
    await eventually('the outage to be noticed', async () => (await statusOf()) === 502)
    const { status, headers, body } = await app.call('get-points', alice, { status: 502 })
    assert.deepEqual([status, body.code, headers.get('retry-after')], [502, 'database_unavailable', '2'])
    assert.doesNotMatch(JSON.stringify(body), /postgres|127\.0\.0\.1|ECONN|SELECT/i)
    await server.start()
    await eventually('reads again', async () => (await statusOf()) === 200)
  })
})
