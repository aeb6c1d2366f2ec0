import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectionWords } from '../../src/definitions/connection-state.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeStreamElements, startFakeStreamElements } from '../fakes/streamelements.ts'
import { startFakeTwitch } from '../fakes/twitch.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTimeLimits } from '../platforms/time-limits.ts'
import { setTwitchStage, type TwitchStage } from '../platforms/twitch-stage.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the state of connections, which is not stored')
isSlow('connections wait before they try again')

const timings = { firstRetryMs: 20, longestRetryMs: 100, refusedRetryMs: 10 * 60_000 }

interface Connection {
  readonly id: string
  readonly state: string
  readonly message: string
  readonly until: number | null
}

describe('the connections of a channel', () => {
  let elements: FakeStreamElements
  let app: TestApp
  let stage: TwitchStage
  let owner: PanelClient
  const clock = createTestClock()
  before(async () => {
    const fake = await startFakeTwitch({ wall: clock.now })
    elements = await startFakeStreamElements()
    app = await createTestApp({
      clock,
      timeLimit: createTimeLimits().start,
      config: { services: { twitch: fake.settings }, donations: { urls: { streamelements: elements.url }, timings } },
    })
    stage = await setTwitchStage(fake, app)
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await stage?.close()
    await elements?.close()
  })

  const list = async (): Promise<Connection[]> => (await owner.call('list-connections')).body.connections
  const find = async (id: string) => (await list()).find((one) => one.id === id)
  const isIn = (id: string, state: string) =>
    eventually(`${id} is ${state}`, async () => (await find(id))?.state === state)

  it('are those that are set up, in the state they are in', async () => {
    await isIn('twitch/broadcaster', 'connected')
    const all = await list()
    assert.deepEqual(
      all.map(({ id, state }) => [id, state]),
      [
        ['twitch/broadcaster', 'connected'],
        ['twitch/bot', 'connected'],
      ],
    )
    await owner.call('save-donation-source', { provider: 'streamelements', secret: elements.token })
    await isIn('donations/streamelements', 'connected')
  })

  it('are sent to every open tab when one changes, with the time of the next attempt', async (t) => {
    const viewer = await signInAs(app, 'viewer')
    const tab = await openTab(app, viewer.cookie)
    t.after(() => tab.close())
    const first = await tab.until(({ event }) => event === 'connections')
    assert.ok(first.data.some(({ id }: Connection) => id === 'twitch/broadcaster'))
    stage.fake.eventSub.cut()
    const { data } = await tab.until(
      ({ event, data }) =>
        event === 'connections' &&
        data.some(({ id, state }: Connection) => id === 'twitch/broadcaster' && state === 'reconnecting'),
    )
    const lost = data.find(({ id }: Connection) => id === 'twitch/broadcaster')
    assert.ok(lost.until > 0)
    assert.match(connectionWords(lost, lost.until - 700), /^Reconnecting in 1 s$/)
    assert.equal(lost.message, 'The connection to Twitch was lost. Reconnecting.')
    await isIn('twitch/broadcaster', 'connected')
    await tab.until(
      ({ event, data }) =>
        event === 'connections' &&
        data !== first.data &&
        data.some(({ id, state }: Connection) => id === 'twitch/broadcaster' && state === 'connected'),
    )
  })

  it('do not stop each other: one that is away leaves the others alone', async () => {
    elements.refuse(502)
    elements.cut()
    await isIn('donations/streamelements', 'reconnecting')
    assert.match((await find('donations/streamelements'))?.message ?? '', /status 502|closed/)
    assert.equal((await find('twitch/broadcaster'))?.state, 'connected')
    assert.equal((await app.call('send-message', { message: 'still here', platform: 'PlatformB' })).status, 200)
    elements.refuse(undefined)
    await isIn('donations/streamelements', 'connected')
  })

  it('show a rate limit until it ends', async () => {
    stage.fake.emptyBucket(60)
    const { body } = await app.call('send-message', { message: 'too fast', platform: 'PlatformB' }, { status: 502 })
    assert.equal(body.code, 'platform_unavailable')
    const limited = await find('twitch/broadcaster')
    assert.equal(limited?.state, 'rate_limited')
    assert.ok((limited?.until ?? 0) > clock.now())
    assert.equal((await find('twitch/bot'))?.state, 'connected', 'the limit is that of one account')
    stage.fake.emptyBucket(0)
    clock.advance(2 * minuteMs)
    await isIn('twitch/broadcaster', 'connected')
  })

  it('need a sign-in once the newest token is refused, and work again after it', async (t) => {
    const tab = await openTab(app, owner.cookie)
    t.after(() => tab.close())
    stage.fake.auth.expireTokens()
    stage.fake.auth.refuseRenewals(true)
    await app.call('send-message', { message: 'x', platform: 'PlatformB' }, { status: 502 })
    assert.equal((await find('twitch/broadcaster'))?.state, 'needs_sign_in')
    await tab.until(
      ({ event, data }) => event === 'connections' && data.some(({ state }: Connection) => state === 'needs_sign_in'),
    )
    stage.fake.auth.refuseRenewals(false)
    await stage.wire.connect()
    await isIn('twitch/broadcaster', 'connected')
  })
})
