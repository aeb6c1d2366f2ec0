import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '../../src/kernel/ambient.ts'
import { findListenerMark } from '../../src/platforms/listener-marks.ts'
import type { PlatformEvent } from '../../src/platforms/platform.ts'
import { followNewSubscribers } from '../../src/platforms/youtube/new-subscribers.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { lastSeq } from '../sandbox/sandbox-calls.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')

describe('polls on YouTube', () => {
  let stage: YouTubeStage
  let ahead = 0
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  before(async () => {
    stage = await openYouTubeStage({}, clock)
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const on = { platform: 'PlatformC' }
  const wanted = { title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60, ...on }
  const ofKind = async (wantedKind: string) => {
    const { ctx, channel } = stage.app
    const found = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return found.filter(({ kind }) => kind === wantedKind).map(({ data }) => data)
  }

  it('begin in the live chat and end with the votes of viewers, each reported once', async () => {
    const { body: begun } = await stage.app.call('create-poll', wanted)
    assert.deepEqual([begun.platform, begun.status, begun.title], ['PlatformC', 'active', wanted.title])
    const poll = world().poll
    assert.deepEqual(
      poll?.options.map(({ optionText }) => optionText),
      wanted.options,
    )
    for (const [index, option] of (poll?.options ?? []).entries()) option.tally = String(index + 3)
    const { body: ended } = await stage.app.call('end-poll', on)
    assert.equal(ended.status, 'terminated')
    assert.deepEqual(
      ended.results.map(({ option, votes }: { option: string; votes: number }) => [option, votes]),
      [
        ['Chess', 3],
        ['Minecraft', 4],
      ],
    )
    assert.equal(poll?.isActive, false)
    assert.deepEqual([(await ofKind('poll.begun')).length, (await ofKind('poll.ended')).length], [1, 1])
    const { body } = await stage.app.call('end-poll', on, { status: 404 })
    assert.equal(body.code, 'poll_not_found')
    assert.equal((await stage.app.call('end-poll', { id: ended.id, ...on })).body.status, 'terminated')
  })

  it('end by themselves when their time is over, also if the server was not there', async () => {
    await stage.app.call('create-poll', wanted)
    const { ctx, channel } = stage.app
    const { account, connector } = await ctx.platforms.get(channel.id, 'youtube')
    await connector.readStream(account, AbortSignal.timeout(60_000), 'poll')
    assert.equal(world().poll?.isActive, true)
    ahead = 61_000
    await connector.readStream(account, AbortSignal.timeout(60_000), 'poll')
    assert.equal(world().poll?.isActive, false)
    const last = (await ofKind('poll.ended')).at(-1)
    assert.equal(last?.status, 'ended')
    await connector.readStream(account, AbortSignal.timeout(60_000), 'poll')
    assert.equal((await ofKind('poll.ended')).length, 2)
  })

  it('that somebody closed on YouTube end here with what was known', async () => {
    const { body: begun } = await stage.app.call('create-poll', wanted)
    const poll = world().poll
    if (poll !== undefined) poll.isActive = false
    assert.equal((await stage.app.call('end-poll', { id: begun.id, ...on })).body.status, 'terminated')
  })

  it('have the limits of YouTube, and say so', async () => {
    const five = { ...wanted, options: ['1', '2', '3', '4', '5'] }
    const many = await stage.app.call('create-poll', five, { status: 400 })
    assert.equal(many.body.error, 'options: a poll on YouTube has at most 4 options.')
    const sold = await stage.app.call('create-poll', { ...wanted, points_per_vote: 10 }, { status: 400 })
    assert.match(sold.body.error, /no channel points/)
  })
})

describe('new subscribers on YouTube', () => {
  let stage: YouTubeStage
  before(async () => {
    stage = await openYouTubeStage({ timing: { subscribersMs: 20 } })
  })
  after(() => stage.close())

  it('are follows, each once', async () => {
    const { ctx, channel } = stage.app
    const place = { channelId: channel.id, platform: 'youtube' } as const
    await eventually('the list was read', async () => {
      return (await findListenerMark(ctx.db, place, 'new-subscribers')) !== undefined
    })
    const { app } = stage
    const before = await lastSeq(app)
    const follows = async () => {
      const found = await loose(ctx.events.after(ctx.db, channel.id, before, 10_000))
      return found.filter(({ kind }) => kind === 'follow').map(({ data }) => data.username)
    }
    const { newSubscribers } = stage.fake.world
    newSubscribers.push({ id: 'sub-1', by: 'bob', at: new Date() })
    await eventually('the follow is reported', async () => (await follows()).length === 1)
    newSubscribers.push({ id: 'sub-2', by: 'carol', at: new Date(Date.now() + 1) })
    await eventually('the next one too', async () => (await follows()).length === 2)
    assert.deepEqual(await follows(), ['bob', 'carol'])
  })

  it('who were there when the account was connected are no news', async () => {
    const account = { channelId: stage.app.channel.id, platform: 'youtube', accountId: 'another' } as const
    const listed = [{ id: 'old', user: { id: 'UC1', username: 'alice', displayname: 'alice' }, at: 1_000 }]
    const reported: string[] = []
    const stop = new AbortController()
    let readings = 0
    const api = {
      async listNewSubscribers() {
        if (++readings === 2)
          listed.push({ id: 'new', user: { id: 'UC2', username: 'bob', displayname: 'bob' }, at: 2_000 })
        if (readings === 4) stop.abort()
        return listed
      },
    }
    const needs = {
      db: stage.app.ctx.db,
      log: stage.app.ctx.log,
      api,
      timing: { subscribersMs: 1 },
      feed: async (_account: unknown, event: PlatformEvent) => void reported.push(event.id),
    }
    await followNewSubscribers(
      { ...account, username: 'x', displayname: 'x' },
      needs as unknown as Parameters<typeof followNewSubscribers>[1],
      stop.signal,
    )
    assert.deepEqual(reported, ['subscription:new'])
  })
})
