import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { makeCommand, outcomes, runsOf, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createTimeLimits } from '../platforms/time-limits.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the steps of a command', () => {
  let app: TestApp
  const pages: PageClient[] = []
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  afterEach(async () => {
    for (const page of pages.splice(0)) page.cut()
    await eventually('the pages to be gone', () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }))
  })

  async function page(): Promise<PageClient> {
    const opened = await openPage(app)
    pages.push(opened)
    return opened
  }

  /** Makes a command of these steps, runs it, and tells what came of each. */
  async function perform(steps: readonly unknown[], body: Record<string, unknown> = {}): Promise<string[]> {
    const { word } = await makeCommand(app, withSteps(...steps))
    const { key } = await app.makeKey()
    const { status } = await app.call('run-command', { command: word, ...body }, { key })
    assert.equal(status, 200)
    return outcomes(app)
  }

  const pointsOf = async (username: string, platform = 'PlatformA'): Promise<number> =>
    (await app.ctx.viewers.get(app.channel, platform === 'PlatformA' ? 'kick' : 'twitch', { username })).points

  it('reply speaks as the bot and is part of the response', async () => {
    const { word } = await makeCommand(app, { message: 'One.', ...withSteps({ type: 'reply', text: 'Two, $(user).' }) })
    const { body } = await app.call('run-command', { command: word, username: 'bob' })
    assert.equal(body.response, 'One. Two, bob.')
    assert.deepEqual(
      (await chatOf(app)).slice(-2).map(({ text, as }) => [text, as]),
      [
        ['One.', 'bot'],
        ['Two, bob.', 'bot'],
      ],
    )
  })

  it('say speaks as the broadcaster, or where and as whom it is asked', async () => {
    assert.deepEqual(
      await perform([
        { type: 'say', text: 'mine' },
        { type: 'say', text: 'theirs', as: 'bot', platform: 'twitch' },
      ]),
      ['say ok', 'say ok'],
    )
    const mine = (await chatOf(app)).at(-1)
    assert.deepEqual([mine?.text, mine?.as], ['mine', 'broadcaster'])
    const theirs = (await chatOf(app, 'PlatformB')).at(-1)
    assert.deepEqual([theirs?.text, theirs?.as], ['theirs', 'bot'])
  })

  it('timeout and ban remove the target, and the ban list receives it from the platform', async () => {
    const steps = [
      { type: 'timeout', target: '$(touser)', minutes: '$(2)', reason: 'Asked by $(user).' },
      { type: 'ban', target: 'victor', reason: 'For good.' },
    ]
    assert.deepEqual(await perform(steps, { message: '@trent 7', username: 'alice' }), ['timeout ok', 'ban ok'])
    const { bans } = (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body
    assert.equal(bans.length, 2)
    const { latest_banned: banned } = (await app.call('get-recent-activity', { limit: 2 })).body
    assert.deepEqual(
      banned.map((one: Record<string, unknown>) => [one.type, one.username, one.duration_minutes, one.reason]),
      [
        ['ban', 'victor', null, 'For good.'],
        ['timeout', 'trent', 7, 'Asked by alice.'],
      ],
    )
  })

  it('points pays whom it names, or who runs it, with the command in the ledger', async () => {
    const [bob, carol] = [await pointsOf('bob'), await pointsOf('carol')]
    const steps = [
      { type: 'points', amount: 10 },
      { type: 'points', target: '$(1)', mode: 'remove', amount: '$(2)' },
      { type: 'points', target: 'dave', mode: 'set', amount: 0 },
      { type: 'points', target: 'dave', platform: 'twitch', mode: 'set', amount: 77 },
    ]
    const ok = 'points ok'
    assert.deepEqual(await perform(steps, { username: 'bob', message: 'carol 40' }), [ok, ok, ok, ok])
    assert.equal(await pointsOf('bob'), bob + 10)
    assert.equal(await pointsOf('carol'), carol - 40)
    assert.equal(await pointsOf('dave'), 0)
    assert.equal(await pointsOf('dave', 'PlatformB'), 77)
    const viewer = await app.ctx.viewers.get(app.channel, 'kick', { username: 'bob' })
    const [entry] = await app.ctx.points.ledger(app.channel, viewer, 1)
    const { id, command } = (await runsOf(app)).at(-1)
    assert.equal(entry?.actor, `command:${id}`)
    assert.equal(entry?.reason, command)
  })

  it('tts and effect reach the overlay, with who ran the command', async () => {
    const shown = await page()
    const steps = [
      { type: 'tts', text: 'Hear $(args)' },
      { type: 'effect', overlay_id: 'confetti', data: { deep: [{ by: '$(user)' }] } },
    ]
    assert.deepEqual(await perform(steps, { username: 'bob', message: 'this' }), ['tts ok', 'effect ok'])
    const spoken = await shown.cue('tts')
    assert.equal(spoken.payload.text, 'Hear this')
    assert.equal(spoken.payload.username, 'Bob')
    const effect = (await shown.cue('effect')).payload as {
      data: { deep: unknown; userstate: Record<string, unknown> }
    }
    assert.deepEqual(effect.data.deep, [{ by: 'bob' }])
    assert.equal(effect.data.userstate.username, 'bob')
    assert.equal(effect.data.userstate.user_id, '10002')
    assert.equal(effect.data.userstate.is_broadcaster, false)
  })

  it('tts and effect fail alone when no page is connected', async () => {
    const steps = [
      { type: 'tts', text: 'unheard' },
      { type: 'effect', overlay_id: 'confetti' },
      { type: 'effect', overlay_id: 'nothing' },
      { type: 'effect', overlay_id: 'rain' },
      { type: 'reply', text: 'but said' },
    ]
    assert.deepEqual(await perform(steps), [
      'tts overlay_not_connected',
      'effect overlay_not_connected',
      'effect overlay_not_found',
      'effect effect_not_trigger_enabled',
      'reply ok',
    ])
  })

  it('a step that needs a viewer fails alone when there is no such viewer', async () => {
    const steps = [
      { type: 'points', amount: 5 },
      { type: 'timeout', target: 'nobody-here' },
      { type: 'ban', target: '$(9)' },
      { type: 'reply', text: 'on we go' },
    ]
    assert.deepEqual(await perform(steps, { username: 'nobody-here' }), [
      'points user_not_found',
      'timeout user_not_found',
      'ban invalid_parameter',
      'reply ok',
    ])
  })

  it('toggle_command switches another command, one way or the other', async () => {
    const other = await makeCommand(app, { message: 'x' })
    const isActive = async () => (await app.ctx.commands.get(app.ctx.db, app.channel.id, { id: other.id })).active
    await perform([{ type: 'toggle_command', command: other.word }])
    assert.equal(await isActive(), false)
    await perform([{ type: 'toggle_command', id: other.id, active: 0 }])
    assert.equal(await isActive(), false)
    await perform([{ type: 'toggle_command', id: other.id, active: 1 }])
    assert.equal(await isActive(), true)
    assert.deepEqual(await perform([{ type: 'toggle_command', command: '!gone' }]), [
      'toggle_command command_not_found',
    ])
  })

  it('run_command runs another with its own words, and each stands in the log', async () => {
    const inner = await makeCommand(app, { message: 'inner for $(user): $(args)', apiEnabled: false })
    const steps = [{ type: 'run_command', command: inner.word, args: 'from $(touser)' }]
    const before = (await runsOf(app)).length
    await perform(steps, { username: 'bob', message: 'carol' })
    assert.equal((await chatOf(app)).at(-1)?.text, 'inner for bob: from carol')
    const ran = (await runsOf(app)).slice(before)
    assert.deepEqual(
      ran.map(({ depth, response, actor }) => [depth, response, actor.split(':')[0]]),
      [
        [1, '', 'key'],
        [2, 'inner for bob: from carol', 'command'],
      ],
    )
  })

  it('run_command stops five deep, and at a command that is switched off', async () => {
    const { word, id } = await makeCommand(app, {
      command: '!circle',
      message: 'round',
      ...withSteps({ type: 'run_command', command: '!circle' }),
    })
    const before = (await chatOf(app)).length
    const { status } = await app.call('run-command', { command: word })
    assert.equal(status, 200)
    assert.equal((await chatOf(app)).length - before, 5)
    assert.equal((await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })).runCount, 5)
    assert.deepEqual(await outcomes(app), ['reply ok', 'run_command invalid_parameter'])
    const off = await makeCommand(app, { active: false })
    await perform([{ type: 'run_command', command: off.word }])
    assert.deepEqual(await outcomes(app), ['run_command command_disabled'])
  })

  it('commands that run each other many times over end after thirty steps in all', async () => {
    const many = Array.from({ length: 8 }, () => ({ type: 'run_command', command: '!flood' }))
    await makeCommand(app, { command: '!flood', message: 'drip', ...withSteps(...many) })
    const before = (await chatOf(app)).length
    assert.equal((await app.call('run-command', { command: '!flood' })).status, 200)
    assert.ok((await chatOf(app)).length - before <= 31)
  })

  it('wait waits, for five seconds at most', async () => {
    const started = performance.now()
    assert.deepEqual(await perform([{ type: 'wait', seconds: 0.2 }]), ['wait ok'])
    assert.ok(performance.now() - started >= 200)
    assert.deepEqual(await perform([{ type: 'wait', seconds: 6 }]), ['wait invalid_parameter'])
  })

  it('an invalid step fails alone, and the log says why', async () => {
    const steps = [
      { type: 'dance' },
      { type: 'constructor' },
      'timeout',
      null,
      { text: 'no type' },
      { type: 'reply' },
      { type: 'reply', txt: 'misspelt' },
      { type: 'timeout', target: 'bob', minutes: 0 },
      { type: 'timeout', target: 'bob', minutes: 'soon' },
      { type: 'reply', text: 'ok', on_error: 'panic' },
      { type: 'points', amount: 0 },
      { type: 'effect' },
      { type: 'reply', text: 'still here' },
    ]
    const results = await perform(steps)
    assert.deepEqual(
      results.slice(0, -1),
      results.slice(0, -1).map((words) => `${words.split(' ')[0]} invalid_parameter`),
    )
    assert.equal(results.at(-1), 'reply ok')
    assert.equal(results.length, steps.length)
    const { steps: logged } = (await runsOf(app)).at(-1)
    assert.equal(logged[0].message, 'type dance is not a step.')
    assert.equal(logged[5].message, 'text is required.')
    assert.equal(logged[7].message, 'minutes must be a whole number from 1 to 10080.')
  })

  for (const actions of ['do it', { version: 2, steps: [] }, { version: 1 }, [1]]) {
    it(`${JSON.stringify(actions)} is not a valid definition, and the reply is sent all the same`, async () => {
      const { word } = await makeCommand(app, { message: 'said', actions })
      assert.equal((await app.call('run-command', { command: word })).status, 200)
      assert.deepEqual(await outcomes(app), ['reply ok', 'action_json invalid_parameter'])
    })
  }

  it('on_error stop passes over the rest, continue does not', async () => {
    const rest = { type: 'reply', text: 'rest' }
    const failing = { type: 'timeout', target: 'nobody-here' }
    assert.deepEqual(await perform([{ ...failing, on_error: 'stop' }, rest, rest]), [
      'timeout user_not_found',
      'reply skipped',
      'reply skipped',
    ])
    assert.deepEqual(await perform([{ ...failing, on_error: 'continue' }, rest]), [
      'timeout user_not_found',
      'reply ok',
    ])
    assert.deepEqual(await perform([{ ...rest, on_error: 'stop' }, rest]), ['reply ok', 'reply ok'])
  })
})

