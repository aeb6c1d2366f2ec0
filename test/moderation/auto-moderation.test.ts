import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findsCaps, findsLink, findsWord } from '../../src/capabilities/moderation/message-checks.ts'
import { answersTo, set, type, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the automatic rules', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const stays = async (username: string, text: string, more: Parameters<typeof type>[3] = {}) => {
    const id = await type(app, username, text, more)
    return (await chatOf(app)).some((line) => line.id === id)
  }
  const nasty = 'BUY FOLLOWERS AT evil.example NOW'

  it('delete nothing until they are switched on', async () => {
    for (let time = 0; time < 4; time++) assert.equal(await stays('viewer1', nasty), true)
  })

  for (const [rule, settings, text] of [
    ['links', { links: { enabled: true } }, 'look at evil.example'],
    ['caps', { caps: { enabled: true } }, 'THIS IS ALL CAPITALS'],
    ['words', { words: { enabled: true, words: ['rude'] } }, 'you are Rude!'],
    ['words by pattern', { words: { enabled: true, patterns: ['^buy +f'] } }, 'Buy  followers'],
  ] as const) {
    it(`delete what ${rule} minds, write it down, and leave the rest`, async () => {
      await set(app, 'auto_moderation', settings)
      assert.equal(await stays('viewer2', text), false)
      assert.equal(await stays('viewer2', 'a kind word'), true)
      const [entry] = (await app.call('get-moderation-log', { type: 'delete', limit: 1 })).body.entries
      assert.equal(entry.username, 'viewer2')
      assert.equal(entry.moderator, `rule:${rule.split(' ')[0]}`)
    })
  }

  it('delete the same message the third time within the window', async () => {
    await set(app, 'auto_moderation', { repeats: { enabled: true, times: 3, seconds: 60 } })
    assert.deepEqual(
      [await stays('viewer3', 'again'), await stays('viewer3', 'AGAIN '), await stays('viewer3', 'again')],
      [true, true, false],
    )
    assert.equal(await stays('viewer4', 'again'), true)
    assert.equal(await stays('viewer3', 'something else'), true)
  })

  it('do not take for the same message again what the platform reports twice', async () => {
    const place = { channelId: app.channel.id, platform: 'kick' } as const
    const user = { id: '10028', username: 'viewer8', displayname: 'Viewer8' }
    const event = { id: 'sent-twice', kind: 'chat', text: 'sent twice', user } as const
    for (let time = 0; time < 3; time++) await app.app.bot.feed(place, event)
    assert.equal(await stays('viewer8', 'sent twice'), true)
    assert.equal(await stays('viewer8', 'sent twice'), false)
  })

  it('leave alone whoever is exempt', async () => {
    await set(app, 'auto_moderation', { links: { enabled: true } })
    assert.equal(await stays('viewer5', 'evil.example', { roles: ['moderator'] }), true)
    assert.equal(await stays('viewer5', 'evil.example', { roles: ['vip'] }), false)
    await set(app, 'auto_moderation', { exempt: ['follower'], links: { enabled: true } })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'viewer5' })
    assert.equal(await stays('viewer5', 'evil.example', { roles: [] }), true)
  })

  it('time out as well where they are asked to', async () => {
    await set(app, 'auto_moderation', { links: { enabled: true, action: 'timeout', minutes: 3 } })
    assert.equal(await stays('viewer6', 'evil.example'), false)
    const { bans } = (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body
    assert.deepEqual([bans[0].username, bans[0].minutes], ['viewer6', 3])
  })

  it('give their reason in the language of the channel, which the platform shows to the viewer', async () => {
    await set(app, 'auto_moderation', { links: { enabled: true, action: 'timeout', minutes: 3 } })
    const reasonsFor = async (username: string) => {
      assert.equal(await stays(username, 'evil.example'), false)
      const { bans } = (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body
      const ban = bans.find((one: { username: string }) => one.username === username)
      const [deleted] = (await app.call('get-moderation-log', { type: 'delete', limit: 1 })).body.entries
      return [ban.reason, deleted.reason]
    }
    assert.deepEqual(await reasonsFor('viewer11'), ['Links are not allowed.', 'Links are not allowed.'])
    await set(app, 'language', { language: 'de' })
    assert.deepEqual(await reasonsFor('viewer12'), ['Links sind nicht erlaubt.', 'Links sind nicht erlaubt.'])
    await set(app, 'language', { language: 'en' })
  })

  const evil = Array.from({ length: 50 }, (_, index) => `(?:a?){950}a{1000}q${index}`)

  it('refuse patterns that are too complex, one by one or together, with a sentence', async () => {
    const panel = await signInAsOwner(app)
    const save = async (patterns: readonly string[]) => {
      const value = { words: { enabled: true, patterns } }
      const { body } = await panel.call('save-setting', { name: 'auto_moderation', value }, { status: 400 })
      return [body.code, body.error]
    }
    assert.deepEqual(await save(evil), [
      'invalid_parameter',
      'words.patterns[0]: This pattern is too complex: use fewer and smaller repetitions such as {1,20}.',
    ])
    const [, together] = await save(Array.from({ length: 10 }, (_, index) => `[a-z]{${index + 40}}`))
    assert.match(
      together,
      /^words\.patterns: These patterns are too complex together: their size is \d+, and at most 400/,
    )
  })

  it('do not run stored patterns that are too complex, say so once, and use the others', async () => {
    const large = Array.from({ length: 10 }, (_, index) => `[a-z]{${index + 60}}q`)
    await set(app, 'auto_moderation', {
      words: { enabled: true, patterns: ['^buy +f', ...evil.slice(0, 30), ...large] },
    })
    assert.equal(await stays('viewer9', `${'a'.repeat(450)}q`), false, 'a pattern that fits into the limit is used')
    for (let time = 0; time < 3; time++) assert.equal(await stays('viewer9', `${'a '.repeat(220)}`), true)
    assert.equal(await stays('viewer9', 'Buy  followers'), false)
    const reported = await eventsOf('moderation.patterns-disabled')
    assert.equal(reported.length, 1)
    const disabled = JSON.stringify(reported[0]?.data)
    assert.ok(disabled.includes(JSON.stringify(evil[0])) && disabled.includes(JSON.stringify(large.at(-1))))
    assert.ok(!disabled.includes('buy'))
  })

  async function eventsOf(kind: string) {
    const all = await app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000)
    return all.filter((event) => event.kind === kind)
  }

  it('keep a message from earning points and from running a command, and count it all the same', async () => {
    await set(app, 'earning', { enabled: true, per_message: 5, message_window_seconds: 0 })
    await set(app, 'auto_moderation', { links: { enabled: true } })
    const before = await viewerOf(app, 'viewer7')
    assert.deepEqual(await answersTo(app, 'viewer7', '!hello evil.example'), [])
    const after = await viewerOf(app, 'viewer7')
    assert.deepEqual([after.points - before.points, after.messageCount - before.messageCount], [0, 1])
  })
})

