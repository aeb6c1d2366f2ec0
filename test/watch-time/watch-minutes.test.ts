import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readRanges, writeRanges } from '../../src/capabilities/watch-time/ranges.ts'
import { createMinuteProgress, type Minute, minuteMs, newestMinute } from '../../src/kernel/minute-jobs.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { set, type, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const setTimeZone = sql<{ id: number; zone: string }>('UPDATE channels SET time_zone = :zone WHERE id = :id')
const cutShort = sql<{ channel: number; minute: number; credited: number }>(
  `INSERT INTO watch_minutes (channel_id, platform, minute, source, viewers, total, credited, is_open, at)
   VALUES (:channel, 'kick', :minute, 'chatters', '1-4', 4, :credited, 1, 0)`,
)
const listDays = sql<{ channel: number; viewer: number }, { day: number; minutes: number }>(
  `SELECT day, minutes FROM watch_time_days WHERE channel_id = :channel AND viewer_id = :viewer AND minutes > 0
   ORDER BY day`,
)
const findEvidence = sql<{ channel: number; minute: number }, { source: string; viewers: string; credited: number }>(
  `SELECT source, viewers, credited FROM watch_minutes
   WHERE channel_id = :channel AND platform = 'kick' AND minute = :minute`,
)

describe('watch time by the minute', () => {
  let app: TestApp
  let now = Date.UTC(2026, 0, 15, 12)
  const clock = { now: () => now, steady: () => performance.now() }
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())
  beforeEach(async () => {
    now += 10 * minuteMs
    await set(app, 'excluded', {})
    await set(app, 'watch_time', {})
    for (const platform of ['PlatformA', 'PlatformB']) {
      await sandboxCall(app, 'set-live', { platform, live: false })
      await sandboxCall(app, 'set-live', { platform, live: true })
    }
  })

  const tick = () => app.app.bot.watchMinutes.tick()
  const minutesOf = async (name: string, platform: 'kick' | 'twitch' | 'youtube' = 'kick') =>
    (await viewerOf(app, name, platform)).watchMinutes
  const gained = async (name: string, action: () => Promise<unknown>, platform: 'kick' | 'twitch' = 'kick') => {
    const before = await minutesOf(name, platform)
    await action()
    return (await minutesOf(name, platform)) - before
  }
  const join = (username: string, platform = 'PlatformA') => sandboxCall(app, 'join', { platform, username })

  it('counts who is on the list of the platform, and nobody else', async () => {
    await join('viewer1')
    const absent = await minutesOf('viewer2')
    assert.equal(await gained('viewer1', tick), 1)
    assert.equal(await minutesOf('viewer2'), absent)
  })

  it('counts a minute once, however often it is asked to', async () => {
    await join('viewer1')
    const often = async () => {
      for (let time = 0; time < 3; time++) await tick()
      await Promise.all([tick(), tick()])
    }
    assert.equal(await gained('viewer1', often), 1)
    now += minuteMs
    assert.equal(await gained('viewer1', tick), 1)
  })

  it('counts nothing while the stream is offline', async () => {
    await join('viewer1')
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    assert.equal(await gained('viewer1', tick), 0)
  })

  it('counts on each platform for itself', async () => {
    await join('viewer1', 'PlatformB')
    const onKick = await minutesOf('viewer1')
    assert.equal(await gained('viewer1', tick, 'twitch'), 1)
    assert.equal(await minutesOf('viewer1'), onKick)
  })

  it('leaves out bots and excluded names, and everybody when it is switched off', async () => {
    await join('viewer1')
    await set(app, 'excluded', { names: ['Viewer1'] })
    assert.equal(await gained('viewer1', tick), 0)
    await set(app, 'excluded', {})
    await set(app, 'watch_time', { enabled: false })
    now += minuteMs
    assert.equal(await gained('viewer1', tick), 0)
    await set(app, 'watch_time', {})
    const user = { id: '10021', username: 'viewer1', displayname: 'Viewer1', isBot: true }
    await app.app.bot.feed(
      { channelId: app.channel.id, platform: 'kick' },
      { id: 'bot', kind: 'chat', text: 'x', user },
    )
    now += minuteMs
    assert.equal(await gained('viewer1', tick), 0)
    const { body } = await app.call('get-watch-time-top', { platform: 'PlatformA', limit: 100 })
    assert.ok(body.users.every(({ username }: { username: string }) => username !== 'viewer1'))
  })

  it('leaves out the broadcaster, whether the platform reports who is there or what was written does', async ({
    mock,
  }) => {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    const { accountId: id, username, displayname } = account
    const viewer = { id: '10026', username: 'viewer6', displayname: 'Viewer6' }
    const place = { channelId: app.channel.id, platform: 'kick' } as const
    await app.app.bot.feed(place, { id: 'on-air', kind: 'chat', text: 'hello', user: { id, username, displayname } })
    await app.app.bot.feed(place, { id: 'off-air', kind: 'chat', text: 'hello', user: viewer })
    const present = [{ id, username, displayname }, viewer]
    let source = 'chatters'
    assert.ok(connector.listPresent !== undefined)
    mock.method(connector as Required<Pick<typeof connector, 'listPresent'>>, 'listPresent', async () => {
      if (source === 'messages') throw new Failure('platform_refused')
      return present
    })
    for (source of ['chatters', 'messages']) {
      now += minuteMs
      const before = await minutesOf(username)
      assert.equal(await gained('viewer6', tick), 1, source)
      assert.equal(await minutesOf(username), before, source)
      const minute = Math.floor(now / minuteMs) - 1
      assert.equal((await app.ctx.db.get(findEvidence, { channel: app.channel.id, minute }))?.source, source)
    }
  })

  it('goes by what people wrote when the platform cannot report who is there, for as long as is set', async () => {
    await set(app, 'watch_time', { presence_minutes: 5 })
    await type(app, 'viewer3', 'here')
    const ask = () => {
      app.app.sandbox.failNext('kick', 'refuse', 'listPresent')
      return tick()
    }
    const counted: number[] = []
    for (let minute = 1; minute <= 7; minute++) {
      now += minuteMs
      counted.push(await gained('viewer3', ask))
    }
    assert.deepEqual(counted, [1, 1, 1, 1, 1, 0, 0])
  })

  it('remembers over a restart who wrote', async () => {
    const folder = app.folder
    await type(app, 'viewer4', 'here')
    const before = await minutesOf('viewer4')
    await app.close({ keepFolder: true })
    app = await createTestApp({ clock, folder })
    now += minuteMs
    app.app.sandbox.failNext('kick', 'refuse', 'listPresent')
    await tick()
    assert.equal(await minutesOf('viewer4'), before + 1)
  })

  it('keeps the evidence of each minute, so that it can be explained', async () => {
    await join('viewer5')
    await tick()
    const minute = Math.floor(now / minuteMs) - 1
    const viewer = await viewerOf(app, 'viewer5')
    const evidence = await app.ctx.db.get(findEvidence, { channel: app.channel.id, minute })
    assert.deepEqual({ ...evidence }, { source: 'chatters', viewers: String(viewer.id), credited: 1 })
    const why = await app.app.bot.watchMinutes.explain(app.channel, 'kick', viewer.id, now - 3 * minuteMs, now)
    assert.deepEqual(why, [{ at: minute * minuteMs, source: 'chatters' }])
  })

  /** The minutes that ended in the last so many minutes. */
  const lastMinutes = (count: number): Minute[] => {
    const { number } = newestMinute(clock)
    return Array.from({ length: count }, (_, index) => {
      const own = number - count + 1 + index
      return { number: own, endedAt: (own + 1) * minuteMs }
    })
  }

  it('counts the minutes of a gap for who was on the list before it and after it', async () => {
    now += minuteMs
    await join('viewer11')
    await tick()
    await join('viewer12')
    now += 4 * minuteMs
    const before = await minutesOf('viewer12')
    assert.equal(await gained('viewer11', () => app.app.bot.watchMinutes.tick(lastMinutes(4))), 4)
    assert.equal((await minutesOf('viewer12')) - before, 1, 'who came during the gap has only the newest minute')
    assert.equal(await gained('viewer11', () => app.app.bot.watchMinutes.tick(lastMinutes(4))), 0)
  })

  it('counts the minutes of a gap by what was written in them', async ({ mock }) => {
    const { connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    mock.method(connector as Required<Pick<typeof connector, 'listPresent'>>, 'listPresent', async () => {
      throw new Failure('platform_refused')
    })
    await set(app, 'watch_time', { presence_minutes: 2 })
    await type(app, 'viewer13', 'early')
    now += 5 * minuteMs
    await type(app, 'viewer14', 'late')
    now += minuteMs
    const before = await minutesOf('viewer14')
    assert.equal(await gained('viewer13', () => app.app.bot.watchMinutes.tick(lastMinutes(6))), 2)
    assert.equal((await minutesOf('viewer14')) - before, 1)
  })

  it('counts the minutes of a gap only from when the stream began', async () => {
    now += minuteMs
    await join('viewer15')
    await tick()
    now += 3 * minuteMs
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
    await join('viewer15')
    now += minuteMs
    assert.equal(await gained('viewer15', () => app.app.bot.watchMinutes.tick(lastMinutes(4))), 1)
  })

  it('counts a minute later in which the platform did not answer', async () => {
    now += minuteMs
    await join('viewer16')
    await tick()
    now += minuteMs
    app.app.sandbox.failNext('kick', 'refuse', 'readStream')
    assert.equal(await gained('viewer16', tick), 0)
    now += minuteMs
    assert.equal(await gained('viewer16', tick), 2)
  })

  it('stores which minute was the last, for the next start and for other nodes', async () => {
    const progress = createMinuteProgress(app.ctx.db, 'test')
    assert.equal(await progress.read(), undefined)
    await progress.write(29_000_000)
    await progress.write(29_000_001)
    assert.equal(await createMinuteProgress(app.ctx.db, 'test').read(), 29_000_001)
  })

  it('continues where it was cut off, and credits nobody twice', async () => {
    const minute = Math.floor(now / minuteMs) - 1
    const names = ['alice', 'bob', 'carol', 'dave']
    const before = await Promise.all(names.map((name) => minutesOf(name)))
    await app.ctx.db.write((tx) => tx.run(cutShort, { channel: app.channel.id, minute, credited: 2 }))
    await tick()
    const after = await Promise.all(names.map((name) => minutesOf(name)))
    assert.deepEqual(
      after.map((minutes, index) => minutes - (before[index] ?? 0)),
      [0, 0, 1, 1],
    )
  })

  for (const [words, zone, moments, days] of [
    [
      'around midnight',
      'Europe/Berlin',
      ['2026-05-10T21:59:00Z', '2026-05-10T22:00:00Z', '2026-05-10T22:01:00Z'],
      [
        [20260510, 1],
        [20260511, 2],
      ],
    ],
    [
      'when the clocks go forward, a day of 23 hours',
      'Europe/Berlin',
      ['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z', '2026-03-29T22:00:00Z'],
      [
        [20260328, 1],
        [20260329, 2],
        [20260330, 1],
      ],
    ],
    [
      'when the clocks go back, a day of 25 hours',
      'America/New_York',
      ['2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'],
      [
        [20261031, 1],
        [20261101, 2],
        [20261102, 1],
      ],
    ],
  ] as const) {
    it(`puts a minute on the day of the channel ${words}`, async () => {
      const fresh = await createTestApp({ clock })
      try {
        await fresh.ctx.db.write((tx) => tx.run(setTimeZone, { id: fresh.channel.id, zone }))
        const again = fresh.folder
        await fresh.close({ keepFolder: true })
        const moved = await createTestApp({ clock, folder: again })
        try {
          await sandboxCall(moved, 'join', { platform: 'PlatformA', username: 'viewer9' })
          for (const moment of moments) {
            // The minute that begins there has just ended.
            now = Date.parse(moment) + minuteMs
            await moved.app.bot.watchMinutes.tick()
          }
          const { id } = await viewerOf(moved, 'viewer9')
          const rows = await moved.ctx.db.all(listDays, { channel: moved.channel.id, viewer: id })
          assert.deepEqual(
            rows.map(({ day, minutes }) => [day, minutes]),
            days,
          )
        } finally {
          await moved.close()
        }
      } finally {
        now = Date.UTC(2027, 0, 15, 12)
      }
    })
  }
})

describe('ids as ranges', () => {
  for (const [ids, text] of [
    [[], ''],
    [[7], '7'],
    [[1, 2, 3, 5, 9, 10], '1-3,5,9-10'],
  ] as const) {
    it(`writes ${JSON.stringify(ids)} as ${JSON.stringify(text)} and reads it back`, () => {
      assert.equal(writeRanges(ids), text)
      assert.deepEqual(readRanges(text), ids)
    })
  }
})
