import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createStillClock, minuteMs } from '../test-clock.ts'
import { openSourcePage, type SourcePage } from './source-page.ts'

runsOn('sqlite', 'postgres')
isSlow('it plays rounds, songs and shows, and starts the server again')

describe('what widgets show of the channel, rounds, songs and shows', () => {
  const clock = createStillClock()
  let app: TestApp
  let page: SourcePage
  before(async () => {
    app = await createTestApp({ clock })
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD']) {
      await sandboxCall(app, 'set-live', { platform, live: false })
    }
    page = await openSourcePage(app)
  })
  after(() => app.close())

  it('title, category and viewers follow the platforms, and the stream its beginning', async () => {
    page.show({ source: 'channel' }, { source: 'viewers' })
    await page.until('no stream', 'channel', {}, ({ live_since }) => live_since === null)
    assert.deepEqual(await page.until('nobody', 'viewers', {}, () => true), { total: null, platforms: [] })
    clock.pass(minuteMs)
    await sandboxCall(app, 'set-live', { platform: 'PlatformB', live: true })
    await sandboxCall(app, 'set-stream', { platform: 'PlatformB', title: 'A show about bridges' })
    const shown = await page.until('the title', 'channel', {}, ({ title }) => title === 'A show about bridges')
    assert.equal(shown.live_since, clock.now())
    const { total, platforms } = await page.until('viewers', 'viewers', {}, (data) => data.total !== null)
    assert.deepEqual(
      platforms.map(({ platform }) => platform),
      ['twitch'],
    )
    assert.equal(total, platforms[0]?.viewers)
  })

  it('a poll shows its votes as they come, and trivia hides its answers while it is open', async () => {
    const poll = { kind: 'poll' }
    page.show({ source: 'round', params: poll }, { source: 'round', params: { kind: 'trivia' } })
    assert.equal((await page.until('no poll', 'round', poll, () => true)).round, null)
    await app.call('open-round', { kind: 'poll', title: 'Lunch?', options: ['Soup', 'Bread'], seconds: 60 })
    const { round } = await page.until('the poll', 'round', poll, (data) => data.round !== null)
    assert.deepEqual([round?.title, round?.word, round?.ends_at], ['Lunch?', '!vote', clock.now() + minuteMs])
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: '!vote Bread' })
    await page.until('a vote', 'round', poll, (data) => data.round?.options[1]?.votes === 1)
    await app.call('open-round', { kind: 'trivia', title: 'The capital of France?', options: ['Paris'] })
    const trivia = await page.until('trivia', 'round', { kind: 'trivia' }, (data) => data.round !== null)
    assert.deepEqual(trivia.round?.options, [])
    await app.call('cancel-round', {})
    await page.until('no trivia', 'round', { kind: 'trivia' }, (data) => data.round === null)
  })

  it('a giveaway has names for its draw, and its winner', async () => {
    const giveaway = { kind: 'giveaway' }
    page.show({ source: 'round', params: giveaway })
    const { id } = (await app.call('open-round', { kind: 'giveaway', title: 'A keyboard' })).body
    for (const username of ['alice', 'bob']) await app.call('enter-round', { id, username, platform: 'PlatformA' })
    await page.until('both', 'round', giveaway, (data) => data.round?.names.length === 2)
    await app.call('draw-round', { id })
    const { round } = await page.until('the winner', 'round', giveaway, (data) => data.round?.status === 'drawn')
    assert.equal(round?.winners.length, 1)
    assert.ok(round?.names.includes(round.winners[0] ?? ''))
    assert.deepEqual(round?.names.toSorted(), ['Alice', 'Bob'])
  })

  it('the song and the queue follow the player', async () => {
    page.show({ source: 'song' })
    const { queue } = await page.until('the queue', 'song', {}, () => true)
    assert.ok(queue.length > 0, 'a new channel has songs')
    await app.call('start-song', {})
    const playing = await page.until('a song', 'song', {}, (data) => data.playing && data.now !== null)
    assert.deepEqual([playing.position, playing.at, playing.now?.requested_by], [0, clock.now(), null])
    const first = playing.now?.title
    await app.call('skip-song', {})
    await page.until('the next song', 'song', {}, (data) => data.now !== null && data.now.title !== first)
  })

  it('an ad break is announced with its length, runs, and one that is over is gone', async () => {
    await sandboxCall(app, 'ad-break', { platform: 'PlatformB', seconds: 90 })
    clock.pass(2 * minuteMs)
    page.show({ source: 'ads' })
    assert.equal((await page.until('none any more', 'ads', {}, () => true)).next, null)
    await sandboxCall(app, 'ad-break', { platform: 'PlatformB', seconds: 90, in_seconds: 45 })
    const soon = await page.until('the announcement', 'ads', {}, ({ next }) => next !== null)
    const at = clock.now()
    assert.deepEqual(soon.next, { platform: 'twitch', is_running: false, seconds: 90, left: 45, at })
    clock.pass(46_000)
    await sandboxCall(app, 'ad-break', { platform: 'PlatformB', seconds: 90 })
    const running = await page.until('the ads', 'ads', {}, ({ next }) => next?.is_running === true)
    assert.equal(running.next?.left, 90)
  })

  it('the next cue has its time once it follows by itself', async () => {
    page.show({ source: 'cue' })
    assert.equal((await page.until('no show', 'cue', {}, () => true)).show, null)
    const cues = [
      { number: '1', name: 'Opening', steps: [] },
      { number: '2', name: 'Interview', start: { after: 90 }, steps: [] },
    ]
    await app.call('save-show', { name: 'Friday show', cues })
    await app.call('go-cue', {})
    const { show, current, next, at } = await page.until('the show', 'cue', {}, (data) => data.at !== null)
    assert.deepEqual([show, current?.title, next], ['Friday show', 'Opening', { number: '2', title: 'Interview' }])
    assert.equal(at, clock.now() + 90_000)
  })

  it('a page that comes to another server gets everything anew, also after a restart', async () => {
    page.show({ source: 'goal', params: { what: 'follows' } })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'alice' })
    await page.until('a follow', 'goal', { what: 'follows' }, ({ value }) => value === 1)
    const last = page.seqOf('goal', { what: 'follows' })
    await app.close({ keepFolder: true })
    app = await createTestApp({ clock, folder: app.folder })
    page = await openSourcePage(app)
    page.show({ source: 'goal', params: { what: 'follows' }, last })
    assert.equal((await page.until('the goal', 'goal', { what: 'follows' }, () => true)).value, 1)
  })
})
