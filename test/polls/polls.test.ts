import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('polls and predictions', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const poll = { title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60 }
  const prediction = { title: 'Do we win?', options: ['Yes', 'No', '3'], seconds: 60 }
  const vote = (username: string, option: string, more: object = {}) =>
    sandboxCall(app, 'vote', { platform: 'PlatformB', username, option }, more)
  const predict = (username: string, option: string, points: number, more: object = {}) =>
    sandboxCall(app, 'predict', { platform: 'PlatformB', username, option, points }, more)
  const happened = async (seq: number) => (await eventsSince(app, seq)).map(({ kind, data }) => ({ kind, ...data }))

  it('a poll begins, takes one vote of each viewer, and ends with its result', async () => {
    const seq = await lastSeq(app)
    const asked = clock.now()
    const { body: begun } = await app.call('create-poll', poll)
    assert.deepEqual([begun.platform, begun.title, begun.status], ['PlatformB', poll.title, 'active'])
    const startedAt = Date.parse(begun.ends_at) - 60_000
    assert.ok(startedAt >= asked && startedAt <= clock.now(), begun.ends_at)
    await vote('alice', 'minecraft')
    await vote('bob', '2')
    await vote('carol', begun.results[0].id)
    assert.match((await vote('alice', 'Chess', { status: 502 })).body.error, /has voted already/)
    assert.equal((await vote('dave', 'Go', { status: 404 })).body.code, 'option_not_found')
    const { body: ended } = await app.call('end-poll', { id: begun.id })
    assert.equal(ended.status, 'terminated')
    assert.deepEqual(
      ended.results.map(({ option, votes }: { option: string; votes: number }) => [option, votes]),
      [
        ['Chess', 1],
        ['Minecraft', 2],
      ],
    )
    const events = await happened(seq)
    assert.deepEqual(
      events.map(({ kind, results }) => [kind, ...results.map(({ votes }: { votes: number }) => votes)]),
      [
        ['poll.begun', 0, 0],
        ['poll.progress', 0, 1],
        ['poll.progress', 0, 2],
        ['poll.progress', 1, 2],
        ['poll.ended', 1, 2],
      ],
    )
    assert.equal((await app.call('end-poll', { id: begun.id })).body.status, 'terminated', 'again it is only read')
    assert.equal((await happened(seq)).length, events.length)
  })

  it('one poll runs at a time, and without an id the running one is meant', async () => {
    const none = await app.call('end-poll', {}, { status: 404 })
    assert.deepEqual([none.body.code, none.body.error], ['poll_not_found', 'No poll is running.'])
    await app.call('create-poll', poll)
    const second = await app.call('create-poll', poll, { status: 502 })
    assert.equal(second.body.error, 'Twitch refused the request: a poll is running already.')
    assert.equal((await app.call('end-poll', {})).body.status, 'terminated')
    assert.equal((await app.call('end-poll', { id: 'poll_nothing' }, { status: 404 })).body.code, 'poll_not_found')
    assert.match((await vote('alice', '1', { status: 502 })).body.error, /no votes are taken now/)
  })

  it('a poll ends by itself when its time is over', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('create-poll', poll)
    clock.advance(61_000)
    assert.equal((await app.call('end-poll', { id: body.id })).body.status, 'ended')
    assert.deepEqual(
      (await happened(seq)).map(({ kind, status }) => [kind, status]),
      [
        ['poll.begun', 'active'],
        ['poll.ended', 'ended'],
      ],
    )
  })

  it('a prediction begins, locks and is resolved with the option that came true', async () => {
    const seq = await lastSeq(app)
    const { body: begun } = await app.call('create-prediction', prediction)
    await predict('alice', 'Yes', 100)
    await predict('bob', 'yes', 50)
    await predict('carol', 'No', 10)
    assert.equal((await app.call('end-prediction', { action: 'lock' })).body.status, 'locked')
    assert.match((await predict('dave', 'No', 10, { status: 502 })).body.error, /no votes are taken now/)
    const wrong = await app.call('end-prediction', { id: begun.id, option: 'Maybe' }, { status: 404 })
    assert.equal(wrong.body.error, 'option must be one of Yes, No, 3.')
    const { body: ended } = await app.call('end-prediction', { id: begun.id, option: 'yes' })
    assert.deepEqual([ended.status, ended.winner], ['resolved', 'Yes'])
    assert.deepEqual(
      ended.results.map(({ option, users, points }: Record<string, unknown>) => [option, users, points]),
      [
        ['Yes', 2, 150],
        ['No', 1, 10],
        ['3', 0, 0],
      ],
    )
    const events = await happened(seq)
    assert.deepEqual(
      events.map(({ kind, status, winner }) => [kind, status, winner]),
      [
        ['prediction.begun', 'active', null],
        ['prediction.progress', 'active', null],
        ['prediction.progress', 'active', null],
        ['prediction.progress', 'active', null],
        ['prediction.locked', 'locked', null],
        ['prediction.ended', 'resolved', 'Yes'],
      ],
    )
  })

  it('an option is named by its text before its number', async () => {
    await app.call('create-prediction', prediction)
    assert.equal((await app.call('end-prediction', { option: '3' })).body.winner, '3')
    await app.call('create-prediction', prediction)
    assert.equal((await app.call('end-prediction', { option: '2' })).body.winner, 'No')
  })

  it('a prediction without an option is cancelled, and locks by itself when its time is over', async () => {
    const seq = await lastSeq(app)
    await app.call('create-prediction', prediction)
    const second = await app.call('create-prediction', prediction, { status: 502 })
    assert.match(second.body.error, /a prediction is open already/)
    clock.advance(61_000)
    const missing = await app.call('end-prediction', { action: 'resolve' }, { status: 400 })
    assert.equal(missing.body.error, 'option is required to resolve a prediction.')
    assert.equal((await app.call('end-prediction', {})).body.status, 'cancelled')
    assert.deepEqual(
      (await happened(seq)).map(({ kind, status }) => [kind, status]),
      [
        ['prediction.begun', 'active'],
        ['prediction.locked', 'locked'],
        ['prediction.ended', 'cancelled'],
      ],
    )
    assert.equal((await app.call('end-prediction', {}, { status: 404 })).body.code, 'prediction_not_found')
  })

  it('say in a sentence what a platform does not have', async () => {
    const polls = [
      ['create-poll', poll, 'run polls'],
      ['end-poll', {}, 'run polls'],
    ] as const
    const predictions = [
      ['create-prediction', prediction, 'run predictions'],
      ['end-prediction', {}, 'run predictions'],
    ] as const
    for (const [platform, name, operations] of [
      ['PlatformA', 'Kick', [...polls, ...predictions]],
      ['PlatformC', 'YouTube', predictions],
      ['PlatformD', 'TikTok', [...polls, ...predictions]],
    ] as const) {
      for (const [operation, input, action] of operations) {
        const { body } = await app.call(operation, { ...input, platform }, { status: 400 })
        assert.equal(body.error, `${name} does not let other software ${action}.`)
      }
    }
  })

  it('say so when no platform that has them is connected', async () => {
    for (const platform of ['PlatformB', 'PlatformC']) await sandboxCall(app, 'disconnect', { platform })
    const { body } = await app.call('create-poll', poll, { status: 400 })
    assert.deepEqual(
      [body.code, body.error],
      ['platform_not_connected', 'No connected platform has polls. Twitch and YouTube have them.'],
    )
    for (const platform of ['PlatformB', 'PlatformC']) await sandboxCall(app, 'connect', { platform })
  })

  it('go on after a restart', async () => {
    const { body } = await app.call('create-poll', poll)
    await vote('alice', 'Chess')
    const seq = await lastSeq(app)
    await app.app.close()
    clock.advance(61_000)
    const again = await createTestApp({ clock, folder: app.folder })
    try {
      await eventually('the poll is over', async () => {
        const events = await eventsSince(again, seq)
        return events.some(
          ({ kind, data }) => kind === 'poll.ended' && data.id === body.id && data.results[0].votes === 1,
        )
      })
    } finally {
      await again.close()
    }
  })
})
