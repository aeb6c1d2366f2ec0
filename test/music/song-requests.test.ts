import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { RequestRules } from '../../src/capabilities/music/request-rules.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeAutomation } from '../automations/automation-maker.ts'
import { answersTo, set, type, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { putContent } from '../overlay/content.ts'
import { openPage } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { ExpectedStatus } from '../test-answer.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server for each test, and again after it was stopped')

const clearRows = ['song_requests', 'song_votes', 'players'].map((table) =>
  sql<{ channel: number }>(`DELETE FROM ${table} WHERE channel_id = :channel`),
)

describe('song requests', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    await makeAutomation(app, { type: 'command', command: 'sr' }, [{ type: 'request_song', song: '$(args)' }])
    await makeAutomation(app, { type: 'command', command: 'voteskip' }, [{ type: 'vote_skip' }])
    await makeAutomation(app, { type: 'command', command: 'removesong' }, [{ type: 'remove_song_request' }])
    const reply = { type: 'reply', text: '$(song) then $(queue 3)' }
    await makeAutomation(app, { type: 'command', command: 'whatplays' }, [reply])
  })
  after(() => app.close())
  beforeEach(async () => {
    // One, Two and Three, a minute each, beside the built-in tracks: Wings 64 s, Walking 68 s, Intermission 72 s.
    await putContent(app)
    await app.ctx.db.write(async (tx) => {
      for (const statement of clearRows) await tx.run(statement, { channel: app.channel.id })
    })
    await rules({})
  })
  afterEach(() => sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true }))

  const rules = (changed: Partial<RequestRules>) => set(app, 'song_requests', changed)
  const sr = (username: string, song: string, roles: readonly string[] = []) =>
    answersTo(app, username, `!sr ${song}`, { roles })
  const list = async () => (await app.call('list-song-requests')).body
  const waiting = async () => (await list()).requests.map(({ title }: { title: string }) => title)
  const now = async () => (await app.ctx.music.player(app.channel.id)).song?.title
  const request = (username: string, song: string, status: ExpectedStatus = 200) =>
    app.call('request-song', { song, username, platform: 'PlatformA' }, { status })
  const give = (username: string, amount: number) => app.call('set-points', { username, amount, platform: 'PlatformA' })
  const pointsOf = async (username: string) => (await viewerOf(app, username)).points

  it('play once, in the order asked, before the queue goes on, and a page that comes late is in the right place', async () => {
    const page = await openPage(app)
    await app.call('start-song')
    await page.until(() => page.players.at(-1)?.song?.title === 'One', 'the first song')
    const seq = await lastSeq(app)
    assert.deepEqual(await sr('alice', 'in the wings'), ['In the Wings is number 1 in the queue.'])
    assert.deepEqual(await sr('bob', 'intermision'), ['Intermission is number 2 in the queue.'])
    assert.deepEqual(await answersTo(app, 'bob', '!whatplays'), [
      'One by The Wings then In the Wings by Showcaller, Intermission by Showcaller, Two by The Wings',
    ])
    const [requested] = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'song.requested')
    assert.deepEqual(
      [requested?.data.title, requested?.data.username, requested?.data.points, requested?.platform],
      ['In the Wings', 'alice', 0, 'kick'],
    )
    assert.equal(await now(), 'One')
    clock.advance(60_000)
    const late = await openPage(app)
    await late.until(() => late.players.length === 1, 'the state')
    const [state] = late.players
    assert.deepEqual([state?.song?.title, state?.playing], ['In the Wings', true])
    assert.ok((state?.positionMs ?? 0) < 30_000)
    assert.equal(state?.song?.url, '/overlay/sounds/wings.flac')
    assert.equal(state?.song?.artist, 'Showcaller · requested by Alice')
    assert.deepEqual((await list()).song.request.username, 'alice')
    assert.deepEqual(await waiting(), ['Intermission'])
    clock.advance(64_000)
    assert.equal(await now(), 'Intermission')
    clock.advance(72_000)
    assert.deepEqual([await now(), (await list()).song.request, await waiting()], ['Two', null, []])
    // Both have ended, so alice may ask for the same song again.
    assert.deepEqual(await sr('alice', 'in the wings'), ['In the Wings is number 1 in the queue.'])
    for (const open of [page, late]) open.cut()
  })

  it('start the player when no song was started, unless that is turned off; a paused song stays paused', async () => {
    await rules({ starts_player: false })
    assert.deepEqual(await sr('alice', 'wings'), ['In the Wings is number 1 in the queue.'])
    assert.equal(await now(), undefined)
    await rules({})
    assert.deepEqual(await sr('bob', 'walking'), ['Walking to the Desk is number 1 in the queue.'])
    assert.equal(await now(), 'In the Wings', 'who asked first comes first')
    await app.call('stop-song')
    assert.deepEqual(await sr('carol', 'intermission'), ['Intermission is number 2 in the queue.'])
    clock.advance(500_000)
    assert.deepEqual([await now(), (await list()).playing], ['In the Wings', 0])
    await app.call('skip-song')
    assert.equal(await now(), 'Walking to the Desk')
    await app.call('skip-song')
    await app.call('skip-song')
    assert.equal(await now(), 'One')
  })

  it('are refused with a reason in chat: closed, offline, role, viewer, length, title, number, twice, unknown', async () => {
    await app.call('start-song')
    const refused = async (changed: Partial<RequestRules>, song: string, reason: string, username = 'alice') => {
      await rules(changed)
      assert.deepEqual(await sr(username, song), [`@${username} ${reason}`])
    }
    await refused({ enabled: false }, 'wings', 'Song requests are closed.')
    await refused({ who: ['vip'] }, 'wings', 'bob may not request songs.', 'bob')
    await refused({ blocked_viewers: ['@Alice'] }, 'wings', 'alice may not request songs.')
    await refused({ max_seconds: 63 }, 'wings', 'In the Wings takes 1:04; 1:03 is the maximum.')
    await refused({ blocked_words: ['the wings'] }, 'wings', 'In the Wings cannot be requested here.')
    await refused({}, 'no such song at all', 'No song matches “no such song at all”.')
    await refused({}, '', 'song is required: a title or a link.')
    await refused({}, 'https://youtu.be/x', 'YouTube links cannot be requested here.')
    await refused({}, 'https://open.spotify.com/track/1', 'Spotify links can be requested while Spotify is the player.')
    await refused({}, 'https://files.example.org/a.mp3', 'Links to files.example.org cannot be requested here.')
    await refused({ link_hosts: ['10.0.0.1'] }, 'https://10.0.0.1/a.mp3', 'Links to 10.0.0.1 cannot be requested here.')
    await refused(
      { link_hosts: ['a.example'] },
      'http://a.example/a.mp3',
      'The link must begin with https:// and hold no name or password.',
    )
    assert.deepEqual(await waiting(), [])
    await rules({ who: ['vip'] })
    assert.deepEqual(await sr('alice', 'wings', ['vip']), ['In the Wings is number 1 in the queue.'])
    await refused({}, 'In the Wings', 'In the Wings is in the queue already.', 'bob')
    await refused({ per_viewer: 1 }, 'walking', 'alice has a song in the queue already.')
    await refused({ max_waiting: 1 }, 'walking', 'The queue is full: 1 songs wait.', 'bob')
    for (const platform of ['PlatformA', 'PlatformB']) await sandboxCall(app, 'set-live', { platform, live: false })
    clock.advance(15_000)
    await refused({}, 'walking', 'Songs can be requested while the stream is live.', 'bob')
    // A key acts for the broadcaster.
    assert.equal((await request('bob', 'walking')).body.place, 2)
    await sandboxCall(app, 'set-live', { platform: 'PlatformB', live: true })
    clock.advance(15_000)
  })

  it('cost their price when they are accepted, and give it back when they are removed before they play', async () => {
    await rules({ price: 30 })
    await app.call('start-song')
    await give('alice', 100)
    await give('bob', 29)
    assert.deepEqual(await sr('bob', 'wings'), ['@bob bob has 29 points, not 30.'])
    await sr('alice', 'nothing like this')
    assert.deepEqual([await pointsOf('alice'), await pointsOf('bob')], [100, 29])
    const first = (await request('alice', 'wings')).body
    const second = (await request('alice', 'walking')).body
    await request('alice', 'intermission')
    assert.deepEqual([await pointsOf('alice'), first.request.points, second.place], [10, 30, 2])
    const seq = await lastSeq(app)
    assert.deepEqual(await answersTo(app, 'alice', '!removesong'), [
      'Intermission was removed from the queue; 30 points given back.',
    ])
    assert.deepEqual((await app.call('remove-song-request', { id: second.request.id })).body.refunded, 30)
    assert.equal(await pointsOf('alice'), 70)
    const removed = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'song.request-removed')
    assert.deepEqual(
      removed.map(({ data }) => [data.title, data.refunded]),
      [
        ['Intermission', 30],
        ['Walking to the Desk', 30],
      ],
    )
    await app.call('remove-song-request', { id: second.request.id }, { status: 404 })
    // A song that has begun is not given back: it is skipped.
    clock.advance(60_000)
    assert.equal(await now(), 'In the Wings')
    assert.equal((await app.call('remove-song-request', { id: first.request.id })).body.refunded, 0)
    assert.deepEqual([await now(), await pointsOf('alice')], ['Two', 70])
    assert.deepEqual(await answersTo(app, 'alice', '!removesong'), ['@alice alice has no song waiting in the queue.'])
    const ledger = (await app.ctx.points.ledger(app.channel, await viewerOf(app, 'alice'), 5)).map(
      (entry) => entry.delta,
    )
    assert.deepEqual(ledger, [30, 30, -30, -30, -30])
  })

  it('take one price and one place from two callers at the same moment', async () => {
    await rules({ price: 60, max_waiting: 2 })
    await app.call('start-song')
    await give('alice', 100)
    for (const username of ['bob', 'carol', 'dave']) await give(username, 60)
    // Points for one song only.
    const own = await Promise.all(['wings', 'walking'].map((song) => request('alice', song, 'any')))
    assert.deepEqual(own.map(({ status }) => status).toSorted(), [200, 400])
    assert.equal(own.find(({ status }) => status === 400)?.body.code, 'insufficient_points')
    assert.equal(await pointsOf('alice'), 40)
    // One place is left.
    const all = await Promise.all(['bob', 'carol', 'dave'].map((name) => request(name, 'intermission', 'any')))
    assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 400, 400])
    const balances = await Promise.all(['bob', 'carol', 'dave'].map(pointsOf))
    assert.deepEqual(balances.toSorted(), [0, 60, 60].toSorted())
    assert.equal((await waiting()).length, 2)
  })

  it('are skipped by the votes of enough viewers, each of whom has one vote for a song', async () => {
    await rules({ skip_votes: 3 })
    assert.deepEqual(await answersTo(app, 'alice', '!voteskip'), ['@alice No song is playing.'])
    await app.call('start-song')
    await request('bob', 'wings')
    assert.deepEqual(await answersTo(app, 'alice', '!voteskip'), ['1 of 3 votes to skip One.'])
    assert.deepEqual(await answersTo(app, 'alice', '!voteskip'), [])
    assert.deepEqual(await answersTo(app, 'bob', '!voteskip'), [])
    const { skip_votes, skip_votes_needed } = await list()
    assert.deepEqual([skip_votes, skip_votes_needed], [2, 3])
    // Two last votes at the same moment skip one song.
    const seq = await lastSeq(app)
    await Promise.all(['carol', 'dave'].map((username) => type(app, username, '!voteskip')))
    assert.equal(await now(), 'In the Wings')
    const skipped = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'song.skipped')
    assert.deepEqual(
      skipped.map(({ data }) => [data.title, data.votes]),
      [['One', 3]],
    )
    // Votes are about one song: those that were cast before it began do not count, and end with it.
    await type(app, 'alice', '!voteskip')
    clock.advance(64_000)
    assert.deepEqual([await now(), (await list()).skip_votes], ['Two', 0])
    await type(app, 'bob', '!voteskip')
    assert.equal((await list()).skip_votes, 1)
    await rules({ skip_votes: 0 })
    assert.deepEqual(await answersTo(app, 'alice', '!voteskip'), ['@alice Votes to skip are turned off.'])
  })

  it('are moved to the top, blocked and removed in the panel', async () => {
    await app.call('start-song')
    const ids: number[] = []
    for (const [name, song] of [
      ['alice', 'wings'],
      ['bob', 'walking'],
      ['carol', 'intermission'],
    ] as const)
      ids.push((await request(name, song)).body.request.id)
    await owner.call('move-song-request', { id: ids[2] })
    assert.deepEqual(await waiting(), ['Intermission', 'In the Wings', 'Walking to the Desk'])
    await owner.call('move-song-request', { id: 999_999 }, { status: 404 })
    await owner.call('block-song-request', { id: ids[0], block: 'song' })
    await owner.call('block-song-request', { id: ids[1], block: 'viewer' })
    assert.deepEqual(await waiting(), ['Intermission'])
    const { song_requests } = await app.ctx.settings.of(app.channel.id)
    assert.deepEqual([song_requests.blocked_words, song_requests.blocked_viewers], [['In the Wings'], ['bob']])
    assert.equal((await request('dave', 'wings', 400)).body.code, 'song_request_refused')
    assert.equal((await request('bob', 'walking', 400)).body.error, 'bob may not request songs.')
    assert.equal((await request('dave', 'gibberish', 404)).body.code, 'song_not_found')
    await owner.call('remove-song-request', { id: ids[2] })
    assert.deepEqual(await waiting(), [])
  })

  it('stay in their order when songs of the queue are removed or reordered', async () => {
    const look = async () => (await owner.call('get-music')).body
    await app.call('start-song')
    await request('alice', 'wings')
    await request('bob', 'walking')
    const [one, two, three] = (await look()).queue
    await owner.call('remove-song', { id: one.id })
    assert.equal(await now(), 'In the Wings', 'the request follows the removed song')
    await owner.call('order-songs', { ids: [three.id, two.id] })
    await owner.call('remove-song', { id: two.id })
    assert.deepEqual([await now(), await waiting()], ['In the Wings', ['Walking to the Desk']])
    await owner.call('remove-song', { id: three.id })
    clock.advance(64_000)
    assert.equal(await now(), 'Walking to the Desk')
    clock.advance(68_000)
    assert.deepEqual([await now(), (await look()).song], [undefined, null])
    // The player is still on, so the next request plays at once even if requests do not start it.
    await rules({ starts_player: false })
    assert.equal((await request('carol', 'intermission')).body.place, 0)
    assert.equal(await now(), 'Intermission')
    await app.call('skip-song')
    assert.equal(await now(), undefined)
  })
})

