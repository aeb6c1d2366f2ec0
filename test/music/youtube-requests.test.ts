import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { RequestRules } from '../../src/capabilities/music/request-rules.ts'
import { videoIdIn } from '../../src/capabilities/music/youtube-songs.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeAutomation } from '../automations/automation-maker.ts'
import { answersTo, botLines, set, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { FakeServer } from '../fakes/fake-server.ts'
import { startFakeOembed } from '../fakes/youtube-oembed.ts'
import { openPlayerPage } from '../player/player-client.ts'
import { chatOf, eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const clearRows = ['song_requests', 'song_votes', 'players', 'songs'].map((table) =>
  sql<{ channel: number }>(`DELETE FROM ${table} WHERE channel_id = :channel`),
)
const link = (id: string) => `https://www.youtube.com/watch?v=${id}`
const [tide, storm, rude, locked] = ['tide0000001', 'storm000001', 'rude0000001', 'locked00001'] as const

describe('a link to a video', () => {
  it('names it in every form that people copy, and other links name none', () => {
    for (const written of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
      'https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
      'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ?si=abc',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ]) {
      assert.equal(videoIdIn(written), 'dQw4w9WgXcQ', written)
    }
    for (const written of [
      'https://www.youtube.com/@somebody',
      'https://www.youtube.com/playlist?list=PL1',
      'https://www.youtube.com/watch?v=short',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22%3E%3C',
      'https://youtu.be/',
    ]) {
      assert.equal(videoIdIn(written), undefined, written)
    }
  })
})

describe('a video of YouTube as a song request', () => {
  const clock = createTestClock()
  let app: TestApp
  let oembed: FakeServer
  const pages: Awaited<ReturnType<typeof openPlayerPage>>[] = []
  before(async () => {
    oembed = await startFakeOembed({
      [tide]: { title: 'Low tide', author: 'The Shore' },
      [storm]: { title: 'Storm', author: 'The Shore' },
      [rude]: { title: 'A BAD word', author: 'Somebody' },
      [locked]: 401,
      private0001: 403,
    })
    app = await createTestApp({ clock, oembedUrl: `${oembed.url}/oembed`, config: { outgoingAllow: ['127.0.0.1'] } })
    await makeAutomation(app, { type: 'command', command: 'sr' }, [{ type: 'request_song', song: '$(args)' }])
  })
  after(async () => {
    await app.close()
    await oembed.close()
  })
  beforeEach(async () => {
    await app.ctx.db.write(async (tx) => {
      for (const statement of clearRows) await tx.run(statement, { channel: app.channel.id })
    })
    // A limit of lookups in a minute is not what these tests are about.
    clock.advance(60_000)
    await rules({ youtube: true })
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.cut()
    await eventually('the pages to be gone', () => !app.ctx.playerPages.isOpen(app.channel.id))
  })

  const rules = (changed: Partial<RequestRules>) => set(app, 'song_requests', changed)
  const sr = (username: string, song: string) => answersTo(app, username, `!sr ${song}`)
  const list = async () => (await app.call('list-song-requests')).body
  async function open() {
    const page = await openPlayerPage(app)
    pages.push(page)
    return page
  }
  /** Waits for a line of the bot, which follows a report of the page. */
  const said = (text: string) => eventually(text, async () => botLines(await chatOf(app, 'PlatformA')).includes(text))

  it('is refused until the owner turns it on, and while the player page is not open', async () => {
    await rules({})
    const page = await open()
    assert.deepEqual(await sr('alice', link(tide)), ['@alice YouTube links cannot be requested here.'])
    page.cut()
    await eventually('the page to be gone', () => !app.ctx.playerPages.isOpen(app.channel.id))
    await rules({ youtube: true })
    assert.deepEqual(await sr('alice', link(tide)), [
      '@alice YouTube links cannot be requested now: the player page is not open in OBS.',
    ])
    assert.equal(oembed.requests.length, 0, 'nothing was asked of YouTube')
  })

  it('plays on the player page, which gets the address of the player and nothing else of the song', async () => {
    const page = await open()
    assert.equal(page.song(), null)
    assert.deepEqual(await sr('alice', link(tide)), ['Low tide plays now.'])
    await page.plays(({ frame }) => frame.endsWith(tide))
    const { id, ...song } = page.song() ?? assert.fail('nothing plays')
    assert.deepEqual(song, {
      frame: `https://www.youtube-nocookie.com/embed/${tide}`,
      playing: true,
      positionMs: 0,
      volume: song.volume,
    })
    const { request } = (await list()).song
    assert.deepEqual([request.id, request.source, request.artist], [id, `youtube:${tide}`, 'The Shore'])
    await app.call('stop-song')
    await page.plays(({ playing }) => !playing)
    await app.call('start-song')
    await page.plays(({ playing }) => playing)
    assert.deepEqual(await sr('bob', link(storm)), ['Storm is number 1 in the queue.'])
    await app.call('skip-song')
    await page.plays(({ frame }) => frame.endsWith(storm))
    await app.call('remove-song-request', { id: (await list()).song.request.id })
    await page.idle()
  })

  it('is where the embedded player is: ads and loading hold it, its length is what the player says', async () => {
    const page = await open()
    await sr('alice', link(tide))
    await sr('bob', link(storm))
    await page.plays(({ frame }) => frame.endsWith(tide))
    const { id } = page.song() ?? assert.fail('nothing plays')
    assert.equal((await list()).song.seconds, 600, 'the longest that is allowed, until the length is known')
    clock.advance(30_000)
    page.say({ type: 'position', id, positionMs: 0, seconds: 200 })
    await eventually('the length and the place', async () => {
      const { seconds, position_ms: positionMs } = (await list()).song
      return seconds === 200 && positionMs === 0
    })
    clock.advance(199_000)
    assert.equal((await list()).song.title, 'Low tide')
    // A difference that a person does not hear is not stored.
    const seq = (await app.ctx.music.place(app.ctx.db, app.channel.id)).positionMs
    page.say({ type: 'position', id, positionMs: 198_500, seconds: 200 })
    page.say({ type: 'ended', id: id + 1000 })
    page.say({ type: 'ended', id })
    await page.plays(({ frame }) => frame.endsWith(storm))
    assert.equal(seq, 199_000)
    assert.equal((await list()).song.title, 'Storm')
  })

  it('follows from the time alone when no page says anything', async () => {
    const page = await open()
    await sr('alice', link(tide))
    await page.plays(({ frame }) => frame.endsWith(tide))
    const { id } = page.song() ?? assert.fail('nothing plays')
    page.say({ type: 'position', id, positionMs: 0, seconds: 100 })
    await eventually('the length', async () => (await list()).song.seconds === 100)
    clock.advance(60_000)
    const late = await open()
    assert.deepEqual([late.song()?.id, late.song()?.positionMs], [id, 60_000])
    clock.advance(41_000)
    assert.equal((await list()).song, null)
  })

  it('is skipped with a word in chat when the player cannot play it, and the viewer is paid back', async () => {
    await rules({ youtube: true, price: 10 })
    for (const username of ['alice', 'bob', 'carol']) {
      await app.call('set-points', { username, amount: 100, platform: 'PlatformA' })
    }
    const page = await open()
    await sr('alice', link(tide))
    await sr('bob', link(storm))
    await page.plays(({ frame }) => frame.endsWith(tide))
    const seq = await lastSeq(app)
    const first = page.song() ?? assert.fail('nothing plays')
    page.say({ type: 'failed', id: first.id, code: 150 })
    await page.plays(({ frame }) => frame.endsWith(storm))
    await said('Low tide was skipped: YouTube does not allow playing it outside of its site.')
    assert.equal((await viewerOf(app, 'alice')).points, 100)
    const [removed] = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'song.request-removed')
    assert.deepEqual([removed?.data.title, removed?.data.refunded], ['Low tide', 10])
    // A second page that says the same of a song that is gone changes nothing.
    page.say({ type: 'failed', id: first.id, code: 150 })
    const second = page.song() ?? assert.fail('nothing plays')
    page.say({ type: 'position', id: second.id, positionMs: 0, seconds: 4_000 })
    await said('Storm was skipped: it takes 66:40; 10:00 is the maximum.')
    await page.idle()
    for (const [code, text] of [
      [0, 'Low tide was skipped: the player did not start it.'],
      [100, 'Low tide was skipped: YouTube does not have the video any more.'],
      [153, 'Low tide was skipped: the player of YouTube reported error 153.'],
    ] as const) {
      assert.deepEqual(await sr('carol', link(tide)), ['Low tide plays now.'])
      await page.plays(({ frame }) => frame.endsWith(tide))
      page.say({ type: 'failed', id: page.song()?.id ?? 0, code })
      await said(text)
      await page.idle()
    }
    assert.equal((await viewerOf(app, 'carol')).points, 100)
  })

  it('is refused by its title, by what YouTube says about it, and with Spotify as the player', async () => {
    await open()
    assert.deepEqual(await sr('alice', link(locked)), [
      '@alice YouTube does not allow playing this video outside of its site.',
    ])
    assert.deepEqual(await sr('alice', link('private0001')), [
      '@alice YouTube does not allow playing this video outside of its site.',
    ])
    assert.deepEqual(await sr('alice', link('unknown0001')), ['@alice YouTube has no such video.'])
    assert.deepEqual(await sr('alice', 'https://www.youtube.com/@somebody'), [
      '@alice The link does not name a video on YouTube.',
    ])
    await set(app, 'auto_moderation', { words: { enabled: true, words: ['bad'] } })
    assert.deepEqual(await sr('alice', link(rude)), ['@alice This video cannot be requested here.'])
    await set(app, 'auto_moderation', { words: { enabled: false, words: ['bad'] } })
    await rules({ youtube: true, blocked_words: ['tide'] })
    assert.deepEqual(await sr('alice', link(tide)), ['@alice Low tide cannot be requested here.'])
    await rules({ youtube: true })
    await set(app, 'music', { player: 'spotify' })
    assert.deepEqual(await sr('alice', link(tide)), [
      '@alice Spotify is the player: request a title or the link of a song on Spotify.',
    ])
    await set(app, 'music', { player: 'built_in' })
  })

  it('is not asked for more than thirty times a minute, whatever viewers write', async () => {
    await open()
    oembed.requests.length = 0
    const { songRequests } = app.ctx
    const alice = await viewerOf(app, 'alice')
    const caller = { ...app.cause, channel: app.channel }
    const ask = () => songRequests.request(caller, alice, link(locked)).catch((error: Error) => error.message)
    const answers: unknown[] = []
    for (let turn = 0; turn < 31; turn++) answers.push(await ask())
    assert.equal(answers[29], 'YouTube does not allow playing this video outside of its site.')
    assert.equal(answers[30], 'Another link is being checked. Try again in a moment.')
    assert.equal(oembed.requests.length, 30)
  })
})
