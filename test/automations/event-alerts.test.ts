import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventAlerts } from '../../src/capabilities/alerts/contract/recipes.ts'
import type { ViewerEvent } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

type Happening = ViewerEvent extends infer E ? (E extends ViewerEvent ? Omit<E, 'id' | 'user'> : never) : never

const subscription = { kind: 'subscription', tier: 1, months: 1, expiresAt: 4e12 } as const

describe('event alerts', () => {
  let app: TestApp
  let page: PageClient
  let owner: PanelClient
  let reports = 0
  before(async () => {
    app = await createTestApp({ hasDefaultAlerts: true })
    page = await openPage(app)
    owner = await signInAsOwner(app)
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  async function report(platform: 'kick' | 'twitch' | 'youtube' | 'tiktok', happening: Happening): Promise<void> {
    const user = { id: `v${++reports}`, username: 'viewer7', displayname: 'Viewer7' }
    await app.app.bot.feed({ channelId: app.channel.id, platform }, { ...happening, id: `happened-${reports}`, user })
    await settled(app)
  }

  /** The card of what happened. */
  async function cardOf(...happened: Parameters<typeof report>) {
    const before = page.cues.length
    await report(...happened)
    await eventually('its card', () => page.cues.length > before)
    const [cue] = page.cues.slice(before)
    assert.equal(cue?.kind, 'event-alert')
    return cue.payload
  }

  it('are automations that a new channel has, switched on, and its test channel too', async () => {
    const { key } = await app.makeKey(['automations:read'])
    const expected = eventAlerts.filter((alert) => alert.isFromStart).map(({ recipe }) => recipe.automation.name)
    const test = await app.makeKey(['automations:read'], { isTest: true })
    for (const used of [key, test.key]) {
      const listed: readonly { name: string; active: number; trigger: { type: string } }[] = (
        await app.call('list-automations', {}, { key: used })
      ).body.automations
      const automations = listed.filter(({ trigger }) => trigger.type !== 'command')
      assert.deepEqual(
        automations.map(({ name }) => name),
        expected,
      )
      assert.ok(automations.every(({ active }) => active === 1))
    }
  })

  it('say what happened, with the sound, the icon and the motion of their event', async () => {
    const { text, username, emblem, enter, leave, size, durationMs, sound } = await cardOf('kick', { kind: 'follow' })
    assert.deepEqual([text, username], ['Viewer7 just followed', 'Viewer7'])
    assert.deepEqual([emblem, enter, leave, size, durationMs], ['heart', 'slide', 'slide', 'small', 4000])
    assert.match(String((sound as { url: string }).url), /^\/overlay\/sounds\//)
  })

  it('differ by amount, tier and months, and show the message of the viewer', async () => {
    const new1 = await cardOf('twitch', { ...subscription, type: 'sub_new' })
    const new3 = await cardOf('twitch', { ...subscription, type: 'sub_new', tier: 3 })
    assert.deepEqual([new1.text, new1.effect], ['Viewer7 just subscribed', undefined])
    assert.deepEqual([new3.text, new3.effect], ['Viewer7 subscribed at tier 3', 'confetti'])
    const renewed = { ...subscription, type: 'sub_renew', message: 'still here' } as const
    const second = await cardOf('kick', { ...renewed, months: 2 })
    const year = await cardOf('kick', { ...renewed, months: 14 })
    assert.deepEqual([second.figure, second.message, second.size], ['2 months', 'still here', 'medium'])
    assert.deepEqual([year.figure, year.emblem, year.size], ['14 months', 'crown', 'large'])
    const small = await cardOf('twitch', { kind: 'raid', viewers: 12 })
    const large = await cardOf('twitch', { kind: 'raid', viewers: 240 })
    assert.deepEqual([small.figure, small.layout, small.effect], ['12 viewers', 'beside', undefined])
    assert.deepEqual([large.figure, large.layout, large.effect], ['240 viewers', 'banner', 'confetti'])
  })

  it('call what was sent by its name on each platform', async () => {
    const sent = { kind: 'bits', amount: 50, message: 'Rose' } as const
    const texts = []
    const gift = { name: 'Rage Quit', tier: 'MID' }
    for (const platform of ['twitch', 'kick', 'youtube', 'tiktok'] as const) {
      const { text, figure } = await cardOf(platform, platform === 'kick' ? { ...sent, gift } : sent)
      texts.push([text, figure])
    }
    assert.deepEqual(texts, [
      ['Viewer7 cheered', '50 bits'],
      ['Viewer7 sent Rage Quit', '50 KICKs'],
      ['Viewer7 sent a Super Chat', undefined],
      ['Viewer7 sent Rose', undefined],
    ])
    const member = await cardOf('youtube', { ...subscription, type: 'sub_new' })
    assert.equal(member.text, 'Viewer7 became a member')
  })

  it('are tried before they are saved, with a sample event, whether or not an overlay is connected', async () => {
    const step = {
      type: 'show_alert',
      text: '$(displayname) brought $(event.viewers)',
      amount: '$(event.viewers)',
      variants: [{ at_least: 100, layout: 'full', seconds: 9 }],
    }
    const data = { username: 'viewer7', displayname: 'Viewer7', viewers: 150 }
    const { id, cue } = (await owner.call('test-event-alert', { step, data })).body
    await eventually('the tried card', () => page.cues.some((one) => one.id === id))
    assert.deepEqual(
      [cue.payload.text, cue.payload.layout, cue.payload.durationMs],
      ['Viewer7 brought 150', 'full', 9000],
    )
    const wrong = { step: { ...step, layout: 'sideways' }, data }
    assert.match((await owner.call('test-event-alert', wrong, { status: 400 })).body.error, /layout/)
  })

  it('stay away while their automation is off', async () => {
    const { key } = await app.makeKey(['automations:write'])
    await app.call('toggle-automation', { name: 'Follow alert', active: 0 }, { key })
    const before = page.cues.length
    await report('kick', { kind: 'follow' })
    assert.equal((await cardOf('twitch', { kind: 'raid', viewers: 3 })).text, 'Viewer7 is raiding')
    assert.equal(page.cues.length, before + 1)
  })
})
