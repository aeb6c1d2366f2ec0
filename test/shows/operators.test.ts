import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { cue, makeShow, say } from './show-maker.ts'

runsOn('sqlite', 'postgres')

describe('who runs a show', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const waiting = () => [cue('1', { pre_wait: 600 }), cue('2', { pre_wait: 600 }), cue('3', { pre_wait: 600 })]

  it('is refused with a sentence while somebody else has the lead, and takes it with one call', async () => {
    const show = await makeShow(app, waiting())
    const other = await app.makeKey(['cues:run', 'cues:read'])
    await show.go(clock)
    for (const [operation, input] of [
      ['go-cue', {}],
      ['standby-cue', { number: '1' }],
      ['jump-to-cue', { number: '1' }],
      ['hold-cues', {}],
      ['stop-cues', {}],
    ] as const) {
      const refused = await show.call(operation, input, { status: 403, key: other.key })
      assert.equal(refused.code, 'lead_required', operation)
      assert.equal(refused.error, 'test has the lead of the show Test show. Take the lead first.')
    }
    assert.deepEqual(await show.place(), ['running', '1', '2'])
    clock.advance(400)
    const taken = await show.call('go-cue', { take_lead: true }, { key: other.key })
    assert.deepEqual([taken.current, taken.next], ['2', '3'])
    clock.advance(400)
    await show.call('go-cue', {}, { status: 403 })
    await show.call('stop-cues', { take_lead: true })
    await show.call('standby-cue', { number: '2' }, { key: other.key })
    assert.equal((await show.list()).state, 'standby', 'a new run has a new lead')
    await show.call('stop-cues', { take_lead: true })
  })

  it('is one operator with the panel and with a key that the same person created', async () => {
    const owner = await signInAsOwner(app)
    const { key } = (await owner.call('create-key', { name: 'Stream Deck', scopes: ['cues:run'] })).body
    const moderator = await signInAs(app, 'moderator')
    const show = await makeShow(app, waiting())
    const control = async (client: typeof owner, action: string, status: 200 | 403 = 200) => {
      clock.advance(400)
      return (await client.call('control-show', { id: show.id, action }, { status })).body
    }
    assert.deepEqual((await control(owner, 'go')).lead.is_mine, true)
    clock.advance(400)
    const byDeck = await show.call('go-cue', {}, { key })
    assert.equal(byDeck.current, '2')
    assert.equal((await control(owner, 'hold')).state, 'held')
    assert.equal((await control(moderator, 'go', 403)).code, 'lead_required')
    assert.equal((await control(moderator, 'lead')).lead.is_mine, true)
    assert.equal((await control(moderator, 'go')).state, 'running')
    const { lead } = (await owner.call('get-show-run', { id: show.id })).body
    assert.deepEqual(lead, { name: 'a moderator', is_mine: false })
    clock.advance(400)
    assert.equal((await show.call('go-cue', {}, { key, status: 403 })).code, 'lead_required')
    assert.equal((await control(moderator, 'back')).next, '2')
    assert.equal((await control(moderator, 'back')).next, '1')
    assert.equal((await control(moderator, 'back')).next, '1')
    await control(moderator, 'stop')
    const viewer = await signInAs(app, 'viewer')
    assert.equal(
      (await viewer.call('control-show', { id: show.id, action: 'go' }, { status: 403 })).body.code,
      'missing_role',
    )
  })

  it('sees every change at once in every open tab, also those of a rehearsal', async () => {
    const owner = await signInAsOwner(app)
    const tab = await openTab(app, owner.cookie)
    const show = await makeShow(app, waiting())
    const notices = () => tab.messages.filter(({ event, data }) => event === 'show' && data.id === show.id)
    await show.go(clock)
    await eventually('the tab to learn of Go', () => notices().some(({ data }) => data.is_test === false))
    await show.call('stop-cues')
    await eventually('the show to be on the test channel', async () => {
      const { status } = await owner.call('get-show-run', { id: show.id, rehearsal: true }, { status: 'any' })
      return status === 200
    })
    await owner.call('control-show', { id: show.id, action: 'go', rehearsal: true })
    await eventually('the tab to learn of the rehearsal', () => notices().some(({ data }) => data.is_test === true))
    await owner.call('control-show', { id: show.id, action: 'stop', rehearsal: true })
    tab.close()
  })

  it('rehearses a whole show on the test channel, and the channel notices nothing', async () => {
    const owner = await signInAsOwner(app)
    const show = await makeShow(app, [
      cue('1', { steps: [say('tried one')] }),
      cue('2', { start: { after: 0 }, steps: [say('tried two')] }),
    ])
    const { key } = await app.makeKey(undefined, { isTest: true })
    await eventually('the show to be on the test channel', async () => {
      const { status } = await owner.call('get-show-run', { id: show.id, rehearsal: true }, { status: 'any' })
      return status === 200
    })
    await owner.call('control-show', { id: show.id, action: 'go', rehearsal: true })
    await eventually('the rehearsal to end', async () => {
      const { body } = await app.call('get-show-report', { show: show.id }, { key, status: 'any' })
      return body.state === 'stopped'
    })
    const lines = (await chatOf(app, 'PlatformA', key)).map(({ text }) => text)
    assert.deepEqual(
      lines.filter((text) => text.startsWith('tried')),
      ['tried one', 'tried two'],
    )
    await show.hasNotSaid('tried one')
    assert.deepEqual(await show.place(), ['stopped', null, '1'])
    assert.equal((await show.call('get-show-report', {}, { status: 404 })).code, 'report_not_found')
    const report = await show.call('get-show-report', { on_test_channel: 1 })
    assert.deepEqual(
      report.cues.map(({ number, state }: { number: string; state: string }) => `${number} ${state}`),
      ['1 finished', '2 finished'],
    )
  })

  it('keeps the lead while steps of an automation run the show', async () => {
    const owner = await signInAsOwner(app)
    const show = await makeShow(app, [cue('1', { pre_wait: 600 }), cue('2'), cue('3')])
    await owner.call('control-show', { id: show.id, action: 'go' })
    const lead = async () => (await owner.call('get-show-run', { id: show.id })).body.lead
    const before = await lead()
    const run = async (...steps: object[]) => {
      const automation = { name: 'Caller', trigger: { type: 'manual' }, steps }
      const { key } = await app.makeKey(['automations:write', 'automations:run'])
      const { id } = (await app.call('save-automation', automation, { key })).body
      await app.call('run-automation', { id }, { key })
      await app.app.bot.settled()
      return (await app.call('list-automation-runs', { automation_id: id })).body.runs[0].status
    }
    const named = { show: String(show.id) }
    assert.equal(await run({ type: 'standby_cue', number: '3', ...named }, { type: 'hold_cues', ...named }), 'done')
    assert.deepEqual(await show.place(), ['held', '1', '3'])
    assert.deepEqual(await lead(), before)
    assert.equal(await run({ type: 'stop_cues', ...named }), 'done')
    assert.equal((await show.place())[0], 'stopped')
    assert.equal(await run({ type: 'go_cue', show: 'no such show' }), 'failed')
  })
})
