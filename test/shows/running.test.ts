import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince } from '../sandbox/sandbox-calls.ts'
import { createStillClock, hourMs, minuteMs } from '../test-clock.ts'
import { cue, makeShow, pass, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('a show that is run by its cues', () => {
  // Stands still, so that a slow machine makes no second press of what is one.
  const still = createStillClock()
  const clock = { ...still, advance: still.pass }
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const kindsSince = async (seq: number) =>
    (await eventsSince(app, seq))
      .filter(({ kind }) => kind.startsWith('show.') || kind.startsWith('cue.'))
      .map(({ kind, data }) => `${kind} ${data.number ?? data.cause ?? ''}`.trim())

  it('runs the cue on standby with Go, puts the next one on standby, and ends after the last', async () => {
    const show = await makeShow(app, [cue('1', { steps: [say('first a'), say('first b')] }), cue('2')])
    assert.deepEqual(await show.place(), ['stopped', null, '1'])
    const { state, current, next, lead } = await show.go(clock)
    assert.deepEqual([state, current, next, lead], ['running', '1', '2', 'test'])
    await show.until('finished', '1')
    await show.hasSaid('first a')
    await show.hasSaid('first b')
    await show.hasNotSaid('cue 2 ran')
    await show.go(clock)
    await show.hasSaid('cue 2 ran')
    await show.untilState('stopped')
    assert.deepEqual(await show.place(), ['stopped', null, '1'], 'the next Go starts from the top')
    assert.deepEqual(await kindsSince(show.since), [
      'show.started',
      'cue.started 1',
      'cue.finished 1',
      'cue.started 2',
      'cue.finished 2',
      'show.ended finished',
    ])
  })

  it('counts a second Go within 300 ms once, also at the same moment, and also when the show is over by then', async () => {
    const show = await makeShow(app, [cue('1', { pre_wait: 60 }), cue('2', { pre_wait: 60 }), cue('3')])
    clock.advance(400)
    await Promise.all([show.call('go-cue'), show.call('go-cue'), show.call('go-cue')])
    assert.deepEqual(await show.place(), ['running', '1', '2'])
    await show.go(clock)
    assert.deepEqual(await show.place(), ['running', '2', '3'])
    await show.call('stop-cues')

    const short = await makeShow(app, [cue('1', { steps: [say('only once')] })], 'Short show')
    await short.go(clock)
    await short.untilState('stopped')
    const [first] = await runsOf(short.id)
    await short.call('go-cue')
    assert.deepEqual(await runsOf(short.id), [first])
    await short.go(clock)
    await short.untilState('stopped')
    assert.equal((await runsOf(short.id)).length, 2)
  })

  async function runsOf(show: number): Promise<number[]> {
    const { runs } = (await app.call('get-show-report', { show })).body
    return runs.map(({ run_id }: { run_id: number }) => run_id)
  }

  it('waits before and after the steps of a cue, and follows by itself so many seconds later', async () => {
    const show = await makeShow(app, [
      cue('1', { pre_wait: 60, post_wait: 120, steps: [say('waited')] }),
      cue('2', { start: { after: 300 }, steps: [say('followed')] }),
      cue('3'),
    ])
    const { cues } = await show.go(clock)
    assert.equal(cues[0].state, 'pre_wait')
    assert.ok(cues[0].seconds_left > 58 && cues[0].seconds_left <= 60, String(cues[0].seconds_left))
    await pass(app, clock, 50_000)
    await show.hasNotSaid('waited')
    await pass(app, clock, 11_000)
    await show.hasSaid('waited')
    await show.until('post_wait', '1')
    await pass(app, clock, 121_000)
    await show.until('finished', '1')
    const { follows_in_seconds: left } = await show.list()
    assert.ok(left > 290 && left <= 300, String(left))
    await show.hasNotSaid('followed')
    await pass(app, clock, 301_000)
    await show.hasSaid('followed')
    await show.until('finished', '2')
    await pass(app, clock, hourMs)
    assert.deepEqual(await show.place(), ['running', '2', '3'], 'a cue that starts on Go waits for Go')
    await show.call('stop-cues')
  })

  it('starts the next cue early with Go, and then it does not follow a second time', async () => {
    const show = await makeShow(app, [cue('1'), cue('2', { start: { after: 60 }, steps: [say('early')] }), cue('3')])
    await show.go(clock)
    await show.until('finished', '1')
    await show.go(clock)
    await show.hasSaid('early')
    await show.until('finished', '2')
    await pass(app, clock, 2 * minuteMs)
    assert.deepEqual(await show.place(), ['running', '2', '3'])
    assert.equal((await show.said('early')).length, 1)
    await show.call('stop-cues')
  })

  it('goes back by standby of the cue before, jumps at once, and neither starts anything by itself', async () => {
    const show = await makeShow(app, [
      cue('1', { steps: [say('back one')] }),
      cue('2', { start: { after: 60 }, steps: [say('back two')] }),
      cue('3', { steps: [say('back three')] }),
      cue('4'),
    ])
    await show.call('standby-cue', { number: '2' })
    assert.deepEqual(await show.place(), ['standby', null, '2'])
    await pass(app, clock, 2 * minuteMs)
    await show.hasNotSaid('back two')
    await show.go(clock)
    await show.hasSaid('back two')
    await show.call('standby-cue', { number: '1' })
    assert.deepEqual(await show.place(), ['running', '2', '1'])
    clock.advance(400)
    await Promise.all([show.call('jump-to-cue', { number: '3' }), show.call('jump-to-cue', { number: '3' })])
    assert.equal((await show.call('get-show-report')).cues.length, 4, 'a second press of the same button is the same')
    const jumped = await show.list()
    assert.deepEqual([jumped.current, jumped.next], ['3', '4'])
    await show.hasSaid('back three')
    await show.hasNotSaid('back one')
    const { code, error } = await show.call('jump-to-cue', { number: '9' }, { status: 404 })
    assert.equal(code, 'cue_not_found', error)
    await show.call('stop-cues')
  })

  it('freezes waits and follow-ups on Hold, lets steps finish, and goes on with Go', async () => {
    const show = await makeShow(app, [
      cue('1', { steps: [{ type: 'wait', seconds: 0.2 }, say('finished while held')] }),
      cue('2', { start: { after: 100 }, pre_wait: 100, steps: [say('after the hold')] }),
      cue('3'),
    ])
    await show.go(clock)
    await show.call('hold-cues')
    await show.hasSaid('finished while held')
    await show.until('finished', '1')
    assert.deepEqual(await show.place(), ['held', '1', '2'])
    await pass(app, clock, hourMs)
    const held = await show.list()
    assert.deepEqual([held.state, held.current, held.follows_in_seconds], ['held', '1', 100])
    await show.go(clock)
    assert.deepEqual(await show.place(), ['running', '1', '2'], 'Go resumes and starts nothing else')
    await pass(app, clock, 101_000)
    await show.until('pre_wait', '2')
    await pass(app, clock, 40_000)
    await show.call('hold-cues')
    await pass(app, clock, hourMs)
    const { seconds_left: left } = (await show.list()).cues[1]
    assert.ok(left > 55 && left <= 60, String(left))
    await show.hasNotSaid('after the hold')
    await show.go(clock)
    await pass(app, clock, 61_000)
    await show.hasSaid('after the hold')
    await show.call('stop-cues')
  })

  it('ends everything at once on Stop: waits, follow-ups and the steps that have not begun', async () => {
    const show = await makeShow(app, [
      cue('1', { steps: [say('before stop'), { type: 'wait', seconds: 5 }, say('after stop')] }),
      cue('2', { pre_wait: 60, steps: [say('never said')] }),
      cue('3', { start: { after: 1 } }),
    ])
    await show.go(clock)
    await show.hasSaid('before stop')
    await show.go(clock)
    await show.until('pre_wait', '2')
    const stopped = await show.call('stop-cues')
    assert.deepEqual([stopped.state, stopped.current, stopped.next], ['stopped', null, '1'])
    await app.app.cuePlayer.settled()
    await pass(app, clock, hourMs)
    await app.app.cuePlayer.settled()
    await show.hasNotSaid('after stop')
    await show.hasNotSaid('never said')
    const report = await show.call('get-show-report')
    assert.deepEqual(
      report.cues.map(({ state }: { state: string }) => state),
      ['stopped', 'stopped', 'pending'],
    )
    assert.deepEqual((await show.call('stop-cues')).state, 'stopped', 'a second Stop changes nothing')
  })

  it('says why a step failed, and goes on', async () => {
    const broken = { type: 'effect', overlay_id: 'no-such-effect' }
    const show = await makeShow(app, [cue('1', { steps: [broken, say('still said')] }), cue('2')])
    await show.go(clock)
    await show.until('failed', '1')
    await show.hasSaid('still said')
    const [first] = (await show.list()).cues
    assert.match(first.error, /effect|overlay/i)
    await show.call('stop-cues')
  })

  it('goes on with its position while it is changed', async () => {
    const show = await makeShow(app, [cue('1'), cue('2'), cue('3')])
    await show.go(clock)
    await show.until('finished', '1')
    await app.call('save-show', { id: show.id, name: 'Renamed', cues: [cue('0'), cue('1'), cue('2'), cue('3')] })
    assert.deepEqual(await show.place(), ['running', '1', '2'])
    await app.call('save-show', { id: show.id, name: 'Renamed', cues: [cue('0'), cue('1'), cue('3'), cue('4')] })
    assert.deepEqual(await show.place(), ['running', '1', '3'], 'the one in its place')
    await app.call('delete-show', { id: show.id })
    assert.equal((await show.call('list-cues', {}, { status: 404 })).code, 'show_not_found')
  })
})
