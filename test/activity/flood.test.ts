import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createFeed } from '../../src/capabilities/activity/feed.ts'
import type { PlatformEvent } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'a flood of chat is about speed, and takes minutes on PostgreSQL' })
isSlow('thousands of chat lines')

describe('a flood of chat', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const place = () => ({ channelId: app.channel.id, platform: 'kick' as const })
  const line = (id: string, name: string, text = 'hello'): PlatformEvent => {
    return { id, kind: 'chat', text, user: { id: name, username: name, displayname: name } }
  }
  const messagesOf = async (name: string) =>
    (await app.ctx.viewers.get(app.channel, 'kick', { username: name })).messageCount

  it('is counted to the last line, and does not stand before the calls of the API', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => app.app.bot.feed(place(), line(`f${n}`, `flood${n % 40}`)))
    const started = performance.now()
    const answers = await Promise.all([
      app.call('add-points', { username: 'bob', amount: 1, platform: 'PlatformA' }),
      app.call('get-points', { username: 'alice', platform: 'PlatformA' }),
    ])
    const waitedMs = performance.now() - started
    let isOver = false
    const all = Promise.all(lines).then(() => {
      isOver = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(isOver, false, `the flood was over before the answers came, after ${waitedMs} ms`)
    await all
    for (const n of [0, 17, 39]) assert.equal(await messagesOf(`flood${n}`), 100)
  })

  it('is refused where it becomes too much, so that the platform reports it again, and nothing accepted is lost', async () => {
    const { db, channels, activity } = app.ctx
    const feed = createFeed({ db, channels, activity, maxWaiting: 200 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 400 }, (_, n) => feed(place(), line(`m${n}`, 'much'))),
    )
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.ok(accepted >= 100 && accepted < 400, `${accepted} were accepted`)
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    assert.equal(refused.reason.code, 'overloaded')
    assert.equal(await messagesOf('much'), accepted)
    // Reported again, the rest comes in and what was there stays as it is.
    for (let n = 0; n < 400; n++) await feed(place(), line(`m${n}`, 'much'))
    assert.equal(await messagesOf('much'), 400)
  })

  it('loses no other report when one cannot be stored', async () => {
    const broken = { ...line('b1', 'broken'), user: { id: 'x', username: undefined, displayname: 'X' } }
    const outcomes = await Promise.allSettled([
      app.app.bot.feed(place(), line('g1', 'good')),
      app.app.bot.feed(place(), broken as unknown as PlatformEvent),
      app.app.bot.feed({ channelId: 4711, platform: 'kick' }, line('n1', 'nowhere')),
      app.app.bot.feed(place(), line('g2', 'good')),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.equal(await messagesOf('good'), 2)
  })

  it('keeps the order in which it was reported', async () => {
    const user = (username: string) => ({ id: 'same', username, displayname: username })
    await Promise.all(
      ['first', 'second', 'third'].map((username, n) =>
        app.app.bot.feed(place(), {
          id: `o${n}`,
          kind: n === 1 ? 'chat' : 'follow',
          text: 'x',
          user: user(username),
        } as PlatformEvent),
      ),
    )
    const { username } = await app.ctx.viewers.get(app.channel, 'kick', { userid: 'same' })
    assert.equal(username, 'third')
  })
})