describe('a command on a platform that hangs', () => {
  let app: TestApp
  const limits = createTimeLimits()
  before(async () => {
    app = await createTestApp({ timeLimit: limits.start })
  })
  after(() => app.close())

  it('still reaches the other platform and runs its steps', async () => {
    const { word } = await makeCommand(app, {
      message: 'to both',
      platforms: ['kick', 'twitch'],
      ...withSteps({ type: 'say', text: 'after it', platform: 'twitch' }),
    })
    app.app.sandbox.failNext('kick', 'timeout', 'sendChat', limits.endOf)
    assert.equal((await app.call('run-command', { command: word })).status, 200)
    const lines = (await chatOf(app, 'PlatformB')).map(({ text }) => text)
    assert.deepEqual(lines.slice(-2), ['to both', 'after it'])
  })

  it('is not sent again under the same Idempotency-Key, since it may have got through', async () => {
    const { word } = await makeCommand(app, { message: 'perhaps' })
    const headers = { 'Idempotency-Key': 'perhaps' }
    app.app.sandbox.failNext('kick', 'timeout', 'sendChat', limits.endOf)
    const first = await app.call('run-command', { command: word }, { status: 502, headers })
    assert.equal(first.status, 502)
    assert.equal(first.body.code, 'platform_unavailable')
    const second = await app.call('run-command', { command: word }, { status: 502, headers })
    assert.equal(second.body.code, 'outcome_unknown')
    assert.equal((await chatOf(app)).filter(({ text }) => text === 'perhaps').length, 0)
  })

  it('is not sent again either when one platform refused and the other never answered', async () => {
    const { word } = await makeCommand(app, { message: 'perhaps there', platforms: ['kick', 'twitch'] })
    const headers = { 'Idempotency-Key': 'perhaps-there' }
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    app.app.sandbox.failNext('twitch', 'timeout', 'sendChat', limits.endOf)
    assert.equal((await app.call('run-command', { command: word }, { status: 502, headers })).status, 502)
    const second = await app.call('run-command', { command: word }, { status: 502, headers })
    assert.equal(second.body.code, 'outcome_unknown')
  })
})
