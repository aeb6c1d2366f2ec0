import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createChangeLog, maxVersions } from '../../src/capabilities/change-log/change-log.ts'
import { type ThingKind, thingKinds } from '../../src/capabilities/change-log/contract/things.ts'
import { keptCommand } from '../../src/capabilities/commands/command-rows.ts'
import { versionedKinds } from '../../src/capabilities/versions/contract/kinds.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'
import { createRandom, type Random } from '../trust/random.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', 'postgres')

const place = { x: 50, y: 50, width: 20, height: 10, rotation: 0, layer: 0 }
const say = { type: 'say', text: 'Hello' }

/** Where the rows of things are. */
const tables = new Set([
  'commands',
  'command_words',
  'automations',
  'automation_platform_times',
  'shows',
  'show_runs',
  'show_cue_runs',
  'decks',
  'widgets',
  'effects',
  'audio_alerts',
  'named_values',
  'viewer_values',
  'uploads',
])

describe('the trash', () => {
  let app: TestApp
  let owner: PanelClient
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  /** Creates one of each kind, and returns how each is deleted. */
  async function createAll(name: string): Promise<Record<ThingKind, { thing: string; remove: [string, object] }>> {
    const made = async (operation: string, input: object) => (await owner.call(operation, input)).body
    const words = { command: name, aliases: [`${name}2`], message: 'Hi', action_json: { version: 1, steps: [] } }
    const command = (await made('save-command', words)).command.id
    const automation = (await made('save-automation', { name, trigger: { type: 'manual' }, steps: [say] })).id
    const show = (await made('save-show', { name, cues: [{ number: '1', name: 'Opening', steps: [] }] })).id
    const deck = (await made('save-deck', { name, pages: [{ name: 'One', buttons: [] }] })).id
    const widget = (await made('create-widget', { type: 'goal', name, settings: { label: name }, place })).widget.id
    const effect = { name, effect_type: 'confetti', effect_settings: {}, trigger_enabled: true }
    const overlay = (await made('create-effect', effect)).effect.overlay_id
    const alert = (await made('create-alert', { name, sound: 'builtin:pop' })).alert.id
    await made('define-value', { name, type: 'number', owner: 'viewer' })
    await app.call('set-value', { name, value: 7, username: 'alice', platform: 'PlatformA' })
    const seed = name.charCodeAt(name.length - 1)
    const sent = await sendFile(app, owner, { kind: 'sound', name: `${name}.wav`, bytes: wavOf(0.2, seed) })
    const upload = sent.body.upload.id
    return {
      command: { thing: String(command), remove: ['delete-command', { id: command }] },
      automation: { thing: String(automation), remove: ['delete-automation', { id: automation }] },
      show: { thing: String(show), remove: ['delete-show', { id: show }] },
      deck: { thing: String(deck), remove: ['delete-deck', { id: deck }] },
      widget: { thing: String(widget), remove: ['delete-widget', { id: widget }] },
      effect: { thing: overlay, remove: ['delete-effect', { overlay_id: overlay }] },
      alert: { thing: String(alert), remove: ['delete-alert', { id: alert }] },
      value: { thing: name, remove: ['delete-value', { name }] },
      upload: { thing: upload, remove: ['delete-upload', { id: upload }] },
    }
  }

  async function content(): Promise<unknown> {
    const reader = await readDatabase(app)
    try {
      const found = await reader.tables((name) => tables.has(name))
      return Object.fromEntries(
        Object.entries(found).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).toSorted()]),
      )
    } finally {
      await reader.close()
    }
  }

  const listed = async (client = owner) => (await client.call('list-trash')).body.entries

  it('gives back everything exactly as it was, in whatever order things are deleted and restored', async () => {
    const random = createRandom(20)
    const made = [await createAll('first'), await createAll('second')]
    await app.call('run-command', { command: 'first', username: 'alice', platform: 'PlatformA' }, { status: 'any' })
    await app.call('go-cue', { show: 'first' }, { status: 'any' })
    await app.call('stop-cues', { show: 'first' }, { status: 'any' })
    const all = made.flatMap((things) => thingKinds.map((kind) => ({ kind, ...things[kind] })))
    for (let round = 0; round < 3; round++) {
      const was = await content()
      const deleted = shuffled(all, random)
      for (const { remove } of deleted) await owner.call(...remove)
      assert.notDeepEqual(await content(), was)
      for (const { kind, thing } of shuffled(all, random)) await owner.call('undo-deletion', { kind, thing })
      assert.deepEqual(await content(), was, `round ${round}`)
    }
    assert.deepEqual(await listed(), [])
  })

  it('says who deleted what and until when it is there, to those who may delete it', async () => {
    const { command, deck } = await createAll('third')
    const editor = await signInAs(app, 'editor')
    await editor.call(...command.remove)
    await owner.call(...deck.remove)
    const [ofDeck, ofCommand] = await listed()
    assert.deepEqual([ofDeck.kind, ofDeck.name, ofDeck.thing], ['deck', 'third', deck.thing])
    assert.deepEqual([ofCommand.kind, ofCommand.actor], ['command', `person:${editor.personId}`])
    assert.equal(ofCommand.ends_at - ofCommand.deleted_at, 30 * dayMs)
    const seen = (await listed(editor)).map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(seen, ['command'], 'a deck is for owners')
    await editor.call('restore-from-trash', { id: ofDeck.id }, { status: 404 })
    await editor.call('undo-deletion', { kind: 'deck', thing: deck.thing }, { status: 404 })
    await editor.call('delete-from-trash', { id: ofCommand.id }, { status: 403 })
    await editor.call('empty-trash', {}, { status: 403 })
    const moderator = await signInAs(app, 'moderator')
    await moderator.call('list-trash', {}, { status: 403 })
    await editor.call('restore-from-trash', { id: ofCommand.id })
    await owner.call('restore-from-trash', { id: ofDeck.id })
    await owner.call('restore-from-trash', { id: ofDeck.id }, { status: 404 })
  })

  it('restores a command that chat runs again, and refuses one whose word is taken', async () => {
    const { command } = await createAll('fourth')
    await owner.call(...command.remove)
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: '!fourth' })
    const other = (await owner.call('save-command', { command: 'x4', aliases: ['fourth2'], message: 'Other' })).body
    const undo = { kind: 'command', thing: command.thing }
    const refused = (await owner.call('undo-deletion', undo, { status: 400 })).body
    assert.match(refused.error, /fourth2/)
    await owner.call('delete-command', { id: other.command.id })
    await owner.call('undo-deletion', undo)
    assert.equal((await app.call('run-command', { command: 'fourth' })).body.id, Number(command.thing))
  })

  it('does not open the links of a restored deck again', async () => {
    const { deck } = await createAll('fifth')
    const { url } = (await owner.call('create-deck-link', { id: Number(deck.thing), name: 'Tablet' })).body
    const headers = { Authorization: `Bearer ${new URL(url).hash.slice(1)}` }
    assert.equal((await fetch(`${app.url}/deck/layout`, { headers })).status, 200)
    await owner.call(...deck.remove)
    await owner.call('undo-deletion', { kind: 'deck', thing: deck.thing })
    assert.equal((await fetch(`${app.url}/deck/layout`, { headers })).status, 401)
  })

  it('ends after 30 days, with the versions, reports and files of what was in it', async () => {
    await owner.call('empty-trash')
    const things = await createAll('sixth')
    for (const { remove } of Object.values(things)) await owner.call(...remove)
    clock.advance(30 * dayMs - 1000)
    assert.equal(await app.ctx.changeLog.prune(), 0)
    clock.advance(2000)
    assert.equal(await app.ctx.changeLog.prune(), thingKinds.length)
    // The sessions have ended meanwhile.
    owner = await signInAsOwner(app)
    assert.deepEqual(await listed(), [])
    const reader = await readDatabase(app)
    const { changes = [] } = await reader.tables((name) => name === 'changes')
    await reader.close()
    assert.ok(!changes.some(({ kind, thing }) => kind === 'show' && thing === things.show.thing))
  })

  it('keeps the last saves of a thing, and no more', async () => {
    const { id } = (await owner.call('save-show', { name: 'Seventh', cues: [] })).body
    for (let number = 0; number < maxVersions + 5; number++) {
      await owner.call('save-show', { id, name: `Seventh ${number}`, cues: [] })
    }
    const kept = await app.ctx.changeLog.listChanges(app.ctx.db, app.channel.id, 'show', String(id))
    assert.equal(kept.length, maxVersions)
    assert.match(kept[0]?.content ?? '', /Seventh 23/)
    await owner.call('save-show', { id, name: 'Seventh 24', cues: [] })
    await owner.call('save-show', { id, name: 'Seventh 24', cues: [] })
    const same = await app.ctx.changeLog.listChanges(app.ctx.db, app.channel.id, 'show', String(id))
    assert.match(same[0]?.content ?? '', /Seventh 24/)
    assert.match(same[1]?.content ?? '', /Seventh 23/, 'saving the same again is no version')
  })

  it('shows the versions of each kind as its save takes them, with who saved them', async () => {
    const editor = await signInAs(app, 'editor')
    const things = await createAll('eighth')
    for (const kind of versionedKinds) {
      const id = Number(things[kind].thing)
      const first = (await owner.call('list-versions', { kind, id })).body
      assert.deepEqual(first.versions, [], kind)
      const original = first.current.content
      const changed = { ...original, [kind === 'command' ? 'command' : 'name']: 'ninth' }
      const who = kind === 'deck' ? owner : editor
      await who.call(`save-${kind}`, { id, ...changed })
      const { current, versions } = (await owner.call('list-versions', { kind, id })).body
      assert.deepEqual([current.content, versions.length, versions[0].content], [changed, 1, original], kind)
      if (kind !== 'deck') assert.equal(current.actor, `person:${editor.personId}`)
      assert.equal(versions[0].actor, first.current.actor)
      await owner.call(`save-${kind}`, { id, ...versions[0].content })
      assert.deepEqual((await owner.call('list-versions', { kind, id })).body.current.content, original, kind)
    }
    await editor.call('list-versions', { kind: 'deck', id: Number(things.deck.thing) }, { status: 404 })
    await owner.call('list-versions', { kind: 'show', id: 999_999 }, { status: 404 })
  })

  it('is bounded in bytes, and saves do not push out what was deleted', async () => {
    const { db } = app.ctx
    const small = createChangeLog({ db, clock, maxBytes: 4000 })
    const [first] = (await app.ctx.commands.list(app.channel)).items
    assert.ok(first !== undefined)
    const { channel } = await db.write((tx) => app.ctx.channels.create(tx, 'neighbour'))
    const cause = { ...app.cause, channel }
    const keep = (action: 'keepDeleted' | 'noteCreated', key: number) =>
      db.write((tx) => small[action](tx, cause, keptCommand, key, 'hello'))
    for (let key = 1; key <= 30; key++) await keep('keepDeleted', key)
    const before = await small.listDeleted(db, channel.id, { limit: 100 })
    assert.ok(before.length > 5 && before.length < 15, String(before.length))
    assert.equal(before[0]?.thing, '30', 'the newest stay')
    for (let key = 31; key <= 60; key++) await keep('noteCreated', key)
    assert.deepEqual(await small.listDeleted(db, channel.id, { limit: 100 }), before)
    assert.deepEqual(await small.listChanges(db, channel.id, 'command', '31'), [])
    assert.equal((await small.listChanges(db, channel.id, 'command', '60')).length, 1)
  })

  it('loses the traces of an erased viewer', async () => {
    const heidi = await app.ctx.viewers.get(app.channel, 'kick', { username: 'heidi' })
    await app.call('set-value', { name: 'quotes', value: ['Heidi said hello', 'Bob waits'] })
    const { id } = (await owner.call('save-command', { command: 'greet', message: 'Hi' })).body.command
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'heidi', text: '!greet' })
    await owner.call('delete-value', { name: 'quotes' })
    await owner.call('delete-command', { id })
    await owner.call('erase-viewer', { viewer_id: heidi.id, confirm: 'erase' })
    const reader = await readDatabase(app)
    const { changes = [] } = await reader.tables((name) => name === 'changes')
    await reader.close()
    assert.ok(changes.length > 0)
    const text = JSON.stringify(changes)
    assert.doesNotMatch(text, /heidi/i)
    assert.ok(!text.includes(`\\"${heidi.userId}\\"`))
    await owner.call('undo-deletion', { kind: 'value', thing: 'quotes' })
    assert.equal((await app.call('get-value', { name: 'quotes' })).body.value[1], 'Bob waits')
  })
})

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items]
  return items.map(() => left.splice(random.between(0, left.length - 1), 1)[0] as T)
}
