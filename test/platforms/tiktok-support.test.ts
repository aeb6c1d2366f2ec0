import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { eulerKey, eulerUser, type FakeEuler, startFakeEuler } from '../fakes/tiktok-euler.ts'
import { loose } from '../loose-events.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openTikTokApp, openTikTokStage, type TikTokStage } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

type Opened = Awaited<ReturnType<typeof openTikTokApp>>

const loggedOf =
  ({ app: { ctx, channel } }: Opened) =>
  async (...kinds: string[]) => {
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kinds.includes(kind) && actor === 'platform:tiktok')
  }
async function openLiveTab({ app }: Opened) {
  const owner = await signInAsOwner(app)
  const tab = await openTab(app, owner.cookie, { query: '?live=1' })
  await tab.until(({ event }) => event === 'dashboard')
  return tab
}

describe('a TikTok bridge', () => {
  let stage: TikTokStage
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    stage = await openTikTokStage()
    tab = await openLiveTab(stage)
  })
  after(async () => {
    tab.close()
    await stage.close()
  })

  const bridge = () => stage.bridge
  const logged = (...kinds: string[]) => loggedOf(stage)(...kinds)
  const total = async () => (await logged('likes')).reduce((sum, { data }) => sum + data.count, 0)

  it('reports likes, which are added up', async () => {
    for (let i = 0; i < 300; i++) {
      bridge().tell({ type: 'like', user: bridge().get(i % 2 === 0 ? 'alice' : 'bob'), count: 5 })
    }
    bridge().tell({ type: 'like', user: bridge().get('carol') })
    await eventually('all likes', async () => (await total()) === 1501)
    const events = await logged('likes')
    assert.ok(events.length < 30, `${events.length} events`)
    assert.ok(events.every(({ viewerId }) => viewerId === null))
  })

  it('reports shares and super fans, once each', async () => {
    const user = bridge().get('carol')
    for (const _ of [1, 2]) {
      bridge().tell({ type: 'share', id: 's1', user })
      bridge().tell({ type: 'super_fan', id: 'f1', user })
      bridge().tell({ type: 'super_fan', id: 'f2', user: bridge().get('bob'), joined: true })
    }
    await eventually('the last of them', async () => (await logged('super-fan')).length === 2)
    assert.deepEqual(
      (await logged('share', 'super-fan')).map(({ kind, data }) => [kind, data.username, data.is_new]),
      [
        ['share', 'carol', undefined],
        ['super-fan', 'carol', true],
        ['super-fan', 'bob', false],
      ],
    )
  })

  it('may send emotes and badges; what is wrong with one leaves the others alone', async () => {
    const emotes = [
      { id: 'e1', name: 'hey', image: 'https://p16-webcast.tiktokcdn.com/e.png', begin: 2, end: 5 },
      { id: 'e2', name: 'bad', image: 'http://insecure.example/e.png', begin: 0, end: 1 },
      { id: 'e3', name: 'nowhere', begin: 9, end: 2 },
      'nonsense',
    ]
    const badges = [{ id: 'lv', title: 'Level 3', image: 'https://p16-webcast.tiktokcdn.com/b.png' }, { id: 7 }]
    bridge().tell({ type: 'chat', id: 'c9', user: bridge().get('alice'), text: '😀 hey', emotes, badges })
    const { data } = await tab.until(({ data: { data } }) => data?.message_id === 'c9')
    assert.deepEqual(
      data.data.emotes.map(({ id, image }: { id: string; image: string }) => [id, image]),
      [
        ['e1', 'https://p16-webcast.tiktokcdn.com/e.png'],
        ['e2', null],
      ],
    )
    assert.deepEqual(data.data.badges, [badges[0]])
  })
})

describe('Euler Stream', () => {
  let euler: FakeEuler
  let opened: Opened
  before(async () => {
    euler = await startFakeEuler()
    opened = await openTikTokApp({ adapter: 'euler', url: euler.url, username: eulerUser, key: eulerKey })
    await opened.connect()
    await eventually('it is connected', async () => (await opened.listening())?.state === 'connected')
  })
  after(async () => {
    await opened.app.close()
    await euler.close()
  })

  const logged = (...kinds: string[]) => loggedOf(opened)(...kinds)
  const likes = (count: number, total: number) =>
    euler.message('WebcastLikeMessage', { user: euler.user('alice'), count, total })
  const counted = async () => (await logged('likes')).reduce((sum, { data }) => sum + data.count, 0)

  it('counts likes by the total of the stream, also those from while the server was away', async () => {
    euler.tell(likes(10, 1010))
    await eventually('the first', async () => (await counted()) === 10)
    euler.tell(likes(15, 1100))
    await eventually('those between, which were not reported', async () => (await counted()) === 100)
    const { begun } = euler
    await opened.connect()
    await eventually('it is connected anew', () => euler.begun > begun && euler.connections === 1)
    euler.tell(likes(5, 1500))
    await eventually('those from while it was away', async () => (await counted()) === 500)
    assert.deepEqual((await logged('likes')).at(-1)?.data.total, 1500)
  })

  it('reports shares and super fans by the name of the text that TikTok shows', async () => {
    const social = (displayType: string) => {
      const message = euler.message('WebcastSocialMessage', { user: euler.user('bob') })
      return {
        ...message,
        data: { ...message.data, common: { ...(message.data.common as object), displayText: { displayType } } },
      }
    }
    const banner = (displayType: string, user: object) =>
      euler.message('WebcastBarrageMessage', {
        content: { displayType, pieces: [{ type: 11, userValue: { user } }] },
      })
    euler.tell(
      social('pm_mt_guidance_share'),
      social('pm_mt_msg_viewer'),
      banner('ttlive_superFan_something', euler.user('carol')),
      banner('ttlive_superFan_commentNotif_superFanJoined', euler.user('bob')),
      banner('pm_mt_fan_live_join', euler.user('bob')),
    )
    await eventually('the last of them', async () => (await logged('super-fan')).length === 2)
    assert.deepEqual(
      (await logged('share', 'super-fan')).map(({ kind, data }) => [kind, data.username, data.is_new]),
      [
        ['share', 'bob', undefined],
        ['super-fan', 'carol', true],
        ['super-fan', 'bob', false],
      ],
    )
  })
})
