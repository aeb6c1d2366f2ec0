import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { steps } from '../../src/registry/steps.ts'
import { answersTo, type, viewerOf } from '../commands/chat-line.ts'
import { makeCommand, outcomes, outcomesOf, runsOf, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { connectFakeDiscord } from '../discord/connect-fake-discord.ts'
import { connectFakeObs } from '../obs/connect-fake-obs.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { connectFakeVts } from '../vts/connect-fake-vts.ts'

runsOn('sqlite', 'postgres')
isSlow('it runs every type of step')

const promised =
  'reply say timeout ban unban delete_message tts audio_alert show_alert effect voice_effect stop_voice_effect clip title game points watch_time song toggle_command run_command wait create_reward update_reward delete_reward update_redemption create_poll end_poll create_prediction end_prediction raid shoutout announce set_chat_mode start_commercial create_marker pin_message unpin_message http_request value open_round enter_round close_round draw_round cancel_round request_song remove_song_request vote_skip obs_status obs_list obs_scene obs_source obs_filter obs_text obs_input obs_audio obs_media obs_output obs_replay obs_request vts_hotkey ask_ai summarise title_ideas discord_status discord_send_message discord_voice_members discord_voice_move discord_voice_kick discord_voice_mute_all discord_voice_unmute_all discord_voice_pull_all go_cue standby_cue hold_cues stop_cues if repeat choose stop run_automation'.split(
    ' ',
  )

describe('every type of step', () => {
  let app: TestApp
  let page: PageClient
  /** The examples of all steps need more chat lines in a minute than one key may send. */
  let exampleKey: string
  let lines = 0
  before(async () => {
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.1'] } })
    page = await openPage(app)
    await app.call('save-automation', { name: 'Thank followers', trigger: { type: 'manual' }, steps: [] })
    // The cues wait, so that nothing about them happens by itself.
    const cues = ['1', '2'].map((number) => ({ number, name: `Cue ${number}`, pre_wait: 600, steps: [] }))
    await app.call('save-show', { name: 'Friday show', cues })
    await connectFakeObs(app)
    await connectFakeVts(app)
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  async function perform(steps: readonly unknown[], line = '@viewer7 30', more: Parameters<typeof type>[3] = {}) {
    const { word } = await makeCommand(app, { ...withSteps(...steps), platforms: ['kick', 'tiktok'] })
    if (lines++ % 100 === 0) exampleKey = (await app.makeKey()).key
    await type(app, 'alice', `!${word} ${line}`, { key: exampleKey, ...more })
    return outcomesOf((await runsOf(app)).findLast(({ depth }) => depth === 1).steps)
  }
  /** The same for a command that a redemption runs. */
  async function performRedeemed(steps: readonly unknown[]) {
    const { word } = await makeCommand(app, { ...withSteps(...steps), platforms: ['kick'] })
    await app.call('create-reward', { platform: 'PlatformA', title: word, cost: 1, command: word })
    await sandboxCall(app, 'redeem', { platform: 'PlatformA', username: 'alice', reward: word })
    await new Promise((resolve) => setImmediate(resolve))
    await app.app.bot.settled()
    return outcomesOf((await runsOf(app)).at(-1).steps)
  }
  /** The host of the example does not exist, so another address is called: one of this server itself. */
  async function callable({ path: _path, ...example }: Readonly<Record<string, unknown>>) {
    const { db, settings } = app.ctx
    await db.write((tx) => settings.set(tx, app.cause, 'outgoing', { hosts: ['127.0.0.1'] }))
    return { ...example, url: `${app.url}/healthz` }
  }
  const last = async () => (await runsOf(app)).at(-1).steps.at(-1)

  it('stays, because commands are stored with it', () => {
    const types = new Set<string>(steps.map(({ type }) => type))
    assert.deepEqual(
      promised.filter((type) => !types.has(type)),
      [],
    )
  })

  /** Its condition chooses between its branches, so it is never passed over. */
  const branches = (name: string) => name === 'if'

  for (const { type: name, example } of steps) {
    it(`${name} does what its example says, and its outcome is recorded`, async () => {
      // The example before this one has ended the round.
      if (name === 'cancel_round') await app.call('open-round', { kind: 'giveaway', title: 'Another' })
      if (name === 'vote_skip') await app.call('start-song')
      // Everybody is back in their voice channel.
      if (name.startsWith('discord_')) await connectFakeDiscord(app)
      const run = name === 'update_redemption' ? performRedeemed : perform
      // Steps inside a step have outcomes of their own, after that of the step.
      const [own, ...inner] = await run(
        [name === 'http_request' ? await callable(example) : example],
        name === 'request_song' ? 'In the Wings' : undefined,
      )
      assert.equal(own, `${name} ok`)
      for (const outcome of inner) assert.equal(outcome, 'reply ok')
      assert.equal(inner.length, { if: 1, repeat: 3, choose: 1 }[String(name)] ?? 0)
      await sandboxCall(app, 'unban', { platform: 'PlatformA', username: 'viewer7' })
    })

    if (branches(name)) continue
    it(`${name} waits for its delay and is passed over when its condition does not hold`, async () => {
      const seq = await lastSeq(app)
      const started = performance.now()
      const never = { value: '$(user)', is: 'bob' }
      assert.deepEqual(await perform([{ ...example, delay: 0.05, condition: never }]), [`${name} ok`])
      assert.ok(performance.now() - started >= 50)
      assert.equal((await last()).condition, false)
      const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind)
      assert.deepEqual(
        kinds.filter(
          (kind) =>
            kind !== 'command.ran' &&
            // The price of an alert is taken before the run, and comes back when it was not played.
            !(name === 'audio_alert' && kind === 'points.changed') &&
            // What VTube Studio reports about the test before comes a moment later.
            !(name === 'vts_hotkey' && kind === 'vts.hotkey-triggered'),
        ),
        [],
      )
    })
  }

  it('unban takes back what timeout did', async () => {
    await perform([{ type: 'timeout', target: '$(1)', minutes: 5 }])
    const bans = async () => (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body.bans.length
    assert.equal(await bans(), 1)
    await perform([{ type: 'unban', target: '$(1)' }])
    assert.equal(await bans(), 0)
  })

  it('delete_message deletes the line that asked, or the one it names, and the log says whose', async () => {
    const theirs = await type(app, 'viewer8', 'delete me')
    const ran = await makeCommand(app, withSteps({ type: 'delete_message', message_id: '$(1)' }))
    await type(app, 'alice', `!${ran.word} ${theirs}`)
    assert.ok(!(await chatOf(app)).some(({ id }) => id === theirs))
    const { body } = await app.call('get-moderation-log', { type: 'delete', limit: 1 })
    assert.deepEqual([body.entries[0].username, body.entries[0].reason], ['viewer8', ran.word])
    const { word } = await makeCommand(app, withSteps({ type: 'delete_message' }))
    await app.call('run-command', { command: word })
    assert.deepEqual(await outcomes(app), ['delete_message invalid_parameter'])
  })

  it('voice_effect colours the speech that follows, for its time', async () => {
    await perform([
      { type: 'voice_effect', effect: 'echo', seconds: 60 },
      { type: 'tts', text: 'in the hall' },
    ])
    const cue = page.cues.filter(({ kind }) => kind === 'tts').at(-1)
    assert.deepEqual([cue?.payload.text, cue?.payload.voice_effect], ['in the hall', 'echo'])
  })

  it('clip, title and game change the stream and report to the log', async () => {
    const seq = await lastSeq(app)
    const steps = [
      { type: 'clip', announce: 'no' },
      { type: 'title', title: 'A new one', platform: 'kick' },
      { type: 'game', game: 'Chess', platform: 'kick' },
    ]
    assert.deepEqual(await perform(steps), ['clip ok', 'title ok', 'game ok'])
    const { body } = await app.call('get-stream-meta', { platform: 'PlatformA' })
    assert.deepEqual([body.title, body.category], ['A new one', 'Chess'])
    const kinds = new Set((await eventsSince(app, seq)).map(({ kind }) => kind))
    for (const kind of ['clip.created', 'stream.title-changed', 'stream.category-changed'])
      assert.ok(kinds.has(kind), kind)
  })

  it('points moves points from who runs it to the target, all or nothing', async () => {
    const [alice, bob] = [await viewerOf(app, 'alice'), await viewerOf(app, 'bob')]
    const transfer = { type: 'points', mode: 'transfer', target: '$(touser)', amount: '$(2)' }
    assert.deepEqual(await perform([transfer], '@bob 40'), ['points ok'])
    assert.equal((await viewerOf(app, 'alice')).points, alice.points - 40)
    assert.equal((await viewerOf(app, 'bob')).points, bob.points + 40)
    assert.deepEqual(await perform([transfer], '@bob 9999999'), ['points insufficient_points'])
    assert.equal((await viewerOf(app, 'bob')).points, bob.points + 40)
  })

  it('watch_time adds to today', async () => {
    const before = (await viewerOf(app, 'bob')).watchMinutes
    await perform([{ type: 'watch_time', target: 'bob', minutes: '$(2)' }])
    assert.equal((await viewerOf(app, 'bob')).watchMinutes, before + 30)
    const day = new Date().toISOString().slice(0, 10)
    const { body } = await app.call('get-watch-time', { username: 'bob', day, platform: 'PlatformA' })
    assert.equal(body.watch_time, 30)
  })

  it('says so when the platform cannot do it', async () => {
    const { word } = await makeCommand(app, {
      message: '',
      platforms: ['tiktok'],
      ...withSteps({ type: 'title', title: 'x', platform: 'tiktok' }),
    })
    await type(app, 'alice', `!${word}`, { platform: 'PlatformD' })
    assert.equal((await last()).message, 'TikTok does not let other software set the title.')
  })

  const conditions: readonly (readonly [condition: unknown, holds: boolean])[] = [
    [{ value: '$(user)', is: 'ALICE' }, true],
    [{ value: '$(user)', is_not: 'alice' }, false],
    [{ value: '$(args)', is: '' }, false],
    [{ value: '$(3)', is: '' }, true],
    [{ value: '$(args)', contains: 'Viewer' }, true],
    [{ value: '$(2)', above: 29, below: 31 }, true],
    [{ value: '$(2)', above: 30 }, false],
    [{ value: 'no number', above: 0 }, false],
    [{ role: 'everyone' }, true],
    [{ role: 'moderator' }, false],
    [{ role: 'user:alice' }, true],
    [
      [
        { value: '1', is: '1' },
        { value: '1', is: '2' },
      ],
      false,
    ],
    [[], true],
  ]
  for (const [condition, holds] of conditions) {
    it(`the condition ${JSON.stringify(condition)} ${holds ? 'holds' : 'does not hold'}`, async () => {
      await perform([{ type: 'reply', text: 'held', condition }])
      assert.equal((await last()).condition !== false, holds)
    })
  }

  for (const [step, message] of [
    [{ type: 'reply', text: 'x', condition: 'yes' }, 'condition must be an object.'],
    [{ type: 'reply', text: 'x', condition: { value: 5 } }, 'value must be a string.'],
    [{ type: 'reply', text: 'x', delay: 6 }, 'delay must be a number from 0 to 5.'],
    [{ type: 'reply', text: 'x', delay: '1' }, 'delay must be a number from 0 to 5.'],
  ] as const) {
    it(`${JSON.stringify(step)} fails, and says why`, async () => {
      await perform([step])
      assert.equal((await last()).message, message)
    })
  }

  it('a reply that comes last reports what the steps did, or why they stopped', async () => {
    const step = { type: 'points', amount: '$(1)', on_error: 'stop' }
    const actions = { version: 1, reply: 'last', steps: [step] }
    const { word } = await makeCommand(app, { message: 'You have $(points).', actions })
    const before = (await viewerOf(app, 'carol')).points
    assert.deepEqual(await answersTo(app, 'carol', `!${word} 5`), [`You have ${before + 5}.`])
    assert.deepEqual(await answersTo(app, 'carol', `!${word} many`), [
      'Amount must be a whole number from 0 to 99999999.',
    ])
  })
})