describe('song requests over a restart', () => {
  it('keep their order, their price and their place in the song', async () => {
    const clock = createTestClock()
    const first = await createTestApp({ clock })
    await putContent(first)
    await set(first, 'song_requests', { price: 5 })
    await first.call('set-points', { username: 'alice', amount: 20, platform: 'PlatformA' })
    await first.call('start-song')
    for (const song of ['wings', 'walking', 'intermission']) {
      await first.call('request-song', { song, username: 'alice', platform: 'PlatformA' })
    }
    clock.advance(70_000)
    await first.close({ keepFolder: true })
    clock.advance(20_000)
    const second = await createTestApp({ clock, folder: first.folder })
    try {
      const { song, requests } = (await second.call('list-song-requests')).body
      assert.equal(song.title, 'In the Wings')
      assert.ok(song.position_ms >= 30_000 && song.position_ms < 60_000, song.position_ms)
      assert.deepEqual(
        requests.map(({ title }: { title: string }) => title),
        ['Walking to the Desk', 'Intermission'],
      )
      assert.equal((await second.call('remove-song-request', { id: requests[1].id })).body.refunded, 5)
      assert.equal((await viewerOf(second, 'alice')).points, 10)
      clock.advance(64_000)
      assert.equal((await second.call('list-song-requests')).body.song.title, 'Walking to the Desk')
      clock.advance(68_000)
      assert.equal((await second.call('list-song-requests')).body.song.title, 'Two')
    } finally {
      await second.close()
    }
  })
})
