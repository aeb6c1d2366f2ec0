import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pluginId, readyActions, volumeAction } from '../../clients/streamdeck/src/ready-actions.ts'
import { readZip } from '../../scripts/release/zip-reader.ts'
import { operations } from '../../src/operations.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { FakeObs } from '../fakes/obs.ts'
import { fakeObsOf } from '../obs/connect-fake-obs.ts'
import { type FakeStreamDeck, startFakeStreamDeck } from './fake-stream-deck.ts'
import { downloadClient, installPlugin } from './install-client.ts'

runsOn('sqlite', { because: 'the client sees the API alone, and other tests prove it on both engines' })

const node22 = fileURLToPath(new URL(`./node_modules/node-linux-${process.arch}/bin/node`, import.meta.url))
const cli = fileURLToPath(new URL('./node_modules/@elgato/cli/bin/streamdeck.mjs', import.meta.url))
const plugin = `${pluginId}.sdPlugin`

describe('the plugin for the Stream Deck', () => {
  let folder: string
  let app: TestApp
  let deck: FakeStreamDeck
  let obs: FakeObs

  before(async () => {
    folder = await installPlugin('streamdeck')
    app = await createTestApp()
    obs = await fakeObsOf(app)
    deck = await startFakeStreamDeck(join(folder, plugin), node22)
    // As a person who has not entered anything: the form of any key adds the server.
    deck.appear('first', 'operation')
    deck.openInspector('first')
    await eventually('the key says what to do', () => /Any operation/.test(deck.textOn('first')))
    deck.ask('first', { type: 'save-server', name: 'Home', url: app.url, key: app.key })
    await deck.answered('first', ({ type, operations: found }) => type === 'state' && found.length > 0)
  })
  after(async () => {
    await deck?.close()
    await app?.close()
  })

  const lit = (context: string, color: string) => deck.imageOf(context).includes(`r="7" fill="${color}"`)
  const green = '#52d689'

  it("is accepted by Elgato's own tool, which packs the same files", async () => {
    const run = (...args: string[]) => execFileSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' })
    assert.match(run('validate', '--no-update-check', plugin), /Validation successful/)
    const target = mkdtempSync(join(tmpdir(), 'showcaller-deck-'))
    run('pack', '--no-update-check', '--output', target, plugin)
    const [file = '', ...more] = readdirSync(target)
    const downloaded = await downloadClient('streamdeck')
    assert.deepEqual([file, ...more], [basename(downloaded)])
    // The folder was unpacked from the download, so equal names are equal files.
    const namesIn = (path: string) => readZip(readFileSync(path)).map(({ name }) => name)
    assert.deepEqual(namesIn(downloaded).sort(), namesIn(join(target, file)).sort())
    rmSync(target, { recursive: true })
    const { Actions } = JSON.parse(readFileSync(join(folder, plugin, 'manifest.json'), 'utf8'))
    assert.deepEqual(
      Actions.map(({ UUID }: { UUID: string }) => UUID),
      [...readyActions, volumeAction].map(({ id }) => `${pluginId}.${id}`),
    )
    assert.ok(Actions.every(({ Icon }: { Icon: string }) => existsSync(join(folder, plugin, `${Icon}.svg`))))
  })

  it('offers every operation with its parameters, and never shows the key', async () => {
    const state = await deck.answered(
      'first',
      ({ type, servers }) => type === 'state' && servers[0]?.state === 'connected',
    )
    assert.deepEqual(
      state.operations.map(({ name, fields }: { name: string; fields: { name: string }[] }) => [
        name,
        fields.map((field) => field.name).sort(),
      ]),
      operations.map(({ name, input }) => [name, Object.keys(input.properties).sort()]),
    )
    const toForms = deck.sent.filter(({ event }) => event === 'sendToPropertyInspector')
    assert.doesNotMatch(JSON.stringify(toForms), new RegExp(app.key))
    assert.match(JSON.stringify(deck.globalSettings()), new RegExp(app.key))
  })

  it('has ready actions only for operations, parameters and events that there are', () => {
    const names = new Set<string>(operations.map(({ name }) => name))
    const types = new Set<string>(publishedEvents.map(({ type }) => type))
    for (const { id, operation, fields = [], choices = {}, live } of [...readyActions, volumeAction]) {
      if (operation !== undefined) assert.ok(names.has(operation), id)
      const { properties = {} } = operations.find(({ name }) => name === operation)?.input ?? {}
      for (const field of [...fields, ...Object.keys(choices)]) assert.ok(field in properties, `${id}: ${field}`)
      for (const source of Object.values(choices)) assert.ok(names.has(source.operation), id)
      const read = live?.read({ username: 'x' })
      if (read !== undefined) assert.ok(names.has(read.operation), id)
      for (const type of live?.events ?? []) assert.ok(types.has(type), `${id}: ${type}`)
    }
  })

  it('calls any operation with what a person typed, and offers what the channel has', async () => {
    deck.save('first', {
      operation: 'add-points',
      values: { username: 'viewer1', amount: '7', platform: 'PlatformA' },
    })
    await eventually('the key has its name', () => /Add points/.test(deck.textOn('first')))
    deck.press('first')
    await eventually('the points', async () => {
      const { body } = await app.call('get-points', { username: 'viewer1', platform: 'PlatformA' })
      return body.points === 7
    })
    deck.appear('alert', 'alert')
    deck.openInspector('alert')
    deck.ask('alert', { type: 'choices', field: 'name' })
    const { choices } = await deck.answered('alert', ({ type }) => type === 'choices')
    const { body } = await app.call('list-audio-alerts', {})
    assert.deepEqual(
      choices.map(({ value }: { value: string }) => value),
      body.alerts.map(({ name }: { name: string }) => name),
    )
    deck.save('alert', { values: { name: choices[0].value } })
    await eventually('the name on the key', () => deck.textOn('alert').includes(choices[0].value))
    deck.press('alert')
    await eventually('the reason', () => /overlay is not connected/i.test(deck.textOn('alert')))
    deck.appear('command', 'command', { values: { command: '!hello' } })
    await app.call('run-command', { command: 'hello' })
    await eventually('it lights up when the command runs', () => lit('command', green))
  })

  it('shows on the key why a call was refused', async () => {
    deck.appear('scene-unknown', 'scene', { values: { scene: 'Nowhere' } })
    await eventually('the server is known', () => /Nowhere/.test(deck.textOn('scene-unknown')))
    deck.press('scene-unknown')
    await eventually(
      'the reason',
      () => /no scene|scene/i.test(deck.textOn('scene-unknown')) && lit('scene-unknown', '#ff6a5c'),
    )
    assert.ok(deck.hasSent('showAlert', 'scene-unknown'))
    assert.equal(obs.world.scene, 'Gameplay')
  })

  it('shows a ring while a limit lasts, and does not call the server meanwhile', async () => {
    const limit = operations.find(({ name }) => name === 'clear-ai')?.ratePerMinute ?? 0
    for (let call = 0; call < limit; call++) await app.call('clear-ai', {})
    deck.appear('limited', 'operation', { operation: 'clear-ai', values: {} })
    await eventually('the name of the operation', () => /Clear ai/i.test(deck.textOn('limited')))
    deck.press('limited')
    await eventually('the refusal', () => lit('limited', '#ff6a5c'))
    assert.ok(deck.hasSent('showAlert', 'limited'))
    await eventually('the ring', () => /stroke-dasharray/.test(deck.imageOf('limited')))
    assert.match(deck.textOn('limited'), /\b\d{1,2}\b/)
    // The plugin itself says so; the sentence of the server is another.
    deck.press('limited')
    await eventually('the wait', () => /^Wait \d+ s$/.test(deck.textOn('limited')))
  })

  it('shows live state: points, viewers, scene, shield mode, song and the next cue', async () => {
    deck.appear('points', 'points', { values: { username: 'viewer2', platform: 'PlatformA' } })
    await eventually('the balance', () => /\b0\b/.test(deck.textOn('points')))
    await app.call('add-points', { username: 'viewer2', amount: 41, platform: 'PlatformA' })
    await eventually('the new balance', () => /\b41\b/.test(deck.textOn('points')))

    deck.appear('viewers', 'viewers')
    const { body } = await app.call('get-stream-meta', {})
    await eventually('the viewers', () => deck.textOn('viewers') === `${body.viewer_count} watching`)

    deck.appear('scene', 'scene', { values: { scene: 'Break' } })
    await eventually('the scene is not on air', () => /Break/.test(deck.textOn('scene')) && !lit('scene', green))
    deck.press('scene')
    await eventually('OBS switches', () => obs.world.scene === 'Break')
    await eventually('the key is lit', () => lit('scene', green))

    deck.appear('shield', 'shield', { values: { platform: 'PlatformA' } })
    deck.press('shield')
    await eventually('shield mode', async () => {
      const answer = await app.call('shield-mode', { mode: 'status', platform: 'PlatformA' })
      return answer.body.mode === 'on'
    })
    await app.call('shield-mode', { mode: 'off', platform: 'PlatformA' })
    await eventually('the light goes out', () => !lit('shield', green))

    await app.call('start-song', {})
    deck.appear('song', 'song')
    await eventually('the song is lit', () => lit('song', green))
    deck.press('song')
    await eventually('it pauses', async () => (await app.call('list-song-requests', {})).body.playing === 0)

    const cues = ['Opening', 'Interview'].map((name, index) => ({
      number: String(index + 1),
      name,
      start: 'go',
      steps: [],
    }))
    await app.call('save-show', { version: 1, name: 'Evening', cues })
    deck.appear('cue', 'cue', { values: { show: 'Evening' } })
    await eventually('the first cue', () => deck.textOn('cue') === '1 Opening')
    deck.press('cue')
    await eventually('the second cue', () => /2 Interview/.test(deck.textOn('cue')))
  })

  it('changes the volume with a dial, and mutes with a press', async () => {
    obs.input('Mic').volumeDb = -12
    deck.appear('dial', 'volume', { values: { input: 'Mic' } }, 'Encoder')
    await eventually('the volume of OBS', () => deck.feedbackOf('dial')?.value === '-12 dB')
    deck.turn('dial', 3)
    deck.turn('dial', -1)
    await eventually('OBS has it', () => Math.round(obs.input('Mic').volumeDb) === -10)
    assert.equal(deck.feedbackOf('dial').title, 'Mic')
    deck.pressDial('dial')
    await eventually('it is muted', () => obs.input('Mic').muted)
    await eventually('the strip says so', () => deck.feedbackOf('dial')?.value === 'muted')
  })

  it('works with several servers, and says what is wrong with one of them', async () => {
    const { key: testKey } = await app.makeKey(undefined, { isTest: true })
    deck.openInspector('first')
    deck.ask('first', { type: 'save-server', name: 'Test channel', url: app.url, key: testKey })
    deck.ask('first', { type: 'save-server', name: 'Wrong', url: app.url, key: 'sc_live_wrong' })
    const { servers } = await deck.answered(
      'first',
      (state) => state.type === 'state' && state.servers.length === 3 && state.servers[1].state === 'connected',
    )
    const [home, testServer, wrong] = servers
    const values = { username: 'viewer9', amount: '3', platform: 'PlatformA' }
    deck.appear('on-test-channel', 'points', { server: testServer.id, values })
    await eventually('the balance there', () => /\b0\b/.test(deck.textOn('on-test-channel')))
    deck.press('on-test-channel')
    await eventually('the new balance there', () => /\b3\b/.test(deck.textOn('on-test-channel')))
    const { body } = await app.call('get-points', { username: 'viewer9', platform: 'PlatformA' })
    assert.equal(body.points, 0, 'the first server is not touched')
    deck.appear('wrong', 'clip', { server: wrong.id })
    await eventually('the refusal is known', () => {
      deck.press('wrong')
      return /key/i.test(deck.textOn('wrong'))
    })
    deck.openInspector('first')
    deck.ask('first', { type: 'remove-server', id: wrong.id })
    await deck.answered('first', (state) => state.type === 'state' && state.servers.length === 2)
    assert.equal(home.name, 'Home')
  })
})
