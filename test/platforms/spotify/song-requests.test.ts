import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { answersTo, set, type, viewerOf } from '../../commands/chat-line.ts'
import { makeCommand, withSteps } from '../../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { type FakeSpotify, startFakeSpotify } from '../../fakes/spotify.ts'
import { eventsSince, lastSeq } from '../../sandbox/sandbox-calls.ts'
import type { ExpectedStatus } from '../../test-answer.ts'
import { createTestClock } from '../../test-clock.ts'
import { createTimeLimits } from '../time-limits.ts'

runsOn('sqlite', 'postgres')

describe('song requests with Spotify as the player', () => {
  const clock = createTestClock()
  let spotify: FakeSpotify
  let app: TestApp
  before(async () => {
    spotify = await startFakeSpotify()
    app = await createTestApp({
      clock,
      timeLimit: createTimeLimits().start,
      config: { services: { spotify: spotify.settings } },
    })
    spotify.register(`${app.url}/connect/spotify`)
    const preSession = 'held by this browser alone'
    const wanted = { channelId: app.channel.id, role: 'broadcaster', preSession } as const
    const back = spotify.approve(await app.app.connecting.begin('spotify', wanted))
    const [code, state] = [back.get('code') ?? '', back.get('state') ?? '']
    await app.app.connecting.finish('spotify', { code, state, preSession })
    await set(app, 'music', { player: 'spotify' })
    await makeCommand(app, { command: 'sr', ...withSteps({ type: 'request_song', song: '$(args)' }) })
    await makeCommand(app, { command: 'voteskip', ...withSteps({ type: 'vote_skip' }) })
  })
  after(async () => {
    await app?.close()
    await spotify?.close()
  })
  beforeEach(async () => {
    // Whatever was requested before has ended.
    clock.advance(3_600_000)
    Object.assign(spotify.world, { playing: true, isPremium: true, at: 0, progressMs: 12_000 })
    spotify.expireTokens()
    for (const made of [spotify.world.queued, spotify.world.commands]) made.splice(0)
    await set(app, 'song_requests', {})
  })

  const request = (username: string, song: string, status: ExpectedStatus = 200) =>
    app.call('request-song', { song, username, platform: 'PlatformA' }, { status })
  const titles = async () => {
    const { body } = await app.call('list-song-requests')
    return body.requests.map(({ title }: { title: string }) => title)
  }
  const second = 'spotify:track:1301WleyT98MSxVHPZCA6M'

  it('are searched there and queued there, by title and by link', async () => {
    assert.deepEqual(await answersTo(app, 'alice', '!sr second wind'), ['Second Wind is number 1 in the queue.'])
    const link = 'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=abc'
    const { body } = await request('bob', link)
    assert.deepEqual(
      [body.place, body.request.title, body.request.artist, body.request.seconds],
      [2, 'First Light', 'The Wings, Ada', 200],
    )
    assert.deepEqual(spotify.world.queued, [second, 'spotify:track:4uLU6hMCjMI75M1A2tKUQC'])
    assert.deepEqual(await titles(), ['Second Wind', 'First Light'])
    // Spotify does not say when a song ends: a request counts for the length of all requests up to it.
    clock.advance(185_000)
    assert.deepEqual(await titles(), ['First Light'])
    clock.advance(200_000)
    assert.deepEqual(await titles(), [])
  })

  it('are refused as those of the built-in player are, before Spotify gets them', async () => {
    await set(app, 'song_requests', { max_seconds: 190, blocked_words: ['second'] })
    assert.deepEqual(await answersTo(app, 'alice', '!sr first light'), [
      '@alice First Light takes 3:20; 3:10 is the maximum.',
    ])
    assert.deepEqual(await answersTo(app, 'alice', '!sr second wind'), ['@alice Second Wind cannot be requested here.'])
    assert.equal((await request('alice', 'nobody knows it', 404)).body.code, 'song_not_found')
    assert.equal((await request('alice', `spotify:track:${'0'.repeat(22)}`, 404)).body.code, 'song_not_found')
    assert.equal((await request('alice', 'https://files.example.org/a.mp3', 400)).body.code, 'song_request_refused')
    assert.deepEqual(spotify.world.queued, [])
  })

  it('are paid before Spotify gets them, and paid back when Spotify refuses them', async () => {
    await set(app, 'song_requests', { price: 40 })
    await app.call('set-points', { username: 'alice', amount: 50, platform: 'PlatformA' })
    spotify.world.isPremium = false
    assert.equal((await request('alice', 'second wind', 502)).body.code, 'platform_refused')
    assert.equal((await viewerOf(app, 'alice')).points, 50)
    spotify.world.isPremium = true
    const both = await Promise.all([request('alice', 'second wind', 'any'), request('alice', 'first light', 'any')])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400])
    assert.deepEqual([spotify.world.queued.length, (await viewerOf(app, 'alice')).points], [1, 10])
    const [{ id }] = (await app.call('list-song-requests')).body.requests
    const { body } = await app.call('remove-song-request', { id }, { status: 502 })
    assert.match(body.error, /^Spotify does not let other software remove a song/)
  })

  it('are skipped there by votes', async () => {
    await set(app, 'song_requests', { skip_votes: 2 })
    const seq = await lastSeq(app)
    await type(app, 'alice', '!voteskip')
    assert.deepEqual(spotify.world.commands, [])
    await type(app, 'bob', '!voteskip')
    assert.deepEqual(spotify.world.commands, ['POST next'])
    const skipped = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'song.skipped')
    assert.deepEqual(
      skipped.map(({ data }) => [data.title, data.votes, data.player]),
      [['First Light', 2, 'spotify']],
    )
  })
})
