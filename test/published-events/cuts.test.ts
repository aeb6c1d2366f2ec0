import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { cutStream } from './cut-stream.ts'

runsOn('sqlite', 'postgres')
isSlow('it cuts off a stream of events again and again')

describe('a stream that is cut again and again', () => {
  it('misses no event and repeats none', async () => {
    const app = await createTestApp()
    try {
      const { key } = await app.makeKey(['events:read', 'values:read', 'values:write'])
      const cause = { ...app.cause, requestId: 'cuts' }
      const write = (number: number) =>
        app.ctx.db.write(async (tx) => {
          const data = { name: 'cut', type: 'number', change: 'set', value: number, previous_value: 0 } as const
          await app.ctx.events.appendNew(tx, cause, { kind: 'value.changed', data })
        })
      const { received, cuts } = await cutStream({ urls: [app.url], key, events: 400, cuts: 40, write })
      assert.ok(cuts >= 40)
      assert.deepEqual(
        received,
        Array.from({ length: 400 }, (_, index) => index + 1),
      )
    } finally {
      await app.close()
    }
  })
})
