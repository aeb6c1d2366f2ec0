import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openSocket } from './event-socket.ts'
import { follow } from './follow.ts'

runsOn('sqlite', 'postgres')

const count = 400
/** About as long as an event of a list can be. Together they are more than any buffer on the way. */
const text = 'x'.repeat(20_000)

describe('who catches up with more than fits into a connection', () => {
  let app: TestApp
  let key: string
  let lastEventId: string
  before(async () => {
    app = await createTestApp()
    key = (await app.makeKey(['events:read', 'values:read'])).key
    const stream = await follow(app.url, key)
    await stream.live()
    lastEventId = stream.lastId()
    stream.close()
    await app.ctx.db.write(async (tx) => {
      for (let at = 0; at < count; at++) {
        const data = { name: String(at), type: 'text', change: 'set', value: text, previous_value: '' } as const
        await app.ctx.events.appendNew(tx, { ...app.cause, requestId: 'large' }, { kind: 'value.changed', data })
      }
    })
  })
  after(() => app.close())

  const all = Array.from({ length: count }, (_, at) => String(at))

  it('gets everything on one stream', async () => {
    const stream = await follow(app.url, key, { lastEventId })
    await eventually('everything', () => stream.events.length >= count || stream.isEnded())
    assert.deepEqual(
      stream.events.map(({ data }) => data.name),
      all,
    )
    stream.close()
  })

  it('gets everything on one socket', async () => {
    const socket = openSocket(app, { first: { key, last_event_id: lastEventId } })
    await eventually('everything', () => socket.messages.length > count || socket.closeCode() !== undefined)
    const received = socket.messages.filter(({ type }) => type === 'value.changed')
    assert.deepEqual(
      received.map(({ data }) => data.name),
      all,
    )
    socket.close()
  })
})
