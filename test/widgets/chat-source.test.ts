import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { ChatLine } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import type { PlatformEvent } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { openSourcePage, type SourcePage } from './source-page.ts'

runsOn('sqlite', 'postgres')
isSlow('it shows a thousand messages')

describe('the chat of a widget', () => {
  let app: TestApp
  let page: SourcePage
  before(async () => {
    app = await createTestApp({ sourceLimits: { lingerMs: 20, perChannel: 5 } })
    page = await openSourcePage(app)
    page.show({ source: 'chat' }, { source: 'emotes' })
    await page.until('an empty chat', 'chat', {}, () => true)
    await page.until('emotes', 'emotes', {}, () => true)
  })
  after(() => app.close())
  const others: SourcePage[] = []
  afterEach(() => {
    for (const other of others.splice(0)) other.close()
  })

  const lines = () => page.read('chat')?.lines ?? []
  const texts = () => lines().map(({ parts }) => parts.map(({ text }) => text).join(''))
  const say = async (text: string, { platform = 'PlatformA', username = 'alice', ...more } = {}): Promise<string> => {
    const { body } = await sandboxCall(app, 'chat', { platform, username, text, ...more })
    await page.until(text, 'chat', {}, () => texts().includes(text))
    return body.id
  }
  const feed = (event: PlatformEvent) => app.app.bot.feed({ channelId: app.channel.id, platform: 'kick' }, event)

  it('has the lines of all platforms with names, colours, badges and emotes', async () => {
    await say('hello from Twitch', { platform: 'PlatformB', username: 'bob' })
    const { body } = await sandboxCall(app, 'chat', {
      platform: 'PlatformA',
      username: 'alice',
      text: '😀 sandboxHi you',
      roles: ['moderator'],
    })
    await page.until('the line', 'chat', {}, () => lines().some(({ id }) => id === `kick:${body.id}`))
    const line = lines().at(-1) as ChatLine
    assert.deepEqual([line.platform, line.user.name], ['kick', 'Alice'])
    assert.deepEqual(
      line.user.badges.map(({ title }) => title),
      ['Moderator'],
    )
    assert.deepEqual(
      line.parts.map(({ text, url }) => [text, url?.slice(0, 10)]),
      [
        ['😀 ', undefined],
        ['sandboxHi', 'data:image'],
        [' you', undefined],
      ],
    )
    assert.ok(page.messages.some((one) => one.type === 'source-patch' && JSON.stringify(one.patch).includes('"name"')))
  })

  it('loses a line that is deleted, by whomever, and all lines of who is timed out or banned', async () => {
    const ids = [await say('one'), await say('two', { username: 'carol' }), await say('three', { username: 'dave' })]
    await sandboxCall(app, 'delete-message', { platform: 'PlatformA', id: ids[0] })
    await page.until('one deleted', 'chat', {}, () => !texts().includes('one'))
    await app.call('delete-message', { message_id: await say('four'), platform: 'PlatformA' })
    await page.until('four deleted', 'chat', {}, () => !texts().includes('four'))
    await app.call('ban', { platform: 'PlatformA', username: 'carol', duration: 1 }, { status: 'any' })
    await app.call('ban', { platform: 'PlatformA', username: 'dave' }, { status: 'any' })
    await page.until('their lines', 'chat', {}, () => !texts().includes('two') && !texts().includes('three'))
  })

  it('loses the lines of one platform when its chat is cleared, and keeps those of the others', async () => {
    await say('stays', { platform: 'PlatformA' })
    await say('goes', { platform: 'PlatformB', username: 'bob' })
    await sandboxCall(app, 'clear-chat', { platform: 'PlatformB' })
    await page.until('the cleared chat', 'chat', {}, () => !texts().includes('goes'))
    assert.ok(texts().includes('stays'))
  })

  it('never shows what a rule of the broadcaster blocks', async () => {
    const { db, settings } = app.ctx
    const rules = { words: { enabled: true, words: ['forbidden'] } }
    await db.write((tx) => settings.set(tx, app.cause, 'auto_moderation', rules))
    await sandboxCall(
      app,
      'chat',
      { platform: 'PlatformA', username: 'erin', text: 'a forbidden word' },
      { status: 'any' },
    )
    await say('after it', { username: 'frank' })
    assert.ok(!page.messages.some((one) => JSON.stringify(one).includes('forbidden')))
  })

  it('shortens endless names, and drops marks that would turn the page around', async () => {
    const user = { id: 'long', username: 'x'.repeat(500), displayname: `\u202e${'ن'.repeat(500)}` }
    await feed({ id: 'rtl', kind: 'chat', text: 'a\u202eb\u0007', user })
    await page.until('the line', 'chat', {}, () => lines().some(({ id }) => id === 'kick:rtl'))
    const line = lines().find(({ id }) => id === 'kick:rtl') as ChatLine
    assert.equal([...line.user.name].length, 100)
    assert.match(line.user.name, /^ن+…$/)
    assert.deepEqual(line.parts, [{ text: 'ab' }])
  })

  it('of a thousand messages comes in small batches, and ends with the newest lines', async () => {
    const before = page.messages.length
    const user = { id: 'own', username: 'showcaller', displayname: 'Showcaller' }
    const floods = Array.from({ length: 1_000 }, (_, count) =>
      feed({ id: `flood-${count}`, kind: 'chat', text: `flood ${count}`, user, isOwn: true }),
    )
    await Promise.all(floods)
    await page.until('the last line', 'chat', {}, () => texts().includes('flood 999'))
    const sent = page.messages.slice(before).filter(({ key }) => key.startsWith('chat'))
    const sizes = sent.map((one) =>
      one.type === 'source-patch' ? ((one.patch as { add?: unknown[] }).add ?? []).length : 0,
    )
    assert.ok(Math.max(...sizes) <= 20, `at most 20 lines in a message: ${sizes}`)
    const other = await openSourcePage(app)
    others.push(other)
    other.show({ source: 'chat' })
    const { lines: kept } = await other.until('the lines', 'chat', {}, () => true)
    assert.deepEqual([kept.length, kept.at(-1)?.parts], [50, [{ text: 'flood 999' }]])
  })

  it('is resumed without loss by a page that comes back, with what it missed and no more', async () => {
    const gone = await openSourcePage(app)
    gone.show({ source: 'chat' })
    await gone.until('the chat', 'chat', {}, () => true)
    const last = gone.seqOf('chat')
    gone.close()
    await say('while it was away')
    const back = await openSourcePage(app)
    others.push(back)
    const received: unknown[] = []
    const again = back.hub.open(app.channel.id, (message) => received.push(message))
    again.show([{ source: 'chat', params: {}, last }])
    assert.deepEqual(
      (received as { type: string }[]).map(({ type }) => type),
      ['source-patch'],
    )
    assert.match(JSON.stringify(received), /while it was away/)
    again.show([{ source: 'chat', params: {}, last: 12 }])
    assert.equal((received.at(-1) as { type: string }).type, 'source', 'a number of another server: everything')
    again.close()
  })

  it('is followed as often as allowed, by sources that exist, and by nobody once the last page has left', async () => {
    const greedy = await openSourcePage(app)
    const wanted = Array.from({ length: 6 }, (_, index) => ({
      source: 'value' as const,
      params: { name: `v${index}` },
    }))
    const refused = greedy.show(...wanted)
    assert.deepEqual(refused, ['value{"name":"v3"}', 'value{"name":"v4"}', 'value{"name":"v5"}'])
    assert.deepEqual(greedy.show({ source: 'goal', params: { what: 'nonsense' } }), ['goal{"what":"nonsense"}'])
    greedy.close()
    page.close()
    await eventually('nothing to be followed', () => page.hub.size === 0)
    await turns()
    assert.equal(app.logLines.filter((line) => line.includes('widget')).length, 0)
  })
})
