import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { chatOf, eventsSince } from '../sandbox/sandbox-calls.ts'
import { createTestClock, hourMs } from '../test-clock.ts'
import { cue, makeShow, pass, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('a show in the middle of which the server ends', () => {
  it('is held where it was: nothing fires by itself, no step is repeated, and Go goes on with every wait', async () => {
    const clock = createTestClock()
    let app: TestApp = await createTestApp({ clock })
    const { key } = app
    const show = await makeShow(app, [
      cue('1', { steps: [say('done before'), { type: 'wait', seconds: 5 }, say('after the wait')] }),
      cue('2', { pre_wait: 600, steps: [say('was waiting')] }),
      cue('3', { start: { after: 5 }, steps: [say('follows')] }),
      cue('4'),
    ])
    await show.go(clock)
    await show.hasSaid('done before')
    await waits(app)
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
      ['pre_wait', 'pre_wait', 'pending', 'pending'],
    )
    assert.ok(
      (await eventsSince(app, show.since)).some(({ kind, data }) => kind === 'show.held' && data.cause === 'restart'),
    )
    await pass(app, clock, hourMs)
    await app.app.cuePlayer.settled()
    assert.deepEqual(
      (await texts()).filter((text) => ['after the wait', 'was waiting', 'follows'].includes(text)),
      [],
    )
    assert.equal((await texts()).filter((text) => text === 'done before').length, 1)

    await app.call('go-cue', { show: show.id }, { key })
    await pass(app, clock, hourMs)
    await eventually('the cue that waited to run', async () => (await texts()).includes('was waiting'))
    await eventually('it to be finished', async () => (await read()).cues[1].state === 'finished')
    await pass(app, clock, 6_000)
    await eventually('the next one to follow', async () => (await texts()).includes('follows'))
    assert.equal((await texts()).filter((text) => text === 'after the wait').length, 1)
    assert.equal((await texts()).filter((text) => text === 'done before').length, 1)
    await app.close()
  })

  it('goes on in the middle of a cue after its wait, and then with the cue that follows', async () => {
    const clock = createTestClock()
    let app: TestApp = await createTestApp({ clock })
    const { key } = app
    const show = await makeShow(app, [
      cue('1', { steps: [say('before'), { type: 'wait', seconds: 3_000 }, say('behind'), say('last')], post_wait: 2 }),
      cue('2', { start: { after: 5 }, steps: [say('follows')] }),
      cue('3'),
    ])
    await show.go(clock)
    await show.hasSaid('before')
    await waits(app)
    clock.advance(2_000_000)
    await app.close({ keepFolder: true })

    app = await createTestApp({ clock, folder: app.folder })
    const read = async () => (await app.call('list-cues', { show: show.id }, { key })).body
    const texts = async () => (await chatOf(app, 'PlatformA', key)).map(({ text }) => text)
    await app.call('go-cue', { show: show.id }, { key })
    await pass(app, clock, 999_000)
    assert.ok(!(await texts()).includes('behind'), 'the rest of the wait is over')
    await pass(app, clock, 1_000)
    await eventually('the rest of the cue', async () => (await texts()).includes('last'))
    await eventually('its post-wait', async () => (await read()).cues[0].state === 'post_wait')
    await pass(app, clock, 2_000)
    await eventually('its end', async () => (await read()).cues[0].state === 'finished')
    await pass(app, clock, 5_000)
    await eventually('the cue that follows', async () => (await texts()).includes('follows'))
    const said = (await texts()).filter((text) => ['before', 'behind', 'last', 'follows'].includes(text))
    assert.deepEqual(said, ['before', 'behind', 'last', 'follows'])
    await app.close()
  })

  it('says what was left out of a cue in the middle of a step, and the next one still follows', async () => {
    const clock = createTestClock()
    let app: TestApp = await createTestApp({ clock })
    const { key } = app
    const inside = { type: 'repeat', times: 1, steps: [{ type: 'wait', seconds: 3_000 }] }
    const show = await makeShow(app, [
      cue('1', { steps: [say('before'), inside, say('behind')] }),
      cue('2', { start: { after: 5 }, steps: [say('follows')] }),
      cue('3'),
    ])
    await show.go(clock)
    await show.hasSaid('before')
    await eventually('the first step to be recorded', async () => (await doneOf(app)) === 2)
    await app.close({ keepFolder: true })

    app = await createTestApp({ clock, folder: app.folder })
    const read = async () => (await app.call('list-cues', { show: show.id }, { key })).body
    const texts = async () => (await chatOf(app, 'PlatformA', key)).map(({ text }) => text)
    const [first] = (await read()).cues
    assert.equal(first.state, 'interrupted')
    // Not a second press of the first one.
    clock.advance(1_000)
    assert.match(first.error, /2 of 3 steps were done, the rest was left out/)
    await app.call('go-cue', { show: show.id }, { key })
    await pass(app, clock, 5_000)
    await eventually('the cue that follows', async () => (await texts()).includes('follows'))
    assert.ok(!(await texts()).includes('behind'))
    await app.close()
  })
})

const findCue = sql<Record<never, never>, { done: number; until: number | null }>(
  'SELECT steps_done AS done, step_until AS until FROM show_cue_runs ORDER BY run_id, seq LIMIT 1',
)

async function doneOf(app: TestApp): Promise<number | undefined> {
  return (await app.ctx.db.get(findCue, {}))?.done
}

/** The wait of the first cue is stored. */
async function waits(app: TestApp): Promise<void> {
  await eventually('the wait to begin', async () => ((await app.ctx.db.get(findCue, {}))?.until ?? null) !== null)
}
