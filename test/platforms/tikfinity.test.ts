import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeTikFinity } from '../fakes/tikfinity.ts'
import { loose } from '../loose-events.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openTikTokApp } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about what a program reports')
isSlow('it waits until a streak of gifts is over')

describe('TikTok through TikFinity', () => {
  let fake: Awaited<ReturnType<typeof startFakeTikFinity>>
  let opened: Awaited<ReturnType<typeof openTikTokApp>>
  before(async () => {
    fake = await startFakeTikFinity()
    const settings = { adapter: 'tikfinity', username: 'Streamer', url: fake.url } as const
    opened = await openTikTokApp({ ...settings, timing: { silenceMs: 600_000 } })
    await opened.connect()
    await isConnected()
  })
  after(async () => {
    await opened?.app.close()
    await fake?.close()
  })

  const isConnected = () =>
    eventually(
      'it is connected',
      async () => fake.connections === 1 && (await opened.listening())?.state === 'connected',
    )
  const stream = async () => {
    const { account, connector } = await opened.app.ctx.platforms.get(opened.app.channel.id, 'tiktok')
    return connector.readStream(account, AbortSignal.timeout(60_000))
  }
  const eventsOf = async (wanted: string) => {
    const { ctx, channel } = opened.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:tiktok').map(({ data }) => data)
  }
  const viewer = async (username: string) => {
    const found = await opened.app.ctx.viewers.findKnown(opened.app.channel, 'tiktok', { username })
    return found !== undefined && 'known' in found ? found.known : undefined
  }

  it('is connected while nothing happens, and nothing is known of the stream', async () => {
    const { account } = await opened.app.ctx.platforms.get(opened.app.channel.id, 'tiktok')
    assert.deepEqual([account.accountId, account.username], ['streamer', 'Streamer'])
    assert.equal(String((await opened.listening())?.message), 'TikFinity is connected.')
    await assert.rejects(stream(), { code: 'platform_unavailable' })
  })

  it('hears chat with the roles of its author, once', async () => {
    const line = { comment: 'hello', msgId: '7231', isModerator: true, followRole: 1 }
    for (const _ of [1, 2]) fake.tell('chat', 'carol', line)
    await eventually('the line is heard', async () => (await viewer('carol'))?.messageCount === 1)
    assert.deepEqual([...((await viewer('carol'))?.roles ?? [])].sort(), ['follower', 'moderator'])
    assert.equal((await stream()).live, true)
  })

  it('counts a streak of gifts once, and a gift without one at once', async () => {
    const rose = { giftId: 5655, giftName: 'Rose', giftType: 1, diamondCount: 1, groupId: '1683' }
    for (const repeatCount of [1, 2, 5]) fake.tell('gift', 'dave', { ...rose, repeatCount, repeatEnd: false })
    fake.tell('gift', 'dave', { ...rose, repeatCount: 5, repeatEnd: true })
    fake.tell('gift', 'erin', { giftId: 1, giftName: 'Lion', giftType: 2, diamondCount: 29_999, repeatCount: 1 })
    await eventually('both are there', async () => (await eventsOf('bits')).length === 2)
    const gifts = (await eventsOf('bits')).map(({ username, amount, message }) => [username, amount, message])
    assert.deepEqual(gifts.sort(), [
      ['dave', 5, 'Rose'],
      ['erin', 29_999, 'Lion'],
    ])
  })

  it('hears follows, shares, subscriptions and viewers, and passes over what it does not know', async () => {
    fake.tellRaw('not json')
    fake.tellRaw('{"event":"somethingNew","data":5}')
    fake.tell('chat', 'mallory')
    fake.tell('follow', 'frank', { displayType: 'pm_main_follow_message_viewer_2', label: '{0:user} followed' })
    fake.tell('share', 'grace', { displayType: 'pm_mt_guidance_share' })
    fake.tell('subscribe', 'heidi', { subMonth: 3 })
    fake.tell('roomUser', 'streamer', { viewerCount: 42, topViewers: [] })
    await eventually('the viewers are known', async () => (await stream()).viewerCount === 42)
    await eventually('the follow is there', async () => (await eventsOf('follow')).length === 1)
    assert.equal(await viewer('mallory'), undefined)
  })

  it('takes the stream for ended after its end', async () => {
    fake.tell('streamEnd', 'streamer', { action: 3 })
    await eventually('it is over', async () => !(await stream()).live)
  })

  it('finds it again by itself after it was closed', async () => {
    const { begun } = fake
    fake.cut()
    await eventually('it is there again', () => fake.begun > begun && fake.connections === 1)
    await isConnected()
  })
})

describe('TikFinity that sends nothing more', () => {
  it('means that the stream is over', async () => {
    const fake = await startFakeTikFinity()
    const settings = { adapter: 'tikfinity', username: 'Streamer', url: fake.url } as const
    const { app, connect, listening } = await openTikTokApp({ ...settings, timing: { silenceMs: 50 } })
    try {
      await connect()
      await eventually('it is connected', async () => (await listening())?.state === 'connected')
      fake.tell('member', 'ivan')
      const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'tiktok')
      const isOver = () => connector.readStream(account, AbortSignal.timeout(60_000)).then(({ live }) => !live)
      await eventually('the stream is known, and over', () => isOver().catch(() => false))
    } finally {
      await app.close()
      await fake.close()
    }
  })
})

describe('TikFinity on the computer of the server', () => {
  it('is found while it runs, and used only when the owner says so', async (t) => {
    const fake = await startFakeTikFinity()
    t.after(() => fake.close())
    const app = await createTestApp({ config: { tikfinityUrl: fake.url } })
    t.after(() => app.close())
    const owner = await signInAsOwner(app)
    const configured = async () =>
      (await owner.call('list-service-setups')).body.setups.find(
        ({ service }: { service: string }) => service === 'tiktok',
      ).configured
    assert.equal((await owner.call('find-tikfinity')).body.url, fake.url)
    await eventually('it is left alone', async () => fake.connections === 0)
    assert.equal(await configured(), false)
    const fields = [
      { name: 'tikfinity_url', value: fake.url },
      { name: 'username', value: 'streamer' },
    ]
    await owner.call('save-service-setup', { service: 'tiktok', fields })
    assert.equal(await configured(), true)
    await fake.close()
    assert.equal((await owner.call('find-tikfinity')).body.url, null)
  })
})
