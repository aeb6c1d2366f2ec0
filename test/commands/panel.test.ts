import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('commands at the panel', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const lastEvent = async () => {
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))
    // A key that calls from a new address is noted a moment later, in between or not.
    return events.findLast(({ kind }) => !kind.startsWith('key.'))
  }
  const find = async (word: string) =>
    (await owner.call('list-command-settings', { search: word })).body.commands.find(
      ({ command }: { command: string }) => command === word,
    )

  it('makes one with every field, and the API lists it', async () => {
    const written = {
      command: '!Quiz',
      aliases: ['q'],
      message: 'Question for $(user)',
      show_in_list: false,
      api_enabled: false,
      discord_enabled: true,
      cooldown_global_seconds: 5,
      cooldown_user_seconds: 60,
      permissions: ['subscriber', 'user:mara'],
      denied_permissions: ['user:mallory'],
      actions: { version: 1, reply: 'last', steps: [{ type: 'points', target: '$(touser)', amount: '$(2)' }] },
      platforms: ['kick'],
      points_cost: 10,
      coin_cost: 1,
      delete_cost: 2,
      only_game_ids: [7],
      blocked_game_ids: [8],
    }
    const { status, body } = await owner.call('save-command', written)
    assert.equal(status, 200, body.error)
    const { id, run_count, last_run_at, ...kept } = body.command
    assert.deepEqual(kept, { ...written, command: 'Quiz', active: true })
    assert.deepEqual([run_count, last_run_at], [0, null])
    const listed = (await app.call('list-commands')).body.commands.find((one: { id: number }) => one.id === id)
    assert.deepEqual([listed.command, listed.platform_alpha, listed.platform_beta], ['Quiz', 1, 0])
    assert.deepEqual(listed.action_json, written.actions)
    const event = await lastEvent()
    assert.equal(event?.kind, 'command.created')
    assert.match(event?.actor ?? '', /^person:/)
    const changed = await owner.call('save-command', { ...written, id, message: '' })
    assert.equal(changed.body.command.message, '')
    assert.equal((await lastEvent())?.kind, 'command.changed')
  })

  it('says beside the field what is wrong, and keeps nothing', async () => {
    const step = (fields: object) => ({ actions: { version: 1, steps: [{ type: 'wait', seconds: 1 }, fields] } })
    const wrong: [object, RegExp, string?][] = [
      [{ command: 'hello' }, /^command: hello is taken by another command\.$/],
      [{ aliases: ['new', 'hi'] }, /^aliases: hi is taken/],
      [{ command: 'two words' }, /^command must be one word/],
      [{ permissions: ['king'] }, /^permissions must be of everyone, .*, not king\.$/],
      [{ message: 'x'.repeat(1501) }, /^message /],
      [{ actions: { version: 2, steps: [] } }, /^action_json must be/],
      [step({ type: 'fly' }), /^actions: step 2: type fly is not a step\.$/, 'actions.steps[1].type'],
      [step({ type: 'timeout', target: 'bob', minutes: 0 }), /step 2: minutes /, 'actions.steps[1].minutes'],
      [step({ type: 'timeout' }), /step 2: target is required/, 'actions.steps[1].target'],
      [step({ type: 'wait', seconds: 1, delay: 9 }), /step 2: delay /],
      [step({ type: 'wait', seconds: 1, condition: { value: 'a', matches: '(' } }), /step 2: /],
      [step({ type: 'wait', seconds: 1, condition: 'x' }), /step 2: condition /],
      [{ actions: { version: 1, steps: Array(31).fill({ type: 'wait', seconds: 0 }) } }, /at most 30 steps/],
    ]
    const before = await app.ctx.overlays.lastSeq(app.channel.id)
    for (const [fields, sentence, path] of wrong) {
      const { status, body } = await owner.call('save-command', { command: 'fresh', ...fields }, { status: 400 })
      assert.equal(status, 400, JSON.stringify(fields))
      assert.match(body.error, sentence)
      if (path !== undefined) assert.equal(body.details[0].path, path)
    }
    assert.equal(await find('fresh'), undefined)
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), before)
    assert.equal(
      (await owner.call('save-command', { id: 9999, command: 'fresh' }, { status: 404 })).body.code,
      'command_not_found',
    )
  })

  it('lets variables stand where a number or one of a few words is wanted', async () => {
    const steps = [
      { type: 'points', target: '$(touser)', amount: '$(2)', mode: '$(1)' },
      { type: 'watch_time', minutes: '$(1)', day: '$(2)' },
      { type: 'say', text: '$(args)', condition: [{ role: 'moderator' }, { value: '$(1)', matches: '^a+$' }] },
    ]
    const { status, body } = await owner.call('save-command', { command: 'loose', actions: { version: 1, steps } })
    assert.equal(status, 200, body.error)
  })

  it('duplicates under the next free word, switched off, and removes', async () => {
    const { id } = await find('hug')
    const first = (await owner.call('duplicate-command', { id })).body.command
    const second = (await owner.call('duplicate-command', { id: first.id })).body.command
    assert.deepEqual([first.command, second.command, first.active], ['hug2', 'hug3', false])
    assert.equal(first.message, (await find('hug')).message)
    assert.equal((await owner.call('delete-command', { id: second.id })).status, 200)
    assert.equal((await lastEvent())?.kind, 'command.removed')
    assert.equal(await find('hug3'), undefined)
    assert.equal(
      (await owner.call('delete-command', { id: second.id }, { status: 404 })).body.code,
      'command_not_found',
    )
  })

  it('runs with the same runner as chat, says what became of each step, and refuses what is off', async () => {
    const { id } = await find('hello')
    const ran = await owner.call('test-command', { id, username: 'alice' })
    assert.deepEqual(ran.body.outcomes, [{ type: 'reply', ok: true, message: null }])
    assert.equal((await chatOf(app)).at(-1)?.text, 'Hello alice!')
    assert.equal((await find('hello')).run_count, 1)
    const party = await owner.call('test-command', { id: (await find('party')).id })
    assert.deepEqual(
      party.body.outcomes.map(({ type, ok }: { type: string; ok: boolean }) => [type, ok]),
      [
        ['reply', true],
        ['effect', false],
        ['tts', false],
      ],
    )
    assert.match(party.body.outcomes[1].message, /overlay/)
    assert.equal((await owner.call('toggle-command', { id, active: false })).body.active, 0)
    const chatBefore = (await chatOf(app)).length
    assert.equal((await owner.call('test-command', { id }, { status: 404 })).body.code, 'command_disabled')
    assert.equal((await chatOf(app)).length, chatBefore)
    assert.equal((await owner.call('toggle-command', { id, active: true })).body.active, 1)
  })

  it('previews a reply and leaves no trace', async () => {
    const before = await app.ctx.overlays.lastSeq(app.channel.id)
    const chatBefore = (await chatOf(app)).length
    const asked = { message: '$(displayname): $(args) $(points) $(count) $(nonsense)', args: 'hi', id: 1 }
    const { body } = await owner.call('preview-reply', asked)
    assert.match(body.text, /^Alice: hi 1200 \d+ \$\(nonsense\)$/)
    const long = await owner.call('preview-reply', { message: 'word '.repeat(200), platform: 'tiktok' })
    assert.equal(long.body.lines.length, 3)
    assert.equal(long.body.is_cut, true)
    const unknown = await owner.call('preview-reply', { message: '$(user) $(points)', username: 'nobody_at_all' })
    assert.equal(unknown.body.text, 'nobody_at_all 0')
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), before)
    assert.equal((await chatOf(app)).length, chatBefore)
  })

  it('gives out every command and takes them back, row by row', async () => {
    const { format, version, commands } = (await owner.call('export-commands')).body
    assert.deepEqual([format, version], ['showcaller-commands', 1])
    const again = (await owner.call('import-commands', { commands })).body
    assert.deepEqual([again.created, again.changed, again.passed_over, again.failed], [0, 0, commands.length, []])
    const replaced = (await owner.call('import-commands', { commands, replace: true })).body
    assert.deepEqual([replaced.changed, replaced.failed], [commands.length, []])
    assert.deepEqual((await owner.call('export-commands')).body.commands, commands)
    const mixed = [
      { command: 'brought', message: 'Hi' },
      { command: 'other', aliases: ['hi'] },
      { command: 'wrong', permissions: ['king'] },
      { message: 'No word' },
      { command: 'brought', message: 'Twice' },
      { command: 'hello', message: 'Changed' },
    ]
    const { body } = await owner.call('import-commands', { commands: mixed })
    assert.deepEqual([body.created, body.changed, body.passed_over], [1, 0, 2])
    assert.deepEqual(
      body.failed.map(({ index, command }: { index: number; command: string }) => [index, command]),
      [
        [1, 'other'],
        [2, 'wrong'],
        [3, ''],
      ],
    )
    assert.equal((await find('brought')).message, 'Hi')
    assert.equal(await find('other'), undefined)
    assert.equal(
      (await owner.call('import-commands', { commands: Array(501).fill({ command: 'x' }) }, { status: 400 })).status,
      400,
    )
  })

  it('takes a file of an older version, in which a command has its own timer', async () => {
    const commands = [{ command: 'reminder', auto_message_interval_minutes: 30, auto_message_min_chat_count: 4 }]
    for (let time = 0; time < 2; time++) await owner.call('import-commands', { commands, replace: true })
    const { automations } = (await owner.call('list-automations')).body
    const timers = automations.filter(({ name }: { name: string }) => name.startsWith('Timer: reminder'))
    assert.equal(timers.length, 1)
    const listed = (await app.call('list-commands')).body.commands.find(
      ({ command }: { command: string }) => command === 'reminder',
    )
    assert.deepEqual([listed.auto_message_interval_minutes, listed.auto_message_min_chat_count], [30, 4])
    const { timer } = (await owner.call('get-command', { id: listed.id })).body
    assert.deepEqual(timer, { automation_id: timers[0].id, every_minutes: 30, min_chat_lines: 4 })
  })

  it('names categories and finds them by what was typed', async () => {
    const [game] = (await owner.call('search-games', { query: 'minecraf' })).body.games
    assert.equal(game.name, 'Minecraft')
    const ids = [game.alpha_category_id, 999_999_999]
    const { categories } = (await owner.call('get-category-names', { ids })).body
    assert.deepEqual(categories, [{ id: game.alpha_category_id, name: 'Minecraft' }])
  })

  it('lets a moderator run one but not change it', async () => {
    const moderator = await signInAs(app, 'moderator')
    const { id } = await find('discord')
    assert.equal((await moderator.call('test-command', { id })).status, 200)
    assert.equal((await moderator.call('toggle-command', { id, active: false }, { status: 403 })).status, 403)
    assert.equal((await find('discord')).active, true)
  })
})
