import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { newestMinute } from '../../src/kernel/minute-jobs.ts'
import { finishedRun, makeAutomation, removeAutomations, settled } from '../automations/automation-maker.ts'
import { type } from '../commands/chat-line.ts'
import { runsOf as commandRunsOf, makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const everywhere = ['kick', 'twitch', 'youtube', 'tiktok']
const title = (words: string, more: object = {}) => ({ type: 'title', title: words, ...more })

describe('a step that names no platform', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  afterEach(() => removeAutomations(app))
  after(() => app.close())

  /** The platforms with an event of this kind since then, in the order of the specification. */
  async function happenedOn(kind: string, seq: number): Promise<string[]> {
    const seen = new Set(
      (await eventsSince(app, seq)).filter((one) => one.kind === kind).map(({ platform }) => platform),
    )
    return everywhere.filter((one) => seen.has(one as never))
  }
  const subscribe = async (platform: string, username: string) => {
    await sandboxCall(app, 'subscribe', { platform, username, tier: 1 })
    await settled(app)
  }
  /** Saves an automation that starts by hand, runs it, and answers with what its only step did. */
  async function runByHand(step: Readonly<Record<string, unknown>>, run: object = {}) {
    const id = await makeAutomation(app, { type: 'manual' }, [step], { run: { ...run } })
    await app.call('run-automation', { id })
    return (await finishedRun(app, id)).steps[0]
  }
  const platformsIn = (step: { readonly result?: unknown } | undefined) =>
    (step?.result as { readonly platforms?: Readonly<Record<string, string>> } | undefined)?.platforms

  it('differs from one that names it, with a name of either table', async () => {
    for (const platform of ['PlatformB', 'Twitch', 'twitch', 'platformb']) {
      assert.deepEqual(
        platformsIn(await runByHand(title(`On ${platform}`, { platform }))),
        { twitch: 'done' },
        platform,
      )
    }
    const unknown = { name: 'x', trigger: { type: 'manual' }, steps: [title('Nowhere', { platform: 'PlatformE' })] }
    assert.match((await app.call('save-automation', unknown, { status: 400 })).body.error, /platform must be/)
  })

  it('thanks a subscriber of Twitch on Twitch and nowhere else', async () => {
    const thanks = [
      { type: 'say', text: 'Thank you $(displayname)!' },
      { type: 'announce', text: '$(displayname) has subscribed.' },
      title('With $(displayname)'),
    ]
    const id = await makeAutomation(app, { type: 'event', event: 'subscription' }, thanks)
    const seq = await lastSeq(app)
    await subscribe('PlatformB', 'bob')
    const { steps } = await finishedRun(app, id)
    assert.deepEqual(
      steps.map((step) => platformsIn(step)),
      [{ twitch: 'sent' }, { twitch: 'done' }, { twitch: 'done' }],
    )
    assert.deepEqual(await happenedOn('chat.sent', seq), ['twitch'])
    assert.deepEqual(await happenedOn('chat.announcement', seq), ['twitch'])
    assert.deepEqual(await happenedOn('stream.title-changed', seq), ['twitch'])
  })

  it('says that the platform of the event cannot do it, and tries no other', async () => {
    const id = await makeAutomation(app, { type: 'event', event: 'subscription' }, [
      { type: 'shoutout', target: '$(user)' },
      { type: 'pin_message', text: 'Thank you $(displayname)!' },
      { type: 'clip' },
    ])
    const seq = await lastSeq(app)
    await subscribe('PlatformC', 'carol')
    const { steps } = await finishedRun(app, id)
    assert.deepEqual(
      steps.map(({ message }) => String(message)),
      [
        'YouTube does not let other software give a shoutout.',
        'YouTube does not let other software pin a message.',
        'YouTube does not let other software make clips.',
      ],
    )
    assert.deepEqual(await happenedOn('chat.sent', seq), [], 'nothing is sent that could not be pinned')
    assert.deepEqual(await happenedOn('shoutout.given', seq), [])
    assert.deepEqual(await happenedOn('clip.created', seq), [])
  })

  it('acts on all connected platforms when a schedule starts it', async () => {
    const id = await makeAutomation(app, { type: 'schedule', every_minutes: 1 }, [
      { type: 'say', text: 'Half time' },
      { type: 'announce', text: 'Half time' },
    ])
    const seq = await lastSeq(app)
    clock.advance(2 * minuteMs)
    await app.ctx.automationParts.schedules.tick([newestMinute(clock)])
    await settled(app)
    const { steps } = await finishedRun(app, id)
    assert.deepEqual(await happenedOn('chat.sent', seq), everywhere)
    // A platform without announcements hides nothing of what the others did.
    assert.equal(platformsIn(steps[1])?.twitch, 'done')
    assert.equal(platformsIn(steps[1])?.tiktok, 'invalid_parameter')
  })

  it('moderates on all connected platforms when somebody starts it by hand, and reports where that failed', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'ban')
    const step = await runByHand({ type: 'timeout', target: 'trent', minutes: 5 })
    assert.equal(step?.status, 'done')
    const { kick, twitch, youtube } = platformsIn(step) ?? {}
    assert.deepEqual([kick, twitch, youtube], ['done', 'platform_refused', 'done'])
    const bans = async (platform: string) => (await sandboxCall(app, 'state', { platform })).body.bans.length
    assert.deepEqual([await bans('PlatformA'), await bans('PlatformB'), await bans('PlatformC')], [1, 0, 1])
    await runByHand({ type: 'unban', target: 'trent' })
    assert.deepEqual([await bans('PlatformA'), await bans('PlatformC')], [0, 0])
  })

  it('starts a poll where there are polls', async () => {
    const step = await runByHand({ type: 'create_poll', title: 'Which game?', options: ['Chess', 'Go'] })
    assert.deepEqual([platformsIn(step)?.kick, platformsIn(step)?.twitch], ['invalid_parameter', 'done'])
    assert.equal((await runByHand({ type: 'end_poll' }))?.status, 'done')
  })

  it('stays on the platforms of its automation', async () => {
    const step = await runByHand(title('Two stages'), { platforms: ['PlatformB', 'PlatformC'] })
    assert.deepEqual(platformsIn(step), { twitch: 'done', youtube: 'done' })
  })

  it('pays one account, and never those of several platforms', async () => {
    const pointsOn = async (platform: 'kick' | 'twitch') =>
      (await app.ctx.viewers.get(app.channel, platform, { username: 'dave' })).points
    const before = [await pointsOn('kick'), await pointsOn('twitch')]
    await runByHand({ type: 'points', target: 'dave', amount: 7 })
    assert.deepEqual([await pointsOn('kick'), await pointsOn('twitch')], [Number(before[0]) + 7, before[1]])
  })

  it('acts where its command was typed, and on all platforms of the command when a key runs it', async () => {
    const { word } = await makeCommand(app, { platforms: ['kick', 'twitch'], ...withSteps(title('By $(user)')) })
    const changedOn = async () => (await commandRunsOf(app)).at(-1).steps.at(-1).platforms
    await type(app, 'alice', `!${word}`, { platform: 'PlatformB' })
    assert.deepEqual(await changedOn(), { twitch: 'done' })
    await app.call('run-command', { command: word })
    assert.deepEqual(await changedOn(), { kick: 'done', twitch: 'done' })
  })

  it('is unlike one that names a platform, or all of them', async () => {
    const id = await makeAutomation(app, { type: 'event', event: 'subscription' }, [
      { type: 'say', text: 'Hello Kick', platform: 'kick' },
      { type: 'say', text: 'Hello all', platform: 'all' },
      title('Everywhere', { platform: 'all' }),
    ])
    await subscribe('PlatformB', 'erin')
    const { steps } = await finishedRun(app, id)
    assert.deepEqual(platformsIn(steps[0]), { kick: 'sent' })
    assert.deepEqual(Object.keys(platformsIn(steps[1]) ?? {}), everywhere)
    assert.deepEqual([platformsIn(steps[2])?.kick, platformsIn(steps[2])?.youtube], ['done', 'done'])
  })

  it('says so when no account is connected at all', async () => {
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD']) {
      await sandboxCall(app, 'disconnect', { platform })
    }
    const step = await runByHand({ type: 'ban', target: 'trent' })
    assert.deepEqual([step?.status, step?.error], ['failed', 'platform_not_connected'])
  })
})
