import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewEvent } from '../../src/registry/events.ts'
import { recipes } from '../../src/registry/recipes.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createStillClock, hourMs, minuteMs } from '../test-clock.ts'
import { openSourcePage, type SourcePage } from './source-page.ts'

runsOn('sqlite', 'postgres')
isSlow('it fills goals, lists and leaderboards with the events of several days')

const periods = ['day', 'stream', 'all'] as const
type Goals = Readonly<Record<(typeof periods)[number], number>>

describe('goals, lists and leaderboards of widgets', () => {
  const clock = createStillClock()
  let app: TestApp
  let owner: PanelClient
  let page: SourcePage
  before(async () => {
    // 20:00 in Istanbul, in a year that no first start lies behind.
    clock.setWall(Date.UTC(2096, 10, 16, 17))
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    await owner.call('set-time-zone', { time_zone: 'Europe/Istanbul' })
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD']) await live(platform, false)
    page = await openSourcePage(app)
  })
  after(() => app.close())

  const live = (platform: string, isLive = true) => sandboxCall(app, 'set-live', { platform, live: isLive })
  const follow = (username: string, platform = 'PlatformA') => sandboxCall(app, 'follow', { platform, username })
  const append = (event: NewEvent) => app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, app.cause, event))
  const donate = (username: string, amount: number, currency: string, more: object = {}) =>
    append({
      kind: 'donation',
      data: {
        ...{ origin: 'provider:kofi', provider: 'kofi', user_id: '', message: 'secret words', is_test: 0 },
        ...{ username, displayname: username, amount, currency },
        ...more,
      },
    } as NewEvent)
  const goalsOf = (what: string) => periods.map((period) => ({ source: 'goal' as const, params: { what, period } }))

  async function reach(what: string, goals: Goals): Promise<void> {
    for (const period of periods) {
      const { value } = await page.until(`${goals[period]} ${what} (${period})`, 'goal', { what, period }, (data) => {
        return data.value === goals[period]
      })
      assert.equal(value, goals[period])
    }
  }

  it('a goal moves with each follow, and begins anew at midnight of the channel and with a stream', async () => {
    await follow('alice')
    page.show(...goalsOf('follows'))
    await reach('follows', { day: 1, stream: 0, all: 1 })
    clock.pass(minuteMs)
    await live('PlatformA')
    await follow('bob')
    await follow('carol', 'PlatformB')
    await follow('bob')
    await reach('follows', { day: 3, stream: 2, all: 3 })
    // 00:30 of the next day in Istanbul, while UTC has the same day still.
    clock.setWall(Date.UTC(2096, 10, 16, 21, 30))
    await follow('dave')
    await reach('follows', { day: 1, stream: 3, all: 4 })
    await live('PlatformA', false)
    clock.pass(10 * minuteMs)
    await follow('erin')
    await reach('follows', { day: 2, stream: 3, all: 5 })
    clock.pass(hourMs)
    await live('PlatformB')
    await reach('follows', { day: 2, stream: 0, all: 5 })
  })

  it('subscriptions, cheers and likes are goals as well, and what was counted outlives the history', async () => {
    page.show(...goalsOf('subscriptions'), ...goalsOf('bits'), ...goalsOf('likes'))
    await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'alice', tier: 1 })
    await sandboxCall(app, 'gift', { platform: 'PlatformB', username: 'bob', count: 3 })
    await sandboxCall(app, 'bits', { platform: 'PlatformB', username: 'carol', amount: 250 })
    await append({ kind: 'likes', platform: 'tiktok', data: { count: 40, people: 3 } })
    await reach('subscriptions', { day: 4, stream: 4, all: 4 })
    await reach('bits', { day: 250, stream: 250, all: 250 })
    await reach('likes', { day: 40, stream: 40, all: 40 })
  })

  it('donations of one currency are added up exactly, of several about in dollars, or of one that is named', async () => {
    const euros = { what: 'donations', period: 'day', currency: 'EUR' }
    page.show(...goalsOf('donations'), { source: 'goal', params: euros }, donors('all'))
    await donate('Grace', 0.1, '€')
    await donate('Grace', 0.2, 'EUR')
    await donate('Test', 500, 'EUR', { is_test: 1 })
    await reach('donations', { day: 0.3, stream: 0.3, all: 0.3 })
    assert.equal(page.read('goal', { what: 'donations', period: 'all' })?.unit, 'EUR')
    await donate('Heidi', 1_500, 'JPY')
    await reach('donations', { day: 10.3, stream: 10.3, all: 10.3 })
    assert.equal(page.read('goal', { what: 'donations', period: 'all' })?.unit, 'USD')
    assert.deepEqual(await page.until('euros', 'goal', euros, () => true), { value: 0.3, unit: 'EUR' })
    const { rows, unit } = await page.until(
      'donors',
      'leaderboard',
      donors('all').params,
      (data) => data.rows.length === 2,
    )
    assert.deepEqual(
      [rows.map(({ user, value }) => [user, value]), unit],
      [
        [
          ['Heidi', 10],
          ['Grace', 0.3],
        ],
        'USD',
      ],
    )
  })
  const donors = (period: string) => ({ source: 'leaderboard' as const, params: { what: 'donations', period } })

  it('donors, points and watch time have leaderboards of the day, of the stream and of all time', async () => {
    const board = (what: string, period: string) => ({
      source: 'leaderboard' as const,
      params: { what, period, limit: 2 },
    })
    const wanted = periods.flatMap((period) => [board('points', period), board('watch_time', period)])
    const points = { username: 'alice', platform: 'PlatformA', amount: 50 }
    await app.call('add-points', { ...points, amount: 1_000 })
    clock.pass(24 * hourMs)
    page.show(...periods.map(donors))
    for (const [period, names] of [
      ['day', []],
      ['stream', ['Heidi', 'Grace']],
      ['all', ['Heidi', 'Grace']],
    ] as const) {
      const { rows } = await page.until(`donors of the ${period}`, 'leaderboard', donors(period).params, () => true)
      assert.deepEqual(
        rows.map(({ user }) => user),
        names,
        period,
      )
    }
    page.show(...wanted, ...goalsOf('points'))
    const allPoints = { what: 'points', period: 'all' }
    const { value: had } = await page.until('all points', 'goal', allPoints, () => true)
    await app.call('add-points', points)
    await app.call('add-points', { ...points, username: 'bob', amount: 80 })
    await app.call('remove-points', { ...points, username: 'bob', amount: 10 })
    const ranked = async (what: string, period: string, expected: unknown) => {
      const { params } = board(what, period)
      const namesOf = (rows: readonly { user: string; value: number }[]) => rows.map(({ user, value }) => [user, value])
      await page.until(`${what} ${period}`, 'leaderboard', params, ({ rows }) => {
        return JSON.stringify(namesOf(rows)) === JSON.stringify(expected)
      })
    }
    await ranked('points', 'day', [
      ['Bob', 70],
      ['Alice', 50],
    ])
    await ranked('points', 'all', [
      ['Alice', 2250],
      ['Bob', 920],
    ])
    await ranked('points', 'stream', [
      ['Alice', 1050],
      ['Bob', 70],
    ])
    await reach('points', { day: 130, stream: 1_130, all: had + 120 })
    await sandboxCall(app, 'join', { platform: 'PlatformB', username: 'viewer1' })
    await app.app.bot.watchMinutes.tick()
    const day = new Date(clock.now() + 3 * hourMs).toISOString().slice(0, 10)
    await app.call('adjust-watch-time', { username: 'carol', platform: 'PlatformB', mode: 'add', amount: 700, day })
    await ranked('watch_time', 'day', [
      ['Carol', 700],
      ['Viewer1', 1],
    ])
    await ranked('watch_time', 'all', [
      ['Carol', 860],
      ['Alice', 600],
    ])
    await ranked('watch_time', 'stream', [['Viewer1', 1]])
  })

  it('the event list and the labels show the newest, without what viewers wrote', async () => {
    const list = { kinds: ['raid', 'donation', 'cheer'], limit: 3 }
    page.show({ source: 'events', params: list }, { source: 'latest' }, { source: 'credits' })
    await page.until('the list', 'events', list, ({ items }) => items.length === 3)
    await sandboxCall(app, 'raid', { platform: 'PlatformA', username: 'ivan', viewers: 42 })
    const { items } = await page.until('the raid', 'events', list, (data) => data.items[0]?.kind === 'raid')
    assert.deepEqual(items[0] && [items[0].user, items[0].amount, items[0].text], [
      'Ivan',
      '42 viewers',
      'Ivan raided with 42 viewers',
    ])
    const { latest } = await page.until('the labels', 'latest', {}, (data) => data.latest.raid?.user === 'Ivan')
    const { follow: last, subscription, gift, donation, cheer } = latest
    assert.deepEqual([last?.user, gift?.user, gift?.amount, cheer?.amount], ['Erin', 'Bob', '3 gifts', '250 bits'])
    assert.deepEqual([donation?.user, donation?.amount, subscription?.user !== undefined], ['Heidi', '¥1,500', true])
    const { sections } = await page.until('the credits', 'credits', {}, (data) => {
      return data.sections.some(({ kind }) => kind === 'raiders')
    })
    const names = Object.fromEntries(sections.map(({ kind, names: all }) => [kind, all]))
    assert.deepEqual([names.gifters, names.donors, names.raiders], [['Bob'], ['Grace', 'Heidi'], ['Ivan']])
    assert.ok(!page.messages.some((one) => JSON.stringify(one).includes('secret words')))
  })

  it('a subscription adds time to the clock of a subathon, by the automations that recipes make', async () => {
    const recipe = (name: string) => recipes.find((one) => one.name === name)?.automation ?? assert.fail(name)
    page.show({ source: 'value', params: { name: 'subathon' } })
    assert.equal((await page.until('nothing', 'value', { name: 'subathon' }, () => true)).type, null)
    await app.call('set-value', { name: 'subathon', value: 3600, action: 'start' })
    const before = await page.until('the clock', 'value', { name: 'subathon' }, ({ running }) => running)
    assert.deepEqual([before.value, before.direction, before.at], [3600, 'down', clock.now()])
    clock.pass(minuteMs)
    await app.call('save-automation', recipe('subathon-subscription'))
    await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'judy', tier: 1 })
    const after = await page.until('five minutes more', 'value', { name: 'subathon' }, ({ value }) => value === 3840)
    assert.deepEqual([after.running, after.at], [true, clock.now()])
  })

  it('a viewer who is erased is gone from every list, and goals keep their numbers', async () => {
    page.show(
      { source: 'events', params: {} },
      { source: 'latest' },
      { source: 'credits' },
      { source: 'leaderboard', params: { what: 'points', period: 'all' } },
      { source: 'chat' },
      { source: 'goal', params: { what: 'follows', period: 'all' } },
    )
    await page.until('the chat', 'chat', {}, () => true)
    await follow('mallory')
    await sandboxCall(app, 'raid', { platform: 'PlatformA', username: 'mallory', viewers: 7 })
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'mallory', text: 'hi' })
    await app.call('add-points', { username: 'mallory', platform: 'PlatformA', amount: 9_999 })
    await page.until('her in the list', 'latest', {}, ({ latest }) => latest.raid?.user === 'Mallory')
    await page.until('her in the chat', 'chat', {}, ({ lines }) => lines.length === 1)
    const { id } = await app.ctx.viewers.get(app.channel, 'kick', { username: 'mallory' })
    // More than a day has passed since the last sign-in.
    owner = await signInAsOwner(app)
    await owner.call('erase-viewer', { viewer_id: id, confirm: 'erase' })
    await page.until('her line to go', 'chat', {}, ({ lines }) => lines.length === 0)
    for (const [source, params] of [
      ['events', {}],
      ['latest', {}],
      ['credits', {}],
      ['leaderboard', { what: 'points', period: 'all' }],
    ] as const) {
      await page.until(
        `${source} without her`,
        source,
        params,
        (data) => !/mallory|erased:/i.test(JSON.stringify(data)),
      )
    }
    assert.equal(page.read('goal', { what: 'follows', period: 'all' })?.value, 6)
  })
})
