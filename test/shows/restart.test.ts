import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { chatOf, eventsSince } from '../sandbox/sandbox-calls.ts'
import { createTestClock, hourMs } from '../test-clock.ts'
import { cue, makeShow, pass, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('a show in the middle of which the server ends', () => {
  it('is held where it was: nothing fires by itself, no step is repeated, and Go goes on', async () => {
    const clock = createTestClock()
    let app: TestApp = await createTestApp({ clock })
    const { key } = app
    const show = await makeShow(app, [
      cue('1', { steps: [say('done before'), { type: 'wait', seconds: 5 }, say('cut off')] }),
      cue('2', { pre_wait: 600, steps: [say('was waiting')] }),
      cue('3', { start: { after: 5 }, steps: [say('follows')] }),
      cue('4'),
    ])
    await show.go(clock)
    await show.hasSaid('done before')
    await show.go(clock)
    await show.until('pre_wait', '2')
    await app.close({ keepFolder: true })

    app = await createTestApp({ clock, folder: app.folder })
    const read = async () => (await app.call('list-cues', { show: show.id }, { key })).body
    const texts = async () => (await chatOf(app, 'PlatformA', key)).map(({ text }) => text)
    const held = await read()
    assert.deepEqual([held.state, held.current, held.next], ['held', '2', '3'])
    assert.deepEqual(
      held.cues.map(({ state }: { state: string }) => state),
      ['interrupted', 'pre_wait', 'pending', 'pending'],
    )
    assert.ok(
      (await eventsSince(app, show.since)).some(({ kind, data }) => kind === 'show.held' && data.cause === 'restart'),
    )
    await pass(app, clock, hourMs)
    await app.app.cuePlayer.settled()
    assert.deepEqual(
      (await texts()).filter((text) => ['cut off', 'was waiting', 'follows'].includes(text)),
      [],
    )
    assert.equal((await texts()).filter((text) => text === 'done before').length, 1)

    await app.call('go-cue', { show: show.id }, { key })
    await pass(app, clock, hourMs)
    await eventually('the cue that waited to run', async () => (await texts()).includes('was waiting'))
    await eventually('it to be finished', async () => (await read()).cues[1].state === 'finished')
    await pass(app, clock, 6_000)
    await eventually('the next one to follow', async () => (await texts()).includes('follows'))
    assert.ok(!(await texts()).includes('cut off'))
    await app.close()
  })
})
