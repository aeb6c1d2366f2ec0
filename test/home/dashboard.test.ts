import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventGroups } from '../../src/definitions/event-groups.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { misfits } from '../contract/fits-schema.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')
isSlow('it reads the catalogue of games and waits for a platform that does not answer')

describe('the dashboard', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  it('answers as every definition promises', async () => {
    for (const { name, effect, output, example } of panelOperations) {
      assert.deepEqual(misfits(output, example.output), [], `example of ${name}`)
      if (effect !== 'none') continue
      const { status, body } = await owner.call(name, example.input, { status: 'any' })
      const { success, ...answer } = body
      if (success) assert.deepEqual(misfits(output, answer), [], name)
      else assert.equal(status, 404, name)
    }
  })

  it('shows what is on air and what needs somebody', async () => {
    const { state, needs, recent, last_seq } = (await owner.call('get-dashboard')).body
    assert.deepEqual(
      state.platforms.map(({ platform, live }: Record<string, unknown>) => [platform, live]),
      [
        ['kick', true],
        ['twitch', true],
        ['youtube', false],
        ['tiktok', false],
      ],
    )
    // Nothing is connected: what the sandbox simulates is neither a bot nor an extension.
    assert.deepEqual([state.overlay, state.bot, state.extension], [false, false, false])
    assert.deepEqual(needs, [{ code: 'overlay_away', count: 1 }])
    assert.equal(recent[0].seq, last_seq)
  })

  it('says that the built-in voice does not speak the language of the channel, until somebody chooses one', async () => {
    const lacksVoice = async () =>
      (await owner.call('get-dashboard')).body.needs.some(({ code }: { code: string }) => code === 'no_voice')
    await owner.call('save-setting', { name: 'language', value: { language: 'tr' } })
    assert.equal(await lacksVoice(), true)
    await owner.call('save-speech-settings', { settings: { language: 'tr' } })
    assert.equal(await lacksVoice(), false)
    await owner.call('save-speech-settings', { settings: {} })
    await owner.call('save-setting', { name: 'language', value: { language: 'en' } })
    assert.equal(await lacksVoice(), false)
  })

  it('reports a platform that does not answer, and the others all the same', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'readStream')
    const { state, needs } = (await owner.call('get-dashboard')).body
    assert.equal(typeof state.platforms[0].error, 'string')
    assert.equal(state.platforms[1].live, true)
    assert.ok(needs.some(({ code }: { code: string }) => code === 'platform_error'))
  })

  it('changes title and category on every platform that takes them', async () => {
    const answer = await owner.call('set-stream-meta', { title: 'Evening show', game: 'minecraft' })
    assert.deepEqual(
      answer.body.results.map(({ platform, success }: Record<string, unknown>) => [platform, success]),
      [
        ['PlatformA', true],
        ['PlatformB', true],
        ['PlatformC', true],
      ],
    )
    const { state } = (await owner.call('get-dashboard')).body
    assert.deepEqual([state.platforms[0].title, state.platforms[0].category], ['Evening show', 'Minecraft'])
    assert.equal((await owner.call('set-stream-meta', {}, { status: 400 })).status, 400)
    assert.equal(
      (await owner.call('set-stream-meta', { game: 'zzqx unheard of' }, { status: 404 })).body.code,
      'category_not_found',
    )
  })

  it('finds categories by what was typed', async () => {
    const { games } = (await owner.call('search-games', { query: 'minecr' })).body
    assert.equal(games[0].name, 'Minecraft')
  })

  it('pages through the log by group, newest first', async () => {
    for (const group of eventGroups) {
      const { events } = (await owner.call('list-events', { group, limit: 50 })).body
      for (const { kind } of events) assert.equal(eventRegistry.groupOf(kind), group)
    }
    const first = (await owner.call('list-events', { group: 'people', limit: 2 })).body
    const second = (await owner.call('list-events', { group: 'people', limit: 2, before: first.next_before })).body
    const seqs = [...first.events, ...second.events].map(({ seq }) => seq)
    assert.deepEqual(
      seqs,
      [...seqs].sort((a, b) => b - a),
    )
    assert.equal(new Set(seqs).size, 4)
  })

  it('names the person who did it in the log', async () => {
    const moderator = await signInAs(app, 'moderator')
    await moderator.call('set-stream-meta', { title: 'By a moderator' })
    const [event] = (await owner.call('list-events', { group: 'stream' })).body.events
    assert.equal(event.actor, `person:${moderator.personId}`)
  })

  it('shows, rolls and tries the overlay link', async () => {
    const { link } = (await owner.call('get-overlay-link')).body
    assert.match(link, /\/overlay#/)
    const rolled = (await owner.call('reset-overlay-link')).body.link
    assert.notEqual(rolled, link)
    assert.equal((await owner.call('get-overlay-link')).body.link, rolled)
    const tested = await owner.call('test-overlay', { kind: 'effect' })
    assert.equal(tested.body.id, null, 'no page has confirmed it')
    assert.deepEqual((await owner.call('get-overlay')).body.deliveries, [])
  })

  it('lists viewers, explains a balance and adjusts it with a reason', async () => {
    const { total, viewers } = (await owner.call('list-viewers', { platform: 'kick', limit: 3 })).body
    assert.equal(viewers.length, 3)
    assert.ok(total > 3)
    assert.ok(viewers[0].points >= viewers[1].points)
    const found = (await owner.call('list-viewers', { platform: 'kick', search: '@AL' })).body.viewers
    assert.deepEqual(
      found.map(({ username }: { username: string }) => username),
      ['alice'],
    )
    const viewer_id = found[0].id
    const change = { viewer_id, mode: 'add', amount: 7, reason: 'Won the quiz' }
    const { points } = (await owner.call('adjust-balance', change)).body
    assert.equal(points, found[0].points + 7)
    const { viewer, ledger } = (await owner.call('get-viewer', { viewer_id })).body
    assert.equal(viewer.points, points)
    assert.deepEqual([ledger[0].delta, ledger[0].balance, ledger[0].reason], [7, points, 'Won the quiz'])
    assert.match(ledger[0].actor, /^person:/)
    assert.equal((await owner.call('adjust-balance', { ...change, reason: ' ' }, { status: 400 })).status, 400)
    assert.equal((await owner.call('adjust-balance', { ...change, amount: 1.5 }, { status: 400 })).status, 400)
    assert.equal((await owner.call('adjust-balance', { ...change, viewer_id: 99_999 }, { status: 404 })).status, 404)
  })
})
