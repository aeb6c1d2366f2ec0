import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { commandTimer } from '../../src/capabilities/automations/contract/command-timer.ts'
import { newestMinute } from '../../src/kernel/minute-jobs.ts'
import { type } from '../commands/chat-line.ts'
import { makeCommand } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { makeAutomation, removeAutomations, settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

describe('a command that an automation runs at an interval', () => {
  let app: TestApp
  const clock = createTestClock()
  const made: number[] = []
  before(async () => {
    app = await createTestApp({ clock })
    await app.call('get-stream-meta')
    await app.call('get-stream-meta', { platform: 'PlatformB' })
  })
  afterEach(async () => {
    await removeAutomations(app)
    for (const id of made.splice(0)) await app.ctx.db.write((tx) => app.ctx.commands.remove(tx, app.cause, id))
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
  })
  after(() => app.close())

  async function make(fields: Parameters<typeof makeCommand>[1], minutes: number, lines = 0) {
    const command = await makeCommand(app, fields)
    made.push(command.id)
    const { name, trigger, steps, run } = commandTimer(command.word, minutes, lines)
    await makeAutomation(app, trigger, steps, { name, run })
    return command
  }
  const tick = async () => {
    await app.ctx.automationParts.schedules.tick([newestMinute(clock)])
    await settled(app)
  }
  /** Lets minutes pass one by one. Which of them brought the text. */
  async function minutesWith(text: string, minutes: number, platform = 'PlatformA'): Promise<number[]> {
    const found: number[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      clock.advance(minuteMs)
      const before = (await chatOf(app, platform)).at(-1)?.id
      await tick()
      const lines = await chatOf(app, platform)
      const fresh = lines.slice(lines.findIndex(({ id }) => id === before) + 1)
      if (fresh.some((line) => line.text === text && line.as === 'bot')) found.push(minute)
    }
    return found
  }

  it('comes every set number of minutes, give or take a tenth, as the bot', async () => {
    clock.advance(60 * minuteMs)
    await make({ message: 'again and again' }, 10)
    const minutes = await minutesWith('again and again', 42)
    assert.ok(minutes.length >= 4, `it came at ${minutes}`)
    for (let at = 1; at < minutes.length; at++) {
      const gap = (minutes[at] ?? 0) - (minutes[at - 1] ?? 0)
      assert.ok(gap >= 9 && gap <= 11, `it came at ${minutes}`)
    }
  })

  it('waits for enough lines to be written since the last time', async () => {
    clock.advance(60 * minuteMs)
    await make({ message: 'after three' }, 5, 3)
    // Whatever was written before counts for the first one; from there on it is counted anew.
    for (let line = 0; line < 3; line++) await type(app, 'alice', 'chat')
    assert.deepEqual(await minutesWith('after three', 1), [1])
    assert.deepEqual(await minutesWith('after three', 8), [])
    for (let line = 0; line < 2; line++) await type(app, 'alice', 'chat')
    assert.deepEqual(await minutesWith('after three', 2), [])
    await type(app, 'bob', 'chat')
    assert.deepEqual(await minutesWith('after three', 1), [1])
    // What bots write, this one included, is no talk.
    const user = { id: 'a-bot', username: 'a-bot', displayname: 'A bot', isBot: true }
    for (let line = 0; line < 9; line++) {
      const place = { channelId: app.channel.id, platform: 'kick' } as const
      await app.app.bot.feed(place, { id: `by-bot-${line}`, kind: 'chat', text: 'beep', user })
    }
    assert.deepEqual(await minutesWith('after three', 8), [])
  })

  it('comes only while the stream is live', async () => {
    clock.advance(60 * minuteMs)
    await make({ message: 'live only' }, 2)
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    assert.deepEqual(await minutesWith('live only', 6), [])
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
    assert.ok((await minutesWith('live only', 6)).length >= 2)
  })

  it('is counted on each platform apart, and remembers when', async () => {
    clock.advance(60 * minuteMs)
    const { id } = await make({ message: 'both', platforms: ['kick', 'twitch'] }, 30, 2)
    for (const text of ['one', 'two']) await type(app, 'alice', text, { platform: 'PlatformB' })
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    assert.deepEqual(await minutesWith('both', 1, 'PlatformB'), [1])
    const { body } = await app.call('list-commands')
    const record = body.commands.find((one: { id: number }) => one.id === id)
    assert.deepEqual([record.auto_message_interval_minutes, record.auto_message_min_chat_count], [30, 2])
    assert.equal(record.last_auto_message_alpha_at, null)
    assert.equal(new Date(record.last_auto_message_beta_at).toISOString(), record.last_auto_message_beta_at)
  })

  it('never comes together with another: the one that has waited longest goes first', async () => {
    clock.advance(60 * minuteMs)
    await make({ message: 'first' }, 3)
    await make({ message: 'second' }, 4)
    const before = (await chatOf(app)).length
    clock.advance(30 * minuteMs)
    for (const wanted of [1, 2]) {
      await tick()
      const said = (await chatOf(app)).slice(before).map(({ text }) => text)
      assert.deepEqual(said, ['first', 'second'].slice(0, wanted))
    }
  })

  it('does not come from a command that is switched off', async () => {
    clock.advance(60 * minuteMs)
    const { id } = await make({ message: 'silent' }, 2)
    await app.call('toggle-command', { id, active: 0 })
    assert.deepEqual(await minutesWith('silent', 5), [])
  })
})