describe('what the rules check', () => {
  for (const [text, allowed, found] of [
    ['see example.com', [], true],
    ['https://example.com/path?x=1', [], true],
    ['see example.com', ['example.com'], false],
    ['clips.example.com/x', ['example.com'], false],
    ['badexample.com', ['example.com'], true],
    ['fine.Then we go on', [], true],
    ['that was 3.5 points', [], false],
    ['wait... what', [], false],
    ['look at evil.example.', [], true],
    ['evil.example...', [], true],
    ['http://192.0.2.7/x', [], true],
    ['https://localhost:8080', [], true],
    ['HTTPS://user@evil.example:443/x', ['evil.example'], false],
    ['https://good.example.', ['good.example'], false],
    ['https://good.example@evil.example', ['good.example'], true],
    ['no link here', [], false],
    ['münchen.de', [], true],
  ] as const) {
    it(`links: ${JSON.stringify(text)} ${found ? 'is' : 'is no'} address`, () => {
      assert.equal(findsLink(text, allowed), found)
    })
  }
  for (const [text, found] of [
    ['HELLO EVERYBODY', true],
    ['HELLO', false],
    ['Hello Everybody Here', false],
    ['ПРИВЕТ ВСЕМ ТУТ', true],
    ['こんにちは みなさん こんにちは', false],
    ['1234567890 !!!!', false],
  ] as const) {
    it(`caps: ${JSON.stringify(text)} ${found ? 'is' : 'is not'} too loud`, () => {
      assert.equal(findsCaps(text, { min_letters: 10, percent: 70 }), found)
    })
  }
  for (const [text, found] of [
    ['You are RUDE!', true],
    ['prudent people', false],
    ['go away now', true],
    ['rude', true],
    ['', false],
  ] as const) {
    it(`words: ${JSON.stringify(text)} ${found ? 'holds' : 'holds no'} banned word`, () => {
      assert.equal(findsWord(text, ['rude', 'Go Away']), found)
    })
  }
})
