import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PlayerRow, placeAt, stateOf } from '../../src/capabilities/music/place.ts'
import type { Song } from '../../src/capabilities/overlay/contract/player.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTestClock } from '../test-clock.ts'
import { countRows, putContent } from './content.ts'
import { openPage } from './page-client.ts'

runsOn('sqlite', 'postgres')

const moveTo = sql<{ channel: number; positionMs: number }>(
  'UPDATE players SET position_ms = :positionMs WHERE channel_id = :channel',
)

async function withApp(run: (app: TestApp) => Promise<void>, songs?: string[]) {
  const clock = createTestClock({ runs: true })
  const app = await createTestApp({ clock })
  try {
    await putContent(app, songs === undefined ? {} : { songs })
    await run(app)
  } finally {
    await app.close()
  }
}

async function now(app: TestApp): Promise<string> {
  const { playing, song } = await app.ctx.music.player(app.channel.id)
  return `${song?.title ?? 'nothing'} ${playing ? 'plays' : 'rests'}`
}

describe('music', () => {
  it('starts, pauses, continues and skips round the queue without any page', async () => {
    await withApp(async (app) => {
      assert.equal(await now(app), 'nothing rests')
      for (const [operation, then] of [
        ['start-song', 'One plays'],
        ['start-song', 'One plays'],
        ['stop-song', 'One rests'],
        ['stop-song', 'One rests'],
        ['start-song', 'One plays'],
        ['skip-song', 'Two plays'],
        ['stop-song', 'Two rests'],
        ['skip-song', 'Three plays'],
        ['skip-song', 'One plays'],
      ] as const) {
        const answer = await app.call(operation)
        assert.deepEqual([answer.status, answer.body], [200, { success: true }])
        assert.equal(await now(app), then, operation)
      }
    })
  })

  it('has nothing to play or skip in an empty queue, and writes nothing', async () => {
    await withApp(async (app) => {
      const rows = await countRows(app)
      for (const operation of ['start-song', 'skip-song']) {
        const answer = await app.call(operation, {}, { status: 404 })
        assert.deepEqual([answer.status, answer.body.code], [404, 'queue_empty'])
      }
      assert.equal((await app.call('stop-song')).status, 200)
      assert.deepEqual(await countRows(app), rows)
    }, [])
  })

  it('notifies pages when they come and at every change, but not those that show something else', async () => {
    await withApp(async (app) => {
      const page = await openPage(app)
      const songs = await openPage(app, { only: 'song' })
      const speech = await openPage(app, { only: 'tts' })
      await songs.until(() => songs.players.length === 1, 'the state')
      assert.deepEqual(songs.players[0], { playing: false, song: null, positionMs: 0 })
      await app.call('start-song')
      await page.until(() => page.players.at(-1)?.song?.title === 'One', 'the first song')
      await app.call('skip-song')
      await songs.until(() => songs.players.at(-1)?.song?.title === 'Two', 'the second song')
      const late = await openPage(app)
      await late.until(() => late.players.length === 1, 'the state')
      assert.deepEqual([late.players[0]?.playing, late.players[0]?.song?.title], [true, 'Two'])
      assert.deepEqual(speech.players, [])
      for (const open of [page, songs, speech, late]) open.cut()
    })
  })

  it('keeps its place over a pause and a restart', async () => {
    const clock = createTestClock()
    const first = await createTestApp({ clock })
    await putContent(first)
    await first.call('start-song')
    clock.advance(20_000)
    await first.call('stop-song')
    clock.advance(1_000_000)
    await first.close({ keepFolder: true })
    const second = await createTestApp({ clock, folder: first.folder })
    try {
      await second.call('start-song')
      const { song, positionMs } = await second.ctx.music.player(second.channel.id)
      assert.equal(song?.title, 'One')
      assert.equal(positionMs, 20_000)
    } finally {
      await second.close()
    }
  })

  it('sends pages the next song when one runs out', async () => {
    await withApp(async (app) => {
      const page = await openPage(app)
      await app.call('start-song')
      await app.call('stop-song')
      await app.ctx.db.write((tx) => tx.run(moveTo, { channel: app.channel.id, positionMs: 59_800 }))
      await app.call('start-song')
      await page.until(() => page.players.at(-1)?.song?.title === 'Two', 'the second song')
      page.cut()
    })
  })
})

const stateAt = (now: number, queue: readonly Song[], row: PlayerRow) => stateOf(placeAt(now, queue, [], row))

describe('what plays now', () => {
  const queue: Song[] = [
    { id: 1, title: 'One', artist: '', source: '', seconds: 10 },
    { id: 2, title: 'Two', artist: '', source: '', seconds: 20 },
  ]
  const row = { playing: 1, song_id: 2, position_ms: 5_000, changed_at: 1_000 }

  it('follows from the time since the last change, round and round', () => {
    const titleAt = (ms: number) => {
      const { song, positionMs } = stateAt(1_000 + ms, queue, row)
      return [song?.title, positionMs]
    }
    assert.deepEqual(titleAt(0), ['Two', 5_000])
    assert.deepEqual(titleAt(14_999), ['Two', 19_999])
    assert.deepEqual(titleAt(15_000), ['One', 0])
    assert.deepEqual(titleAt(25_000), ['Two', 0])
    assert.deepEqual(titleAt(30_000_000), ['Two', 5_000])
    assert.deepEqual(titleAt(-50_000), ['Two', 5_000], 'a clock set back holds the song')
  })

  it('is nothing when the song is gone, and bears songs without a length', () => {
    assert.equal(stateAt(0, [], row).song, null)
    const endless = queue.map((song) => ({ ...song, seconds: 0 }))
    assert.deepEqual(stateAt(5_000, endless, row), { playing: true, song: endless[1], positionMs: 0 })
  })
})
