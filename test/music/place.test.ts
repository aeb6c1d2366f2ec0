import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { containsWords, findSong } from '../../src/capabilities/music/find-song.ts'
import { nextIn, type PlayerRow, placeAt, stateOf, upcomingIn } from '../../src/capabilities/music/place.ts'
import { siteOf } from '../../src/capabilities/music/song-links.ts'
import type { Song } from '../../src/capabilities/overlay/contract/player.ts'

const song = (id: number, title: string, seconds: number): Song => ({ id, title, artist: '', source: '', seconds })
const queue = [song(1, 'One', 10), song(2, 'Two', 20)]
const requests = [song(5, 'Five', 30), song(6, 'Six', 40)]
const row: PlayerRow = { playing: 1, song_id: 1, request_id: null, position_ms: 4_000, changed_at: 1_000 }

describe('the place of the player', () => {
  const at = (ms: number, from: Partial<PlayerRow> = {}, asked = requests, songs = queue) =>
    placeAt(1_000 + ms, songs, asked, { ...row, ...from })
  const shown = (...of: Parameters<typeof at>) => {
    const { song: current, positionMs } = stateOf(at(...of))
    return `${current?.title ?? 'nothing'} ${positionMs}`
  }

  it('is the current song, then each request once, then the queue behind the song that played before', () => {
    assert.equal(shown(0), 'One 4000')
    assert.equal(shown(5_999), 'One 9999')
    assert.equal(shown(6_000), 'Five 0')
    assert.equal(shown(36_000), 'Six 0')
    assert.equal(shown(75_999), 'Six 39999')
    assert.equal(shown(76_000), 'Two 0')
    assert.equal(shown(96_000), 'One 0')
    assert.equal(shown(76_000 + 30_000 * 1_000), 'Two 0')
  })

  it('says which requests have ended, which wait, and whether a song has ended', () => {
    const about = (ms: number, from: Partial<PlayerRow> = {}) => {
      const { ended, waiting, hasMovedOn } = at(ms, from)
      return [ended.map(({ id }) => id), waiting.map(({ id }) => id), hasMovedOn]
    }
    assert.deepEqual(about(0), [[], [5, 6], false])
    assert.deepEqual(about(6_000), [[], [6], true])
    assert.deepEqual(about(36_000), [[5], [], true])
    assert.deepEqual(about(76_000), [[5, 6], [], true])
    assert.deepEqual(about(0, { request_id: 5 }), [[], [6], false])
    assert.deepEqual(about(26_000, { request_id: 5 }), [[5], [], true])
  })

  it('stands still while the player is paused', () => {
    assert.equal(shown(500_000, { playing: 0 }), 'One 4000')
    assert.equal(shown(500_000, { playing: 0, request_id: 6 }), 'Six 4000')
  })

  it('is nowhere when the last request has ended and the queue is empty', () => {
    const none: Song[] = []
    assert.equal(shown(0, { song_id: null, request_id: 5 }, requests, none), 'Five 4000')
    assert.equal(shown(26_000 + 40_000, { song_id: null, request_id: 5 }, requests, none), 'nothing 0')
    assert.equal(at(26_000 + 40_000, { song_id: null, request_id: 5 }, requests, none).playing, true)
  })

  it('goes on with what follows a request that is gone', () => {
    assert.equal(shown(2_000, { request_id: 99 }), 'Five 2000')
    assert.equal(shown(2_000, { request_id: 99 }, []), 'Two 2000')
  })

  it('knows what follows: requests first, and the whole queue behind a request', () => {
    const titles = (ms: number, from: Partial<PlayerRow> = {}) =>
      upcomingIn(at(ms, from), queue).map(({ title }) => title)
    assert.deepEqual(titles(0), ['Five', 'Six', 'Two'])
    assert.deepEqual(titles(6_000), ['Six', 'Two', 'One'])
    assert.deepEqual(titles(76_000), ['One'])
    assert.equal(nextIn(at(0), queue).request?.title, 'Five')
    assert.equal(nextIn(at(36_000), queue).song?.title, 'Two')
  })
})

describe('a song by its title', () => {
  const songs = [
    { title: 'In the Wings', artist: 'Showcaller' },
    { title: 'Walking to the Desk', artist: 'Showcaller' },
    { title: 'Café del Mar', artist: 'Energy 52' },
    { title: 'Wings', artist: 'Birdy' },
  ]
  for (const [text, title] of [
    ['in the wings', 'In the Wings'],
    ['Wings', 'Wings'],
    ['wings by showcaller', 'In the Wings'],
    ['showcaller walking', 'Walking to the Desk'],
    ['cafe DEL mar', 'Café del Mar'],
    ['energy 52 - Café del Mar', 'Café del Mar'],
    ['waking to the desk', 'Walking to the Desk'],
    ['walk', 'Walking to the Desk'],
    ['something else entirely', undefined],
    ['!!!', undefined],
    ['', undefined],
  ] as const) {
    it(`“${text}” means ${title ?? 'none of them'}`, () => assert.equal(findSong(text, songs)?.title, title))
  }

  it('is blocked by whole words in their order, whatever the case and the accents', () => {
    assert.ok(containsWords('Café del Mar', 'CAFE DEL'))
    assert.ok(!containsWords('Café del Mar', 'caf'))
    assert.ok(!containsWords('Café del Mar', 'mar del'))
    assert.ok(!containsWords('Café del Mar', '...'))
  })

  it('is not a link to a service that only plays in its own player', () => {
    assert.equal(siteOf('https://www.youtube.com/watch?v=dQw4w9WgXcQ'), 'youtube')
    assert.equal(siteOf('https://youtu.be/dQw4w9WgXcQ'), 'youtube')
    assert.equal(siteOf('https://open.spotify.com/track/4rmPQGwcLQjCoFq5NrTA0D?si=1'), 'spotify')
    assert.equal(siteOf('spotify:track:4rmPQGwcLQjCoFq5NrTA0D'), 'spotify')
    assert.equal(siteOf('https://notyoutube.com/a.mp3'), undefined)
  })
})
