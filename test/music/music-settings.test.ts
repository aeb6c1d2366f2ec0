import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { putContent } from '../overlay/content.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock } from '../test-clock.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', 'postgres')

interface SongLine {
  readonly id: number
  readonly title: string
  readonly source: string
  readonly seconds: number
  readonly url: string | null
}
interface MusicLine {
  readonly playing: boolean
  readonly song: SongLine | null
  readonly position_ms: number
  readonly volume: number
  readonly queue: SongLine[]
  readonly library: { source: string; title: string; seconds: number; url: string; queued: boolean }[]
}

describe('music in the panel', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  let upload = ''
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    page = await openPage(app)
    upload = (await sendFile(app, owner, { kind: 'song', name: 'My tune.wav', bytes: wavOf(2.2) })).body.upload.ref
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })
  /** One, Two and Three, sixty seconds each. */
  beforeEach(() => putContent(app))

  const look = async () => (await owner.call('get-music')).body as MusicLine
  const titles = async () => (await look()).queue.map(({ title }) => title)
  /** What plays, and where: the clock of the test goes on by itself too, so a slow machine is a little further. */
  async function assertNow(title: string | undefined, playing: boolean, seconds: number): Promise<void> {
    const now = await look()
    assert.deepEqual([now.song?.title, now.playing], [title, playing])
    const at = now.position_ms / 1000
    assert.ok(at >= seconds && at < seconds + 25, `at ${at} s instead of ${seconds}`)
  }

  it('has a library of our tracks and the uploaded songs, each of which can be added', async () => {
    const { library } = await look()
    assert.deepEqual(
      library.map(({ source, title, queued }) => [source, title, queued]),
      [
        ['builtin:wings', 'In the Wings', false],
        ['builtin:walk', 'Walking to the Desk', false],
        ['builtin:intermission', 'Intermission', false],
        [upload, 'My tune', false],
      ],
    )
    const ours = await owner.call('add-song', { source: 'builtin:walk' })
    assert.deepEqual([ours.body.song.title, ours.body.song.seconds], ['Walking to the Desk', 68])
    const own = await owner.call('add-song', { source: upload, artist: 'Me' })
    assert.deepEqual([own.body.song.title, own.body.song.artist, own.body.song.seconds], ['My tune', 'Me', 3])
    assert.deepEqual(await titles(), ['One', 'Two', 'Three', 'Walking to the Desk', 'My tune'])
    assert.deepEqual(
      (await look()).library.map(({ queued }) => queued),
      [false, true, false, true],
    )
    assert.equal((await fetch(app.url + own.body.song.url)).status, 200)
    const refused = await owner.call('delete-upload', { id: upload.slice('upload:'.length) }, { status: 400 })
    assert.match(refused.body.error, /is used by the song My tune\.$/)
  })

  it('takes a file from elsewhere by its address, which the page gets as it is', async () => {
    const source = 'https://radio.example/a%20song.mp3?x=1'
    const made = await owner.call('add-song', { source, title: 'Elsewhere', seconds: 200 })
    assert.equal(made.status, 200, made.body.error)
    assert.deepEqual([made.body.song.url, made.body.song.seconds], [source, 200])
    const before = page.players.length
    await owner.call('play-queued-song', { id: made.body.song.id })
    await page.until(() => page.players.slice(before).some(({ song }) => song?.url === source), 'the song')
    const edited = await owner.call('edit-song', { id: made.body.song.id, title: 'Else', seconds: 210 })
    assert.deepEqual([edited.body.song.title, edited.body.song.seconds, edited.body.song.artist], ['Else', 210, ''])
  })

  it('plays, pauses, skips and jumps', async () => {
    assert.equal((await owner.call('start-song')).status, 200)
    clock.advance(5000)
    await assertNow('One', true, 5)
    assert.equal((await owner.call('stop-song')).status, 200)
    const { position_ms } = await look()
    clock.advance(50_000)
    await assertNow('One', false, 5)
    assert.equal((await look()).position_ms, position_ms)
    await owner.call('start-song')
    await owner.call('skip-song')
    await assertNow('Two', true, 0)
    await owner.call('play-queued-song', { id: 1 })
    await assertNow('One', true, 0)
    assert.equal((await owner.call('play-queued-song', { id: 99 }, { status: 404 })).status, 404)
  })

  it('continues with the same song at the same place when the queue changes around it', async () => {
    await owner.call('play-queued-song', { id: 2 })
    clock.advance(30_000)
    await owner.call('order-songs', { ids: [3, 2, 1] })
    await assertNow('Two', true, 30)
    await owner.call('add-song', { source: 'builtin:wings' })
    await owner.call('remove-song', { id: 3 })
    await owner.call('edit-song', { id: 1, title: 'Uno' })
    await assertNow('Two', true, 30)
    assert.deepEqual(await titles(), ['Two', 'Uno', 'In the Wings'])
    clock.advance(31_000)
    await assertNow('Uno', true, 1)
  })

  it('gives way to the next song when the one that plays is removed, and rests when none is left', async () => {
    await owner.call('play-queued-song', { id: 3 })
    clock.advance(10_000)
    assert.equal((await owner.call('remove-song', { id: 3 })).status, 200)
    await assertNow('One', true, 0)
    await owner.call('stop-song')
    await owner.call('remove-song', { id: 1 })
    await assertNow('Two', false, 0)
    await owner.call('remove-song', { id: 2 })
    await assertNow(undefined, false, 0)
    for (const name of ['start-song', 'skip-song']) {
      const { status, body } = await owner.call(name, {}, { status: 404 })
      assert.deepEqual([status, body.code], [404, 'queue_empty'], name)
    }
    await owner.call('add-song', { source: 'builtin:wings' })
    await owner.call('start-song')
    await assertNow('In the Wings', true, 0)
  })

  it('has one volume, which pages receive at once', async () => {
    assert.equal((await look()).volume, 0.6)
    assert.equal((await owner.call('set-music-volume', { volume: 0.25 })).status, 200)
    const volumes = () => page.messages.flatMap((one) => (one.type === 'settings' ? one.settings.volumes?.song : []))
    await page.until(() => volumes().includes(0.25), 'the volume')
    assert.equal((await look()).volume, 0.25)
    assert.equal((await owner.call('get-overlay-settings')).body.settings.volumes.song, 0.25)
    assert.equal((await owner.call('set-music-volume', { volume: 1.1 }, { status: 400 })).status, 400)
  })

  it('refuses what cannot be played, and leaves nothing behind', async () => {
    const seq = await app.ctx.overlays.lastSeq(app.channel.id)
    for (const [name, input, words] of [
      ['add-song', { source: 'http://radio.example/a.mp3', title: 'x', seconds: 1 }, /^source must be an address that/],
      ['add-song', { source: 'ftp://radio.example/a.mp3', title: 'x', seconds: 1 }, /^source must be an address that/],
      ['add-song', { source: 'https://me:pw@radio.example/a', title: 'x', seconds: 1 }, /^source must not hold a name/],
      ['add-song', { source: 'javascript:alert(1)', title: 'x', seconds: 1 }, /^source must name a built-in file/],
      ['add-song', { source: 'https://radio.example/a.mp3', seconds: 1 }, /^title is required/],
      ['add-song', { source: 'https://radio.example/a.mp3', title: 'x' }, /^seconds is required/],
      ['add-song', { source: 'builtin:coin' }, /^source must name a built-in file/],
      ['add-song', { source: 'upload:nothing' }, /^source must name a built-in file/],
      ['edit-song', { id: 1, title: 'x', seconds: 5 }, /^seconds is read from the file/],
      ['edit-song', { id: 1, title: '' }, /^title must not be empty/],
      ['order-songs', { ids: [1, 2] }, /^ids must contain each of the 3/],
    ] as const) {
      const { status, body } = await owner.call(name, input, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'], JSON.stringify(input))
      assert.match(body.error, words)
    }
    for (const name of ['remove-song', 'edit-song']) {
      assert.equal((await owner.call(name, { id: 99, title: 'x' }, { status: 404 })).status, 404)
    }
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), seq)
  })
})
