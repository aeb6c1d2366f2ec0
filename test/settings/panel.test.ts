import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { formSettings } from '../../src/registry/settings.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('settings at the panel', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const setting = async (name: string) =>
    (await owner.call('get-settings')).body.settings.find((one: { name: string }) => one.name === name)

  it('are as defined until they are saved, and then as saved', async () => {
    for (const { name, default: defaults } of formSettings) {
      const { value } = await setting(name)
      assert.deepEqual(value, defaults, name)
      assert.equal((await owner.call('save-setting', { name, value })).status, 200, name)
    }
    const earning = { enabled: true, per_minute: 2, multipliers: { subscriber: 2 } }
    const saved = (await owner.call('save-setting', { name: 'earning', value: earning })).body.value
    assert.equal(saved.multipliers.follower, 1, 'what is left out is as usual')
    assert.deepEqual((await setting('earning')).value, saved)
    assert.equal((await app.ctx.settings.of(app.channel.id)).earning.per_minute, 2)
  })

  it('are judged by their own definition, field by field, and a wrong one changes nothing', async () => {
    const before = (await setting('auto_moderation')).value
    const wrong = { caps: { enabled: true, percent: 900 }, words: { words: 5 } }
    const answer = await owner.call('save-setting', { name: 'auto_moderation', value: wrong }, { status: 400 })
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.details.map(({ path }: { path: string }) => path),
      ['caps.percent', 'words.words'],
    )
    const pattern = { words: { enabled: true, patterns: ['fine', '(unclosed'] } }
    const refused = await owner.call('save-setting', { name: 'auto_moderation', value: pattern }, { status: 400 })
    assert.equal(refused.body.details[0].path, 'words.patterns[1]')
    assert.equal((await owner.call('save-setting', { name: 'nonsense', value: {} }, { status: 400 })).status, 400)
    assert.deepEqual((await setting('auto_moderation')).value, before)
  })

  it('give the channel its days by a time zone that exists', async () => {
    for (const time_zone of ['Mars/Olympus', '+02:00', '5']) {
      assert.equal((await owner.call('set-time-zone', { time_zone }, { status: 400 })).status, 400, time_zone)
    }
    assert.equal(
      (await owner.call('set-time-zone', { time_zone: 'pacific/auckland' })).body.time_zone,
      'Pacific/Auckland',
    )
    assert.equal((await owner.call('get-me')).body.channel.time_zone, 'Pacific/Auckland')
    assert.equal((await app.ctx.channels.find(app.channel.id))?.timeZone, 'Pacific/Auckland')
    const twin = await app.ctx.channels.testChannelOf(app.channel)
    assert.equal(twin.timeZone, 'Pacific/Auckland')
  })

  describe('in the audit log', () => {
    it('stand with who changed what, by person and by kind, newest first', async () => {
      const editor = await signInAs(app, 'editor')
      await editor.call('save-setting', { name: 'commands', value: { prefix: '?' } })
      await app.call('add-points', { username: 'bob', amount: 1, platform: 'PlatformA' })
      const all = (await owner.call('list-audit')).body.entries
      assert.deepEqual(
        all.map(({ seq }: { seq: number }) => seq),
        all.map(({ seq }: { seq: number }) => seq).toSorted((a: number, b: number) => b - a),
      )
      assert.ok(all.every(({ actor }: { actor: string }) => actor.startsWith('person:') || actor === 'cli'))
      const actor = `person:${editor.personId}`
      const own = (await owner.call('list-audit', { actor, kind: 'setting' })).body.entries
      assert.equal(own.length, 1)
      assert.deepEqual([own[0].kind, own[0].data.name, own[0].data.value.prefix], ['setting.changed', 'commands', '?'])
    })

    it('are paged', async () => {
      const first = (await owner.call('list-audit', { limit: 2 })).body
      const second = (await owner.call('list-audit', { limit: 2, before: first.next_before })).body
      const seqs = [...first.entries, ...second.entries].map(({ seq }) => seq)
      assert.equal(new Set(seqs).size, 4)
    })

    it('hold no secret, whatever was sent', async () => {
      const made = (await owner.call('create-key', { name: 'Audited', scopes: ['chat:write'] })).body
      const body = { message: 'hidden words' }
      await owner.call('run-as-key', { key_id: made.id, operation: 'send-message', body })
      const { entries } = (await owner.call('list-audit')).body
      assert.equal(entries[0].kind, 'panel.run-as-key')
      assert.deepEqual(entries[0].data, { key_id: made.id, operation: 'send-message' })
      assert.equal(JSON.stringify(entries).includes(made.key), false)
    })
  })

  describe('as a backup', () => {
    const download = (client: PanelClient, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/panel/backup`, {
        method: 'POST',
        headers: { Cookie: client.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
      })

    it('are downloaded whole by the owner, with the uploads, and leave no copy behind', async () => {
      const hash = 'ab'.repeat(32)
      mkdirSync(join(app.folder, 'uploads'), { recursive: true })
      writeFileSync(join(app.folder, 'uploads', `${hash}.mp3`), 'a sound')
      const response = await download(owner)
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-disposition') ?? '', /filename="showcaller-\d{4}-\d\d-\d\d\.tar"/)
      const place = join(app.folder, 'downloaded')
      mkdirSync(place)
      writeFileSync(join(place, 'all.tar'), Buffer.from(await response.arrayBuffer()))
      // With the system's own tool, since a person may open it so too.
      execFileSync('tar', ['-xf', 'all.tar'], { cwd: place })
      assert.equal(readFileSync(join(place, 'showcaller.sqlite-uploads', `${hash}.mp3`), 'utf8'), 'a sound')
      const copy = new DatabaseSync(join(place, 'showcaller.sqlite'), { readOnly: true })
      const { count } = copy.prepare('SELECT count(*) AS count FROM viewers').get() as { count: number }
      copy.close()
      assert.ok(count > 0)
      const isGone = () => readdirSync(app.folder).every((name) => !name.startsWith('backup-'))
      await eventually('the copy on the server to be gone', isGone)
    })

    it('are for nobody else', async () => {
      assert.equal((await download(await signInAs(app, 'editor'))).status, 403)
      assert.equal((await download(owner, { Cookie: '' })).status, 401)
      assert.equal((await download(owner, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
      assert.equal((await fetch(`${app.url}/panel/backup`, { headers: { Cookie: owner.cookie } })).status, 404)
      await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'somebody else'))
      const answer = await download(owner)
      assert.equal(answer.status, 403)
      assert.match(((await answer.json()) as { error: string }).error, /contains every channel of this server/)
    })
  })
})
