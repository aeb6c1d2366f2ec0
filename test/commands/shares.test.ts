import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createRunQueue } from '../../src/capabilities/commands/run-queue.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { turns } from '../eventually.ts'
import { makeCommand, withSteps } from './command-maker.ts'

runsOn('sqlite', 'postgres')

describe('commands of many channels', () => {
  it('begin at once in a channel whose neighbour has hundreds under way', async () => {
    const queue = createRunQueue()
    const begun: number[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const add = (channelId: number) =>
      queue.add(channelId, () => {
        begun.push(channelId)
        return held
      })
    const taken = Array.from({ length: 600 }, () => add(1))
    await turns(2)
    assert.deepEqual([begun.length, taken.filter(Boolean).length], [16, 516], '16 at once, and 500 wait')
    assert.equal(add(2), true)
    await turns(2)
    assert.deepEqual(begun.slice(16), [2])
    release()
    await queue.settled()
    assert.equal(begun.length, 517)
  })

  it('hold no place while they only wait, so that they delay nobody, not even their own channel', async () => {
    const queue = createRunQueue()
    const { promise: waits, resolve: wake } = Promise.withResolvers<void>()
    let waiting = 0
    const add = () =>
      queue.add(1, (place) => {
        waiting++
        return place.away(() => waits)
      })
    for (let line = 0; line < 600; line++) add()
    await turns(100)
    assert.ok(waiting > 16 * 10, `${waiting} wait`)
    wake()
    await queue.settled()
    assert.equal(add(), true)
    await queue.settled()
  })
})

describe('a step that waits', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  for (const step of [
    { type: 'wait', seconds: 0.01 },
    { type: 'stop', delay: 0.01 },
  ]) {
    it(`gives the place of its run back: ${Object.keys(step).join(' ')}`, async () => {
      const { id } = await makeCommand(app, withSteps(step))
      const command = await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })
      let times = 0
      const place = {
        away<T>(wait: () => Promise<T>): Promise<T> {
          times++
          return wait()
        },
      }
      await app.ctx.commandRunner.run(app.cause, command, { args: '', by: 'broadcaster', place })
      assert.equal(times, 1)
    })
  }
})
