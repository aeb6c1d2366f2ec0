import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { newestMinute } from '../../src/kernel/minute-jobs.ts'
import { type } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { finishedRun, makeAutomation, removeAutomations, report, runsOf, settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

const nothing = [{ type: 'wait', seconds: 0 }]

describe('the trigger of an automation', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  afterEach(() => removeAutomations(app))
  after(() => app.close())

  const count = async (id: number) => (await runsOf(app, id)).length
  const tick = async (minute = newestMinute(clock)) => {
    await app.ctx.automationParts.schedules.tick([minute])
    await settled(app)
  }
  /** Events of parts that this test needs not. */
  const append = async (kind: string, data: Record<string, unknown>) => {
    await app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, app.cause, { kind, data } as never))
    await settled(app)
  }

  it('is an event of the log, with its data and its viewer in the steps', async () => {
    const id = await makeAutomation(app, { type: 'event', event: 'follow' }, [
      { type: 'say', text: '$(displayname) $(event.username) $(event.platform)', as: 'bot' },
    ])
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' })
    await settled(app)
    const run = await finishedRun(app, id)
    assert.equal((await chatOf(app)).at(-1)?.text, 'Carol carol kick')
    assert.deepEqual([run.status, run.trigger, run.event?.kind, run.depth], ['done', 'event', 'follow', 1])
    assert.equal(run.data.username, 'carol')
  })

  it('filters the fields of the event', async () => {
    const on = (where: Record<string, unknown>) => makeAutomation(app, { type: 'event', event: 'bits', where }, nothing)
    const ids = {
      all: await on({}),
      platform: await on({ platform: 'PlatformA' }),
      other: await on({ platform: ['PlatformB', 'PlatformC'] }),
      name: await on({ username: ['dave', 'ERIN'] }),
      above: await on({ amount: { above: 100 } }),
      atLeast: await on({ amount: { at_least: 100, below: 101 } }),
      text: await on({ message: { matches: '^go+\\b' } }),
      late: await on({ is_late: 1 }),
    }
    await sandboxCall(app, 'bits', { platform: 'PlatformB', username: 'erin', amount: 100, message: 'Gooo team' })
    await settled(app)
    const started = []
    for (const [name, id] of Object.entries(ids)) if ((await count(id)) > 0) started.push(name)
    assert.deepEqual(started, ['all', 'other', 'name', 'atLeast', 'text'])
  })

  it('is a chat message, by its text and the role of its author, with viewers’ text kept as data', async () => {
    const where = { text: { matches: 'discord' }, roles: 'moderator' }
    const id = await makeAutomation(app, { type: 'event', event: 'chat.message', where }, [
      { type: 'say', text: 'You said $(event.text)', as: 'bot' },
    ])
    await type(app, 'alice', 'where is the discord?')
    await type(app, 'bob', 'Discord of $(channel)?', { roles: ['moderator'] })
    await settled(app)
    await finishedRun(app, id)
    assert.equal((await chatOf(app)).at(-1)?.text, 'You said Discord of $(channel)?')
  })

  it('is the first message ever, or of a stream, once each', async () => {
    await report(app, 'chat', 'regular', { text: 'before there was an automation' })
    const id = await makeAutomation(app, { type: 'event', event: 'chat.first-message' }, nothing)
    for (const [username, text] of [
      ['newcomer', 'one'],
      ['newcomer', 'two'],
      ['regular', 'three'],
      ['regular', 'four'],
    ] as const) {
      await report(app, 'chat', username, { text })
      await settled(app)
    }
    await settled(app)
    const runs = await runsOf(app, id)
    assert.deepEqual(
      runs.map(({ data }) => [data.username, data.is_first_ever]),
      [
        ['newcomer', true],
        ['regular', false],
      ],
    )
  })

  it('is a word in chat, with the rest of the message as arguments', async () => {
    const id = await makeAutomation(app, { type: 'command', command: '!wave' }, [
      { type: 'reply', text: '$(user) waves at $(args)' },
    ])
    await type(app, 'bob', '!WAVE all of you')
    await type(app, 'bob', '!wavering')
    await settled(app)
    assert.equal((await finishedRun(app, id)).trigger, 'command')
    assert.ok((await chatOf(app)).some(({ text }) => text === 'bob waves at all of you'))
  })

  it('is a reward, by title or id', async () => {
    await app.call('create-reward', { platform: 'PlatformB', title: 'Stretch!', cost: 100 })
    const id = await makeAutomation(app, { type: 'reward', reward: 'stretch!' }, [
      { type: 'update_redemption', status: 'fulfilled' },
    ])
    await sandboxCall(app, 'redeem', { platform: 'PlatformB', username: 'alice', reward: 'Stretch!' })
    await settled(app)
    assert.equal((await finishedRun(app, id)).status, 'done')
  })

  it('is a value that reaches a number, from either side', async () => {
    const id = await makeAutomation(app, { type: 'value', name: 'Deaths', reaches: 10 }, nothing)
    for (const [previous_value, value] of [
      [8, 9],
      [9, 10],
      [10, 11],
      [11, 12],
      [12, 9],
    ]) {
      await append('value.changed', { name: 'deaths', type: 'number', value, previous_value })
    }
    await append('value.changed', { name: 'others', type: 'number', value: 10, previous_value: 1 })
    assert.deepEqual(
      (await runsOf(app, id)).map(({ data }) => data.value),
      [10, 9],
    )
  })

  it('is the end of a round: a poll that closes, a giveaway that is drawn', async () => {
    const any = await makeAutomation(app, { type: 'round' }, nothing)
    const polls = await makeAutomation(app, { type: 'round', kind: 'poll' }, nothing)
    await append('round.closed', { id: 1, kind: 'giveaway', title: 'A key' })
    await append('round.drawn', { id: 1, kind: 'giveaway', title: 'A key', winners: [] })
    await append('round.closed', { id: 2, kind: 'poll', title: 'Which?' })
    assert.deepEqual([await count(any), await count(polls)], [2, 1])
  })

  it('is the end of another automation, but not one that was stopped', async () => {
    const first = await makeAutomation(app, { type: 'manual' }, nothing, { name: 'Intro' })
    const id = await makeAutomation(app, { type: 'automation', automation: 'intro' }, nothing)
    await app.call('run-automation', { id: first })
    await settled(app)
    const run = await finishedRun(app, id)
    assert.deepEqual([run.trigger, run.depth, run.data.status], ['automation', 2, 'done'])
  })

  it('is a schedule: every few minutes, with enough chat', async () => {
    const every = await makeAutomation(app, { type: 'schedule', every_minutes: 10 }, nothing)
    const chatty = await makeAutomation(app, { type: 'schedule', every_minutes: 5, min_chat_lines: 2 }, nothing)
    await tick()
    assert.deepEqual([await count(every), await count(chatty)], [0, 0])
    clock.advance(1)
    await type(app, 'alice', 'one')
    clock.advance(10 * minuteMs)
    await tick()
    assert.deepEqual([await count(every), await count(chatty)], [1, 0])
    await type(app, 'alice', 'two')
    await tick()
    assert.deepEqual([await count(every), await count(chatty)], [1, 1])
  })

  it('is a time of day in the time zone of the channel, once', async () => {
    const minute = newestMinute(clock)
    const { timeZone } = app.channel
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    const at = format.format(minute.endedAt)
    const id = await makeAutomation(app, { type: 'schedule', at }, nothing)
    await tick(minute)
    clock.advance(2 * minuteMs)
    await tick()
    assert.equal(await count(id), 1)
  })

  it('is a number of minutes after the stream went live, once for each stream', async () => {
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    await sandboxCall(app, 'set-live', { platform: 'PlatformB', live: false })
    const id = await makeAutomation(app, { type: 'schedule', minutes_after_live: 5 }, nothing)
    clock.advance(20 * minuteMs)
    await tick()
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
    const counts = []
    for (const minutes of [1, 3, 2, 5]) {
      clock.advance(minutes * minuteMs)
      await tick()
      counts.push(await count(id))
    }
    assert.deepEqual(counts, [0, 0, 1, 1])
  })

  it('is refused if it is incomplete, unknown, or secret', async () => {
    const wrong = async (trigger: Record<string, unknown>) => {
      const { body } = await app.call('save-automation', { name: 'x', trigger, steps: [] }, { status: 400 })
      return body.error
    }
    assert.match(await wrong({ type: 'event' }), /^trigger\.event is required/)
    assert.match(await wrong({ type: 'event', event: 'nonsense' }), /there is no event nonsense/)
    assert.match(await wrong({ type: 'event', event: 'session.started' }), /there is no event session\.started/)
    assert.equal(
      await wrong({ type: 'event', event: 'channel.follow' }),
      'trigger.event: there is no event channel.follow. Did you mean follow?',
    )
    assert.equal(
      await wrong({ type: 'event', event: 'stream.category-changed', where: { categoryId: '15' } }),
      'trigger.where.categoryId: stream.category-changed has no field categoryId. Did you mean category_id?',
    )
    assert.match(
      await wrong({ type: 'event', event: 'raid', where: { size: 5 } }),
      /^trigger\.where\.size: raid has no field size\. Its fields are platform, user_id, userid, username/,
    )
    assert.match(
      await wrong({ type: 'event', event: 'bits', where: { amount: { about: 5 } } }),
      /trigger\.where\.amount/,
    )
    assert.match(await wrong({ type: 'schedule', at: '25:00' }), /time of day/)
    assert.match(await wrong({ type: 'schedule', at: '20:00', every_minutes: 5 }), /exactly one/)
    assert.match(await wrong({ type: 'value', name: 'deaths' }), /trigger\.reaches/)
  })

  it('is refused with a condition on a field that its event does not have', async () => {
    const saved = (value: string, event = 'raid') => ({
      name: 'x',
      trigger: { type: 'event', event },
      conditions: [{ value, above: 5 }],
      steps: [],
    })
    const { body } = await app.call('save-automation', saved('$(event.viewer)'), { status: 400 })
    assert.equal(body.error, 'conditions[0]: raid has no field viewer. Did you mean viewers?')
    for (const value of ['$(event.viewers)', '$(event.platform)', '5']) await app.call('save-automation', saved(value))
    await app.call('save-automation', saved('$(event.results.0.votes)', 'poll.ended'))
    await app.call('save-automation', saved('$(event.results.first)', 'poll.ended'), { status: 400 })
  })

  it('gives the steps every field under the name and in the form that programs receive', async () => {
    const id = await makeAutomation(
      app,
      { type: 'event', event: 'stream.category-changed', where: { category_id: '15' } },
      [{ type: 'say', text: '$(event.category) $(event.category_id)', as: 'bot' }],
    )
    const change = { kind: 'stream.category-changed', platform: 'kick', data: { category: 'Chess', categoryId: '15' } }
    await app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, app.cause, change as never))
    await settled(app)
    assert.equal((await finishedRun(app, id)).data.category_id, '15')
    assert.equal((await chatOf(app)).at(-1)?.text, 'Chess 15')

    const begins = await makeAutomation(app, { type: 'event', event: 'ad.soon' }, [
      { type: 'say', text: '$(event.starts_at)', as: 'bot' },
    ])
    const soon = { kind: 'ad.soon', platform: 'kick', data: { seconds: 90, starts_at: 1_763_236_800_000 } }
    await app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, app.cause, soon as never))
    await settled(app)
    await finishedRun(app, begins)
    assert.equal((await chatOf(app)).at(-1)?.text, '2025-11-15T20:00:00.000Z')
  })

  it('tells fields of the event apart by their case, and variables not', async () => {
    const id = await makeAutomation(app, { type: 'manual' }, [
      { type: 'say', text: '$(EVENT.Score) $(event.score) $(User)', as: 'bot' },
    ])
    await app.call('run-automation', { id, data: { Score: 'upper', score: 'lower' } })
    await finishedRun(app, id)
    assert.match((await chatOf(app)).at(-1)?.text ?? '', /^upper lower \w+$/)
  })

  it('takes a donation provider by the names of both tables', async () => {
    const ids = []
    for (const provider of ['ProviderC', 'Ko-fi', 'kofi', 'ProviderA']) {
      ids.push(await makeAutomation(app, { type: 'event', event: 'donation', where: { provider } }, nothing))
    }
    await app.call('send-donation', { provider: 'ProviderC', amount: 5, currency: 'EUR' })
    await settled(app)
    assert.deepEqual(await Promise.all(ids.map(count)), [1, 1, 1, 0])
  })

  it('costs a lookup when nothing waits for the event', async () => {
    const before = await lastSeq(app)
    const id = await makeAutomation(app, { type: 'event', event: 'raid' }, nothing)
    await report(app, 'follow', 'nobody-waits')
    await settled(app)
    assert.equal(await count(id), 0)
    assert.ok((await lastSeq(app)) > before)
  })
})
