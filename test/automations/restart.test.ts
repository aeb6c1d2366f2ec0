import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { callOver, createWorkplace } from '../cli/server-process.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'

runsOn('sqlite', { because: 'the server is a process with a folder of its own; the rows are the same on both engines' })
isSlow('starts the server twice')

interface Run {
  readonly status: string
  readonly steps: readonly { readonly path: string; readonly status: string }[]
}

describe('automations in the middle of which the server is killed', () => {
  const place = createWorkplace()
  after(() => place.close())

  it('are shown as cut off, with what they had done, and repeat nothing', async () => {
    const first = await place.serve()
    const { key = '' } = first
    const call = async (url: string, operation: string, body: unknown = {}) => {
      const answer = await callOver(url, key, operation, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
      return answer.body as any
    }
    const pointsOf = async (url: string) =>
      (await call(url, 'get-points', { username: 'alice', platform: 'PlatformA' })).points as number
    const steps = [
      { type: 'points', target: 'alice', amount: 1 },
      { type: 'wait', seconds: 3_600 },
      { type: 'points', target: 'alice', amount: 1_000 },
    ]
    const { id } = await call(first.url, 'save-automation', { name: 'Long', trigger: { type: 'manual' }, steps })
    const before = await pointsOf(first.url)
    const count = 40
    const runsOf = async (url: string): Promise<Run[]> =>
      (await call(url, 'list-automation-runs', { automation_id: id, limit: 100 })).runs
    await Promise.all(Array.from({ length: count }, () => call(first.url, 'run-automation', { id })))
    await eventually('all runs to wait', async () => (await runsOf(first.url)).every((run) => run.steps.length === 2))
    await first.stop('SIGKILL')

    const second = await place.serve()
    await eventually('the runs to be closed', async () =>
      (await runsOf(second.url)).every((run) => run.status !== 'running'),
    )
    const runs = await runsOf(second.url)
    assert.equal(runs.length, count)
    for (const { status, steps: done } of runs) {
      assert.equal(status, 'cut_off')
      assert.deepEqual(
        done.map(({ path, status: step }) => `${path} ${step}`),
        ['1 done', '2 running'],
      )
    }
    assert.equal(await pointsOf(second.url), before + count)
    await second.stop()
  })
})
