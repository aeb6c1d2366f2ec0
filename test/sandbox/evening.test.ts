import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventDefinitions } from '../../src/registry/events.ts'
import { settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq, sandboxCall } from './sandbox-calls.ts'

runsOn('sqlite', 'postgres')
isSlow('it plays an evening of every platform')

/** Every kind that a platform reports: it has the id that the platform gave it, or it is about the stream. */
const reported = eventDefinitions
  .filter(({ kind, refersTo }) => refersTo !== undefined && ('externalId' in refersTo || kind.startsWith('stream.')))
  .map(({ kind }) => kind as string)

/** What an evening of simulated platforms cannot have, and why. */
const missing: Readonly<Record<string, string>> = {
  donation: 'a donation service reports it, not a platform',
  'subscription.shared': 'Twitch reports a renewal twice over weeks; the sandbox reports it once',
  'stream.already-live': 'only of an account that is connected while it is live',
}

describe('an evening in the sandbox', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD']) {
      await sandboxCall(app, 'set-live', { platform, live: false })
    }
  })
  after(() => app.close())

  const onTwitch = { platform: 'PlatformB' }
  const act = (action: string, body: object = {}) => sandboxCall(app, action, body)
  const by = (username: string) => ({ ...onTwitch, username })

  async function play() {
    await act('set-live', { ...onTwitch, live: true })
    await act('set-stream', { ...onTwitch, title: 'An evening' })
    await act('set-stream', { ...onTwitch, category: 'Chess' })
    await act('follow', by('alice'))
    await act('subscribe', { ...by('alice'), tier: 1 })
    await act('end-subscription', by('alice'))
    await act('upgrade', { ...by('bob'), origin: 'gift', gifted_by: 'carol' })
    await act('gift', { ...by('carol'), count: 1 })
    await act('bits', { ...by('dave'), amount: 100 })
    await act('power-up', { ...by('dave'), name: 'Play a song', custom: true, amount: 50 })
    await act('automatic-reward', by('dave'))
    await act('raid', { ...by('erin'), viewers: 12 })
    await act('watch-streak', { ...by('frank'), streams: 5 })
    await act('hype-train', { phase: 'begin' })
    await act('hype-train', { phase: 'progress', level: 2, total: 2000 })
    await act('hype-train', { phase: 'end', level: 2 })
    await act('like', { count: 40 })
    await act('share', { username: 'grace' })
    await act('super-fan', { username: 'grace' })
    await act('shoutout', by('heidi'))
    for (const phase of ['started', 'changed', 'ended']) await act('shared-chat', { ...by('heidi'), phase })
    await act('announcement', { ...by('ivan'), text: 'Read this' })
    const { body: said } = await act('chat', { ...by('ivan'), text: 'hello' })
    await act('chat', { ...by('judy'), text: 'hello yourself', reply_to: said.id })
    await act('pin', { ...by('ivan'), text: 'Pinned' })
    await act('chat-mode', { ...onTwitch, mode: 'slow', enabled: true, seconds: 10 })
    for (const role of ['vip', 'moderator']) {
      for (const added of [true, false]) await act('set-role', { ...by('judy'), role, added })
    }
    await act('warn', { ...by('mallory'), reason: 'Spam' })
    await act('acknowledge-warning', by('mallory'))
    await act('ban', { ...by('mallory'), minutes: 10 })
    await act('ban', by('mallory'))
    const { body: request } = await act('request-unban', { ...by('mallory'), message: 'Sorry' })
    await act('resolve-unban-request', { ...by('mallory'), id: request.id, status: 'approved' })
    await act('unban', by('mallory'))
    await act('ad-break', { ...onTwitch, seconds: 60, in_seconds: 30 })
    await act('ad-break', { ...onTwitch, seconds: 60 })
    await app.call('create-reward', { ...onTwitch, title: 'Stretch', cost: 100 })
    const { body: redemption } = await act('redeem', { ...by('alice'), reward: 'Stretch' })
    await app.call('update-redemption', { ...onTwitch, id: redemption.id, status: 'fulfilled' })
    const ballot = { ...onTwitch, title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60 }
    await app.call('create-poll', ballot)
    await act('vote', { ...by('alice'), option: 'Chess' })
    await app.call('end-poll', onTwitch)
    await app.call('create-prediction', ballot)
    await act('predict', { ...by('alice'), option: 'Chess' })
    await app.call('end-prediction', { ...onTwitch, action: 'lock' })
    await app.call('end-prediction', { ...onTwitch, action: 'resolve', option: 'Chess' })
    await app.call('raid', { ...onTwitch, username: 'heidi' })
    await app.call('shoutout', { ...onTwitch, username: 'heidi' })
    await act('set-live', { ...onTwitch, live: false })
  }

  it('has every event that platforms report, once, and shows it once', async () => {
    const owner = await signInAsOwner(app)
    const tab = await openTab(app, owner.cookie)
    await tab.until(({ event }) => event === 'dashboard')
    const from = await lastSeq(app)
    await play()
    await settled(app)
    const events = (await eventsSince(app, from)).filter(({ kind }) => reported.includes(kind))
    const counts = new Map<string, number>()
    for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const wanted = reported.filter((kind) => !(kind in missing))
    assert.deepEqual(
      Object.fromEntries([...counts].toSorted()),
      Object.fromEntries(wanted.map((kind): [string, number] => [kind, 1]).toSorted()),
    )
    await eventually('the last is shown', () => tab.kinds().includes('stream.offline'))
    const shown = tab.messages.filter(({ event, data }) => event === 'log' && data.seq > from)
    for (const kind of wanted) {
      assert.equal(shown.filter(({ data }) => data.kind === kind).length, 1, kind)
    }
    tab.close()
  })
})
