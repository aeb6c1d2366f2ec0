import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nextClockTime } from '../../src/capabilities/shows/clock-time.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTestClock, hourMs, minuteMs } from '../test-clock.ts'
import { cue, makeShow, pass, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('the next time a clock shows a time', () => {
  const at = (time: string, zone: string, from: string) =>
    new Date(nextClockTime(time, zone, Date.parse(from))).toISOString()

  it('is today while it is ahead, and tomorrow afterwards, in the time zone of the channel', () => {
    assert.equal(at('20:30', 'UTC', '2026-11-15T20:00:00Z'), '2026-11-15T20:30:00.000Z')
    assert.equal(at('20:30', 'UTC', '2026-11-15T20:30:00Z'), '2026-11-15T20:30:00.000Z')
    assert.equal(at('20:30', 'UTC', '2026-11-15T20:30:01Z'), '2026-11-16T20:30:00.000Z')
    assert.equal(at('20:30', 'Europe/Berlin', '2026-11-15T12:00:00Z'), '2026-11-15T19:30:00.000Z')
    assert.equal(at('0:15', 'Asia/Tokyo', '2026-11-15T12:00:00Z'), '2026-11-15T15:15:00.000Z')
    assert.equal(at('20:30', 'America/New_York', '2026-11-15T03:00:00Z'), '2026-11-16T01:30:00.000Z')
    assert.equal(at('20:30', 'No/Such_Zone', '2026-11-15T20:00:00Z'), '2026-11-15T20:30:00.000Z')
  })

  it('follows a change of the clocks in between', () => {
    // On 2026-10-25 at 03:00 clocks in Berlin go back an hour, on 2026-03-29 at 02:00 they go forward.
    assert.equal(at('12:00', 'Europe/Berlin', '2026-10-24T22:00:00Z'), '2026-10-25T11:00:00.000Z')
    assert.equal(at('12:00', 'Europe/Berlin', '2026-03-28T23:30:00Z'), '2026-03-29T10:00:00.000Z')
  })
})

describe('a cue with a clock time', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
    await app.ctx.db.write((tx) => app.ctx.channels.setTimeZone(tx, app.channel, 'Asia/Tokyo'))
  })
  after(() => app.close())

  /** A time of day in Tokyo, so many minutes from now. */
  function inTokyo(minutes: number): string {
    return new Date(clock.now() + 9 * hourMs + minutes * minuteMs).toISOString().slice(11, 16)
  }

  it('starts at that time while the show runs, and is put on no standby afterwards', async () => {
    const show = await makeShow(app, [
      cue('1'),
      cue('2', { steps: [say('not yet')] }),
      cue('3', { start: { at: inTokyo(20) }, steps: [say('on the minute')] }),
      cue('4', { steps: [say('the last')] }),
    ])
    await pass(app, clock, 5 * minuteMs)
    await show.hasNotSaid('on the minute')
    await show.go(clock)
    await pass(app, clock, 10 * minuteMs)
    await show.hasNotSaid('on the minute')
    await pass(app, clock, 6 * minuteMs)
    await show.hasSaid('on the minute')
    assert.deepEqual(await show.place(), ['running', '3', '2'], 'the operator is still where they were')
    await show.go(clock)
    await show.hasSaid('not yet')
    assert.deepEqual(await show.place(), ['running', '2', '4'], 'a cue that its time has started is not due again')
    await pass(app, clock, 48 * hourMs)
    assert.equal((await show.said('on the minute')).length, 1)
    await show.call('stop-cues')
  })

  it('moves the standby on when it was the next one, and the show waits for it to end', async () => {
    const show = await makeShow(app, [cue('1'), cue('2', { start: { at: inTokyo(10) }, steps: [say('the finale')] })])
    await show.go(clock)
    await show.until('finished', '1')
    assert.deepEqual(await show.place(), ['running', '1', '2'])
    await pass(app, clock, 11 * minuteMs)
    await show.hasSaid('the finale')
    await show.untilState('stopped')
  })

  it('starts nothing when its time passed while the show was held, or before the show began', async () => {
    const show = await makeShow(app, [
      cue('1'),
      cue('2', { start: { at: inTokyo(10) }, steps: [say('missed')] }),
      cue('3', { start: { at: inTokyo(-60) }, steps: [say('long ago')] }),
      cue('4'),
    ])
    await show.go(clock)
    await show.call('hold-cues')
    await pass(app, clock, 15 * minuteMs)
    await show.go(clock)
    await pass(app, clock, 23 * hourMs)
    assert.deepEqual(await show.place(), ['running', '1', '2'])
    await show.hasNotSaid('missed')
    await show.hasNotSaid('long ago')
    await show.go(clock)
    await show.hasSaid('missed')
    await show.call('stop-cues')
  })
})

describe('the report of a show', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  it('lists planned and real times of every cue, and which runs there were', async () => {
    const show = await makeShow(app, [
      cue('1', { planned_seconds: 300 }),
      cue('2', { planned_seconds: 60 }),
      cue('3', { start: { after: 30 } }),
      cue('4'),
      cue('5'),
    ])
    assert.equal((await show.call('get-show-report', {}, { status: 404 })).code, 'report_not_found')
    await show.go(clock)
    await show.until('finished', '1')
    await pass(app, clock, 7 * minuteMs)
    await show.go(clock)
    await show.until('finished', '2')
    await pass(app, clock, 31_000)
    await show.until('finished', '3')
    await show.call('stop-cues')
    const report = await show.call('get-show-report')
    const start = Date.parse(report.started_at)
    const planned = report.cues.map(({ planned_at }: { planned_at: string | null }) =>
      planned_at === null ? null : (Date.parse(planned_at) - start) / 1000,
    )
    assert.deepEqual(planned, [0, 300, 390, null, null])
    const late = report.cues.map(({ late_seconds }: { late_seconds: number | null }) =>
      late_seconds === null ? null : Math.floor(late_seconds / 60),
    )
    assert.deepEqual(late, [0, 2, 1, null, null])
    assert.deepEqual(
      report.cues.map(({ state }: { state: string }) => state),
      ['finished', 'finished', 'finished', 'pending', 'pending'],
    )
    assert.ok(Date.parse(report.ended_at) > start)
    clock.advance(400)
    await show.call('jump-to-cue', { number: '5' })
    await show.untilState('stopped')
    const newest = await show.call('get-show-report')
    assert.deepEqual(
      newest.runs.map(({ run_id }: { run_id: number }) => run_id),
      [newest.run_id, report.run_id],
    )
    const first = await show.call('get-show-report', { run_id: report.run_id })
    assert.deepEqual(first.cues, report.cues)
  })
})
