import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createQuotaCounter } from '../../src/platforms/youtube/quota-counter.ts'
import type { YouTubeSettings } from '../../src/platforms/youtube/youtube.ts'
import { createTestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTestClock } from '../test-clock.ts'
import { widened } from './widened-call.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')

const soon = (what: string, isSo: () => Promise<boolean>) => eventually(what, isSo)
const send = (stage: YouTubeStage, status = 200) =>
  stage.app.call('send-message', { message: 'x', platform: 'PlatformC' }, { status })
const state = async ({ app }: YouTubeStage) => {
  const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'youtube')
  return connector.listening?.(account)
}
const units = async ({ app }: YouTubeStage) => {
  const row = await app.ctx.db.get<Record<never, never>, { units: number }>(
    { text: 'SELECT units FROM youtube_units' },
    {},
  )
  return row?.units ?? 0
}

/** A day in California that has half of its hours left, whatever the time is: what is left is spread over the rest. */
const noonInCalifornia = Date.parse('2026-07-10T19:00:00Z')
const clock = createTestClock({ runs: true })
clock.jump(noonInCalifornia - Date.now())
const openStage = (settings: Partial<YouTubeSettings> = {}) => openYouTubeStage(settings, clock)

describe('the units of a day', () => {
  it('are counted as Google counts them, and are remembered over a restart', async (t) => {
    const stage = await openStage()
    t.after(() => stage.fake.close())
    await send(stage)
    await stage.app.call('title', { title: 'A title', platform: 'PlatformC' })
    await stage.app.call('get-stream-meta', { platform: 'PlatformC' })
    const { server, stream } = stage.fake
    assert.equal(await units(stage), stage.fake.units.used)
    assert.ok(stage.fake.units.used > 70)
    await stage.app.close({ keepFolder: true })
    const used = stage.fake.units.used
    const seen = server.requests.length + stream.asked.length
    const { folder } = stage.app
    const youtube = { ...stage.fake.settings, unitsPerDay: used }
    const again = await createTestApp({ folder, clock, config: { services: { youtube } } })
    t.after(() => again.close())
    const line = { message: 'x', platform: 'PlatformC' }
    const { status, body, headers } = await widened(again, 'youtube').call('send-message', line, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
    assert.match(body.error, /used up\. It resets in/)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.equal(server.requests.length + stream.asked.length, seen)
  })

  it('are not all spent on reading the chat: reading and writing have a part of their own', async (t) => {
    const stage = await openStage({ unitsPerDay: 120, timing: { pollingMs: 600_000 } })
    t.after(() => stage.close())
    stage.fake.stream.be('absent')
    stage.fake.stream.end()
    await soon('the part of the chat is used up', async () => (await state(stage))?.state === 'rate_limited')
    assert.match(String((await state(stage))?.message), /^The chat is not being read\. .* used up\. It resets in/)
    const used = await units(stage)
    assert.ok(used <= 90 && used > 85, String(used))
    const polls = () => stage.fake.server.count(/GET .*liveChat\/messages/)
    const before = polls()
    assert.equal((await stage.app.call('get-stream-meta', { platform: 'PlatformC' })).status, 200)
    assert.equal((await send(stage)).status, 200)
    const last = await send(stage, 502)
    assert.deepEqual([last.status, last.body.code], [502, 'platform_unavailable'])
    assert.match(last.body.error, /used up/)
    assert.equal(polls(), before)
  })

  it('are believed to be used up when Google says so, whatever was counted', async (t) => {
    const stage = await openStage()
    t.after(() => stage.close())
    stage.fake.units.limit = stage.fake.units.used
    const { status, body } = await send(stage, 502)
    assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
    assert.match(body.error, /used up/)
    const before = stage.fake.server.requests.length
    assert.match(
      (await stage.app.call('get-stream-meta', { platform: 'PlatformC' }, { status: 502 })).body.error,
      /used up/,
    )
    assert.equal(stage.fake.server.requests.length, before)
  })

  it('are made to last: the fewer are left, the longer from one read of the chat to the next', async (t) => {
    // 7,500 units for the chat are 1,500 looks; spread over 300 s that is one in 200 ms.
    const stage = await openStage({ timing: { spreadMs: 300_000, slowMs: 100, pollingMs: 600_000 } })
    t.after(() => stage.close())
    stage.fake.stream.be('absent')
    stage.fake.stream.end()
    await soon('it says so', async () => (await state(stage))?.state === 'limited')
    assert.equal(
      String((await state(stage))?.message),
      'The chat is read only every 1 s, so that the daily quota lasts.',
    )
  })

  it('are new at midnight in California', async (t) => {
    const app = await createTestApp()
    t.after(() => app.close())
    // 23:30 on the 9th of July there.
    let now = Date.parse('2026-07-10T06:30:00Z')
    const night = { now: () => now, steady: () => now }
    const quota = createQuotaCounter({ db: app.ctx.db, clock: night, app: 'an app', unitsPerDay: 100 })
    await quota.spend({ units: 60, purpose: 'feed' })
    await assert.rejects(quota.spend({ units: 20, purpose: 'feed' }), {
      code: 'platform_unavailable',
      retryAfterSeconds: 1800,
      message: "The app's daily quota of Google's API is used up. It resets in 30 min.",
    })
    await quota.spend({ units: 30, purpose: 'read' })
    await assert.rejects(quota.spend({ units: 1, purpose: 'read' }))
    await quota.spend({ units: 10, purpose: 'write' })
    await assert.rejects(quota.spend({ units: 1, purpose: 'write' }))
    assert.deepEqual([(await quota.read()).used, (await quota.read()).callsLeft(5, 'feed')], [100, 0])
    now += 31 * 60_000
    assert.deepEqual([(await quota.read()).used, (await quota.read()).callsLeft(5, 'feed')], [0, 15])
    await quota.spend({ units: 60, purpose: 'feed' })
    const other = createQuotaCounter({ db: app.ctx.db, clock: night, app: 'another app', unitsPerDay: 100 })
    assert.equal((await other.read()).used, 0)
    assert.equal((await quota.exhaust()).retryAfterSeconds, 24 * 3600 - 60)
    assert.equal((await quota.read()).used, 100)
  })
})
