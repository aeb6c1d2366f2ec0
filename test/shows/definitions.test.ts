import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { cue, makeShow, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('the shows of a channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('are named where a call needs one, unless it is clear which is meant', async () => {
    assert.match((await app.call('go-cue', {}, { status: 404 })).body.error, /^There is no show yet/)
    const one = (await app.call('save-show', { name: 'The Friday Show', cues: [cue('1', { pre_wait: 60 })] })).body.id
    assert.equal((await app.call('list-cues')).body.show_id, one, 'the only one')
    const two = (await app.call('save-show', { name: 'Another', cues: [cue('1')] })).body.id
    const { body } = await app.call('list-cues', {}, { status: 404 })
    assert.deepEqual([body.code, body.error.startsWith('show is required')], ['show_not_found', true])
    assert.equal((await app.call('list-cues', { show: 'the friday show' })).body.show_id, one)
    assert.equal((await app.call('list-cues', { show: String(two) })).body.show_id, two)
    await app.call('go-cue', { show: one })
    assert.equal((await app.call('list-cues')).body.show_id, one, 'the one that runs')
    const { shows } = (await app.call('list-shows')).body
    assert.deepEqual(
      shows.map(({ id, name, cues, state }: Record<string, unknown>) => [id, name, cues, state]),
      [
        [one, 'The Friday Show', 1, 'running'],
        [two, 'Another', 1, 'stopped'],
      ],
    )
    await app.call('stop-cues')
    assert.equal((await app.call('list-cues')).body.show_id, one, 'the one that was run last')
    assert.match((await app.call('go-cue', { show: 'nobody' }, { status: 404 })).body.error, /no show nobody/)
    for (const id of [one, two]) await app.call('delete-show', { id })
  })

  it('come back as they were written, and can be saved again from that file', async () => {
    const owner = await signInAsOwner(app)
    const cues = [
      { number: '1', name: 'Opening', notes: 'Wait\nfor it', start: 'go', planned_seconds: 90, steps: [say('hi')] },
      { number: '1.5', name: 'Later', start: { after: 2.5 }, pre_wait: 1, post_wait: 0.5 },
      { number: '2', name: 'News', start: { at: '20:30' } },
    ]
    const { id } = (await app.call('save-show', { version: 1, name: 'File', cues })).body
    const { success: _, id: read, ...file } = (await owner.call('get-show', { id })).body
    assert.equal(read, id)
    assert.deepEqual(file, {
      version: 1,
      name: 'File',
      cues: [
        { ...cues[0], pre_wait: 0, post_wait: 0 },
        { ...cues[1], notes: '', steps: [] },
        { ...cues[2], notes: '', pre_wait: 0, post_wait: 0, steps: [] },
      ],
    })
    const copy = (await owner.call('save-show', file)).body.id
    assert.notEqual(copy, id)
    const { success: __, id: ___, ...again } = (await owner.call('get-show', { id: copy })).body
    assert.deepEqual(again, file)
  })

  it('are refused with the field that is wrong', async () => {
    const refusal = async (cues: unknown) => {
      const { body } = await app.call('save-show', { name: 'Wrong', cues }, { status: 400 })
      return body.details?.[0]?.path ?? body.error
    }
    assert.equal(await refusal([cue('1'), cue('1')]), 'cues[1].number')
    for (const start of ['stop', { at: '25:00' }, { after: 1, at: '20:30' }, {}]) {
      assert.equal(await refusal([cue('1', { start })]), 'cues[0].start', JSON.stringify(start))
    }
    assert.match(await refusal([cue('1', { start: { after: -1 } })]), /cues\[0\]\.start\.after/)
    assert.equal(await refusal([cue('1', { steps: [say('a'), { type: 'fly' }] })]), 'cues[0].steps[1].type')
    assert.equal(await refusal([cue('1', { steps: [{ type: 'say', as: 'bot' }] })]), 'cues[0].steps[0].text')
    assert.match(await refusal(Array.from({ length: 301 }, (_, index) => cue(`${index}`, { steps: [] }))), /cues/)
    const { body } = await app.call('save-show', { id: 999, name: 'Gone', cues: [] }, { status: 404 })
    assert.equal(body.code, 'show_not_found')
    const empty = await makeShow(app, [], 'Empty')
    assert.match((await empty.call('go-cue', {}, { status: 404 })).error, /has no cues/)
  })
})
