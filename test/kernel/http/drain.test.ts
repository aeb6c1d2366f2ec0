import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually, within } from '../../eventually.ts'

runsOn('sqlite', 'postgres')
isSlow('it waits until servers have shut down')

const callers = 50

/** One connection per caller, kept open, as a busy client would have them. */
function createCallers(testApp: TestApp, keys: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  return {
    post: (operation: string, body: unknown, index: number) =>
      new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${keys[index % keys.length]}` }
        const req = request(
          { agent, port: testApp.port, host: '127.0.0.1', method: 'POST', path: `/v1/${operation}`, headers },
          (res) => {
            res.resume()
            res.on('end', () => resolve({ status: res.statusCode ?? 0, connection: res.headers.connection }))
            res.on('error', reject)
          },
        )
        req.on('error', reject)
        req.end(JSON.stringify(body))
      }),
    end: () => agent.destroy(),
  }
}

const add = (index: number) => ({ username: `viewer${index + 1}`, amount: index + 1, platform: 'PlatformA' })

/** The jobs stop first, which may take a moment. */
function beginsToDrain({ app }: TestApp): Promise<void> {
  return eventually('the server to drain', () => app.http.draining)
}

/** What is stored once the server is gone, seen by the next one on the same folder. */
async function assertStored(folder: string, statuses: readonly number[]): Promise<void> {
  const next = await createTestApp({ folder })
  try {
    for (const [index, status] of statuses.entries()) {
      if (status !== 200) continue
      const { body } = await next.call('get-points', { username: `viewer${index + 1}`, platform: 'PlatformA' })
      assert.equal(body.points, index + 1)
    }
  } finally {
    await next.close()
  }
}

describe('a server that is asked to stop', () => {
  it('answers every call that is under way, and every 200 is kept', async () => {
    const testApp = await createTestApp()
    const { key } = await testApp.makeKey()
    const { post, end } = createCallers(testApp, [testApp.key, key])
    await Promise.all(
      Array.from({ length: callers }, (_, index) => post('get-points-top', { platform: 'PlatformA' }, index)),
    )
    const { viewers } = testApp.ctx
    const { resolve } = viewers
    const arrived = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    viewers.resolve = async (...given: Parameters<typeof resolve>) => {
      arrived.resolve()
      await mayGoOn.promise
      return resolve(...given)
    }
    const answers = Array.from({ length: callers }, (_, index) => post('add-points', add(index), index))
    await within('a call to arrive', arrived.promise)
    const closed = testApp.app.close({ drainMs: 60_000 })
    mayGoOn.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    await closed
    end()
    assert.deepEqual(statuses, Array(callers).fill(200))
    await assertStored(testApp.folder, statuses)
  })

  it('answers also what was on its way down connections that were idle, and closes them with it', async () => {
    const testApp = await createTestApp()
    const { key } = await testApp.makeKey()
    const { post, end } = createCallers(testApp, [testApp.key, key])
    await Promise.all(
      Array.from({ length: callers }, (_, index) => post('get-points-top', { platform: 'PlatformA' }, index)),
    )
    const closed = testApp.app.close({ drainMs: 60_000 })
    await beginsToDrain(testApp)
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) => post('add-points', add(index), index)),
    )
    await closed
    end()
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(callers).fill(200),
    )
    assert.deepEqual([...new Set(answers.map(({ connection }) => connection))], ['close'])
    await assertStored(
      testApp.folder,
      answers.map(({ status }) => status),
    )
  })

  it('says so at /readyz before it stops', async () => {
    const testApp = await createTestApp()
    assert.equal((await fetch(`${testApp.url}/readyz`)).status, 200)
    // With no time to drain the server may be gone before the question arrives.
    const closed = testApp.app.close({ drainMs: 60_000 })
    await beginsToDrain(testApp)
    assert.equal((await fetch(`${testApp.url}/readyz`)).status, 503)
    assert.equal((await fetch(`${testApp.url}/readyz`)).status, 503)
    await within('the server to stop', closed)
  })

  it('answers whatever a load balancer sends until it was notified twice, however long the traffic paused', async () => {
    const testApp = await createTestApp()
    const { post, end } = createCallers(testApp, [testApp.key])
    assert.equal((await fetch(`${testApp.url}/readyz`)).status, 200)
    await post('get-points-top', { platform: 'PlatformA' }, 0)
    const closed = testApp.app.close({ drainMs: 60_000 })
    await beginsToDrain(testApp)
    // Longer than a pause that would count as the end of the traffic.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const checks = [await fetch(`${testApp.url}/readyz`), await fetch(`${testApp.url}/readyz`)]
    assert.deepEqual(
      checks.map(({ status }) => status),
      [503, 503],
    )
    assert.equal((await post('add-points', add(0), 0)).status, 200)
    await within('the server to stop', closed)
    end()
  })

  it('waits no longer than it may for a call that does not end', async () => {
    const testApp = await createTestApp()
    const { viewers } = testApp.ctx
    const arrived = Promise.withResolvers<void>()
    viewers.resolve = () => {
      arrived.resolve()
      return new Promise(() => {})
    }
    const { post, end } = createCallers(testApp, [testApp.key])
    const hanging = post('add-points', add(0), 0).then(
      () => 'answered',
      () => 'cut off',
    )
    await within('the call to arrive', arrived.promise)
    await within('the server to stop', testApp.app.close({ drainMs: 300 }))
    assert.equal(await hanging, 'cut off')
    end()
  })
})
