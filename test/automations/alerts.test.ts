import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ViewerEvent } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { showAlerts } from './alert-maker.ts'
import { removeAutomations, settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')
isSlow('it speaks with real voices')

const ann = { id: 'a1', username: 'ann', displayname: 'Ann' }
const subscription = { kind: 'subscription', tier: 1, months: 3, expiresAt: 4e12 } as const
let reports = 0

type Action = ViewerEvent extends infer E ? (E extends ViewerEvent ? Omit<E, 'id' | 'user'> : never) : never

describe('alerts of what happens', () => {
  let app: TestApp
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    page = await openPage(app)
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  /**
   * Speech is rendered after the commit, one line after the other: once a line that was requested last is shown,
   * everything before it has been shown too.
   */
  async function cuesAfter(action: Action, { expected = 1, user = { ...ann, id: `a${++reports}` } } = {}) {
    const place = { channelId: app.channel.id, platform: 'kick' } as const
    return cuesOf(() => app.app.bot.feed(place, { ...action, id: `report-${++reports}`, user }), expected)
  }

  async function cuesOf(happen: () => Promise<void>, expected: number) {
    const before = page.cues.length
    await happen()
    await settled(app)
    await eventually(`${expected} cues`, () => page.cues.length >= before + expected)
    await app.call('tts', { text: 'the end' }, { key: (await app.makeKey()).key })
    return page.cues.slice(before).filter(({ payload }) => payload.text !== 'the end')
  }

  /** As Ko-fi reports it. */
  async function donate(donation: { id?: string; amount: number; currency?: string; message?: string }): Promise<void> {
    const source = { channelId: app.channel.id, provider: 'kofi', hook: '', secret: '', account: '', lastEventAt: null }
    const given = { id: `donation-${++reports}`, currency: 'EUR', message: '', name: 'Ann', isTest: false, ...donation }
    await app.ctx.donationSources.take({ ...source, provider: 'kofi' }, given)
  }

  it('do not exist until the broadcaster adds an automation', async () => {
    assert.deepEqual(await cuesAfter({ kind: 'follow' }, { expected: 0 }), [])
  })

  const occasions: readonly (readonly [on: string, action: Action, text: string])[] = [
    ['follow', { kind: 'follow' }, 'Ann 0 '],
    ['subscription', { ...subscription, type: 'sub_renew' }, 'Ann 3 '],
    ['gift', { ...subscription, type: 'sub_gift', giver: { id: 'g', username: 'gil', displayname: 'Gil' } }, 'Gil 1 '],
    ['raid', { kind: 'raid', viewers: 12 }, 'Ann 12 '],
    ['bits', { kind: 'bits', amount: 50, message: 'hi' }, 'Ann 50 hi'],
  ]
  for (const [on, action, text] of occasions) {
    it(`speak on a ${on}`, async () => {
      await showAlerts(app, [{ on, show: 'tts', text: '$(user) $(amount) $(message)' }])
      const spoken = (await cuesAfter(action)).filter(({ kind }) => kind === 'tts')
      assert.deepEqual(
        spoken.map(({ payload }) => payload.text),
        [text.trim()],
      )
    })
  }

  it('play a sound or trigger an effect, as many as there are steps', async () => {
    await showAlerts(app, [
      { on: 'raid', show: 'audio-alert', alert_id: 2 },
      { on: 'raid', show: 'effect', overlay_id: 'confetti', text: '$(user) raids' },
      { on: 'raid', show: 'effect', overlay_id: 'gone' },
      { on: 'raid', show: 'audio-alert', alert_id: 4 },
      { on: 'follow', show: 'audio-alert', alert_id: 1 },
    ])
    const cues = await cuesAfter({ kind: 'raid', viewers: 1 }, { expected: 2 })
    assert.deepEqual(
      cues.map(({ kind }) => kind),
      ['audio-alert', 'effect'],
    )
    assert.equal(cues[0]?.payload.username, 'Ann')
    const data = cues[1]?.payload.data as { message: string; userstate: Record<string, unknown> } | undefined
    assert.equal(data?.message, 'Ann raids')
    assert.deepEqual([data?.userstate.platform, data?.userstate.username], ['PlatformA', 'ann'])
  })

  it('wait for the amount that the trigger asks for', async () => {
    await showAlerts(app, [{ on: 'bits', show: 'tts', text: 'big', min_amount: 100 }])
    assert.equal((await cuesAfter({ kind: 'bits', amount: 99, message: '' }, { expected: 0 })).length, 0)
    assert.equal((await cuesAfter({ kind: 'bits', amount: 100, message: '' })).length, 1)
  })

  it('come once for what is reported twice, and not for following again', async () => {
    await showAlerts(app, [{ on: 'follow', show: 'tts', text: 'x' }])
    const user = { ...ann, id: 'again' }
    assert.equal((await cuesAfter({ kind: 'follow' }, { user })).length, 1)
    assert.equal((await cuesAfter({ kind: 'follow' }, { user, expected: 0 })).length, 0)
  })

  it('are held while the shield is up, and come in order and once when it goes down', async () => {
    await showAlerts(app, [{ on: 'bits', show: 'effect', overlay_id: 'confetti', text: '$(message)' }])
    await app.call('shield-mode', { mode: 'on', platform: 'PlatformA' })
    for (const message of ['first', 'second']) {
      assert.equal((await cuesAfter({ kind: 'bits', amount: 1, message }, { expected: 0 })).length, 0)
    }
    const before = page.cues.length
    for (let time = 0; time < 2; time++) await app.call('shield-mode', { mode: 'off', platform: 'PlatformA' })
    await eventually('what was held', async () => page.cues.length >= before + 2)
    const shown = page.cues.slice(before).map(({ payload }) => (payload.data as { message: string }).message)
    assert.deepEqual(shown, ['first', 'second'])
    assert.equal((await cuesAfter({ kind: 'bits', amount: 1, message: 'third' })).length, 1)
  })

  it('of people who were banned under the shield do not come afterwards', async () => {
    await showAlerts(app, [{ on: 'bits', show: 'effect', overlay_id: 'confetti', text: '$(message)' }])
    const troll = { ...ann, id: '10007', username: 'grace', displayname: 'Grace' }
    await app.call('shield-mode', { mode: 'on', platform: 'PlatformA' })
    await cuesAfter({ kind: 'bits', amount: 1, message: 'from a troll' }, { user: troll, expected: 0 })
    await cuesAfter({ kind: 'bits', amount: 1, message: 'from Ann' }, { expected: 0 })
    const banned = await app.call('ban', { userid: troll.id, platform: 'PlatformA' })
    assert.equal(banned.status, 200, JSON.stringify(banned.body))
    const before = page.cues.length
    await app.call('shield-mode', { mode: 'off', platform: 'PlatformA' })
    await eventually('what was held', async () => page.cues.length > before)
    const shown = page.cues.slice(before).map(({ payload }) => (payload.data as { message: string }).message)
    assert.deepEqual(shown, ['from Ann'])
  })

  it('speak on a donation, which no platform reports', async () => {
    await showAlerts(app, [{ on: 'donation', show: 'tts', text: '$(user) $(amount) $(message)' }])
    const cues = await cuesOf(() => donate({ amount: 5, message: 'yo' }), 2)
    const spoken = cues.filter(({ kind }) => kind === 'tts')
    assert.deepEqual(
      spoken.map(({ payload }) => payload.text),
      ['Ann 5 yo'],
    )
  })

  it('show a donation while the shield of a platform is up: it did not happen there', async () => {
    await showAlerts(app, [{ on: 'donation', show: 'effect', overlay_id: 'confetti' }])
    await app.call('shield-mode', { mode: 'on', platform: 'PlatformA' })
    try {
      const cues = await cuesOf(() => donate({ amount: 6 }), 2)
      const effects = cues.filter(({ kind }) => kind === 'effect').map(({ payload }) => payload.data)
      const platforms = (effects as { userstate: { platform: string } }[]).map(({ userstate }) => userstate.platform)
      assert.deepEqual(platforms, [''])
    } finally {
      await app.call('shield-mode', { mode: 'off', platform: 'PlatformA' })
    }
  })

  it('never read a variable that somebody typed', async () => {
    await showAlerts(app, [{ on: 'bits', show: 'tts', text: '$(message)' }])
    const [cue] = await cuesAfter({ kind: 'bits', amount: 1, message: '$(user) $(amount)' })
    assert.equal(cue?.payload.text, '$(user) $(amount)')
  })

  it('a donation stands in the list of donors, once, and fires its own alert', async () => {
    await removeAutomations(app)
    const before = page.cues.length
    for (let time = 0; time < 2; time++) await donate({ id: 'don-1', amount: 7, currency: 'USD', message: 'hello' })
    await eventually('its alert', () => page.cues.length > before)
    assert.deepEqual(
      page.cues.slice(before).map(({ kind }) => kind),
      ['donation'],
    )
    const { latest_donors: donors } = (await app.call('get-recent-activity', { limit: 20 })).body
    const found = donors.filter(({ username }: { username: string }) => username === 'Ann')
    assert.equal(found.filter(({ amount }: { amount: number }) => amount === 7).length, 1)
    assert.deepEqual([found[0].provider, found[0].is_test], ['ProviderC', 0])
  })

  it('a raid and a gift come in from the sandbox as well', async () => {
    const who = { platform: 'PlatformA', username: 'viewer20' }
    assert.equal((await sandboxCall(app, 'raid', { ...who, viewers: 5 })).status, 200)
    assert.equal((await sandboxCall(app, 'subscribe', { ...who, tier: 1, gifted_by: 'viewer21' })).status, 200)
    const { latest_subscribers: subscribers } = (await app.call('get-recent-activity', { limit: 1 })).body
    assert.deepEqual([subscribers[0].username, subscribers[0].type], ['viewer20', 'sub_gift'])
  })
})
