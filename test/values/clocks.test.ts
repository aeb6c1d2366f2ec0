import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createStillClock, hourMs, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const alice = { username: 'alice', platform: 'PlatformA' }

describe('a clock', () => {
  const clock = createStillClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const read = async (name: string, who: object = {}) => {
    const { body } = await app.call('get-value', { name, ...who })
    return [body.value, body.running]
  }
  const act = (name: string, action: string, who: object = {}) => app.call('set-value', { name, action, ...who })
  const changesSince = async (seq: number, name: string) =>
    (await eventsSince(app, seq))
      .filter(({ kind, data }) => kind === 'value.changed' && data.name === name)
      .map(({ data: { change, value, previous_value: before } }) => [change, before, value])

  it('counts up from its first start, stands while it is paused, and writes nothing while it runs', async () => {
    const seq = await lastSeq(app)
    const { body } = await act('on-air', 'start')
    assert.deepEqual([body.type, body.value, body.running, body.direction], ['clock', 0, 1, 'up'])
    clock.pass(90_500)
    assert.deepEqual(await read('on-air'), [90, 1])
    await act('on-air', 'pause')
    clock.pass(hourMs)
    assert.deepEqual(await read('on-air'), [90, 0])
    await act('on-air', 'start')
    clock.pass(9_500)
    assert.deepEqual(await read('on-air'), [100, 1], 'the half second before the pause counts')
    await act('on-air', 'start')
    await act('on-air', 'reset')
    assert.deepEqual(await read('on-air'), [0, 0])
    assert.deepEqual(await changesSince(seq, 'on-air'), [
      ['created', 0, 0],
      ['paused', 90, 90],
      ['started', 90, 90],
      ['reset', 100, 0],
    ])
  })

  it('counts down to 0, takes and loses time while it runs, and announces its end once', async () => {
    await app.call('define-value', { name: 'subathon', type: 'clock', initial: 600, maximum: 900 })
    await act('subathon', 'start')
    clock.pass(minuteMs)
    assert.deepEqual(await read('subathon'), [540, 1])
    assert.equal((await app.call('add-to-value', { name: 'subathon', amount: 120 })).body.value, 660)
    assert.equal((await app.call('add-to-value', { name: 'subathon', amount: 9999 })).body.value, 900, 'its maximum')
    assert.equal((await app.call('add-to-value', { name: 'subathon', amount: -840 })).body.value, 60)
    clock.pass(59_001)
    assert.deepEqual(await read('subathon'), [1, 1], 'shows 1 until it is over')
    const seq = await lastSeq(app)
    clock.pass(5_000)
    assert.deepEqual((await read('subathon'))[0], 0)
    await app.app.clockEnds.tick()
    await app.app.clockEnds.tick()
    assert.deepEqual(await changesSince(seq, 'subathon'), [['ended', 60, 0]])
    assert.deepEqual(await read('subathon'), [0, 0])
    const { body } = await app.call('set-value', { name: 'subathon', action: 'start' }, { status: 400 })
    assert.equal(body.error, 'action: subathon is at its end. Set a time or reset it first.')
    assert.equal((await act('subathon', 'reset')).body.value, 600)
    await app.call('set-value', { name: 'subathon', value: 901 }, { status: 400 })
  })

  it('that is changed after its end has ended first', async () => {
    await app.call('set-value', { name: 'late', value: 10, action: 'start' })
    const seq = await lastSeq(app)
    clock.pass(11_000)
    const { body } = await app.call('add-to-value', { name: 'late', amount: 30 })
    assert.deepEqual([body.previous_value, body.value, body.running], [0, 30, 0])
    await app.app.clockEnds.tick()
    assert.deepEqual(await changesSince(seq, 'late'), [
      ['ended', 10, 0],
      ['added', 0, 30],
    ])
  })

  it('that loses all its time ends at that moment', async () => {
    await app.call('set-value', { name: 'fuse', value: 10, action: 'start' })
    const seq = await lastSeq(app)
    await app.call('add-to-value', { name: 'fuse', amount: -10 })
    clock.pass(minuteMs)
    await app.app.clockEnds.tick()
    assert.deepEqual(await changesSince(seq, 'fuse'), [['ended', 10, 0]])
  })

  it('of a viewer runs for that viewer alone, and names the viewer at its end', async () => {
    await app.call('define-value', { name: 'turn', type: 'clock', owner: 'viewer', initial: 30 })
    await act('turn', 'start', alice)
    clock.pass(10_000)
    assert.deepEqual(
      [await read('turn', alice), await read('turn', { ...alice, username: 'bob' })],
      [
        [20, 1],
        [30, 0],
      ],
    )
    const seq = await lastSeq(app)
    clock.pass(20_000)
    await app.app.clockEnds.tick()
    const [ended] = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'value.changed')
    assert.deepEqual([ended?.data.change, ended?.data.username, ended?.platform], ['ended', 'alice', 'kick'])
  })

  it('announces its end by itself when the time has come', async () => {
    const seq = await lastSeq(app)
    // This clock stands still: the timer is set by the start, and the time has come when it fires.
    await app.call('set-value', { name: 'soon', value: 0.05, action: 'start' })
    clock.pass(50)
    await eventually('the end of the clock', async () => (await changesSince(seq, 'soon')).length === 2)
    assert.deepEqual((await changesSince(seq, 'soon')).at(-1), ['ended', 1, 0])
  })
})

it('a clock goes on over a restart, and what ended meanwhile is announced at the start', async () => {
  const clock = createStillClock()
  const first = await createTestApp({ clock })
  await first.call('set-value', { name: 'short', value: 60, action: 'start' })
  await first.call('set-value', { name: 'long', value: 3600, action: 'start' })
  const seq = await lastSeq(first)
  await first.close({ keepFolder: true })
  clock.pass(10 * minuteMs)
  const second = await createTestApp({ clock, folder: first.folder })
  try {
    const ended = (await eventsSince(second, seq)).filter(({ kind }) => kind === 'value.changed')
    assert.deepEqual(
      ended.map(({ data, actor }) => [data.name, data.change, data.value, actor]),
      [['short', 'ended', 0, 'clock']],
    )
    const { body } = await second.call('get-value', { name: 'long' })
    assert.deepEqual([body.value, body.running], [3000, 1])
  } finally {
    await second.close()
  }
})
