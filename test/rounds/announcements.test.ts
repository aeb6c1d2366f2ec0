import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { botLines, set, type } from '../commands/chat-line.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { chatOf, eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('what chat reads about a round', () => {
  const clock = createTestClock()
  let app: TestApp
  let from = 0
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())
  beforeEach(async () => {
    await set(app, 'round_announcements', {})
    await set(app, 'language', { language: 'en' })
    clock.advance(2 * minuteMs)
    await app.ctx.roundClock.remindDue()
    await app.ctx.rounds.settled()
    from = (await botChat()).length
  })

  const botChat = async (platform?: string) => botLines(await chatOf(app, platform))
  const open = async (body: object): Promise<number> => (await app.call('open-round', body)).body.id
  const enter = (id: number, username: string, more: object = {}) =>
    app.call('enter-round', { id, username, platform: 'PlatformA', ...more })
  const said = async () => {
    await app.ctx.rounds.settled()
    return (await botChat()).slice(from)
  }
  const cancelAll = async () => {
    const { body } = await app.call('list-rounds', { limit: 100 })
    for (const { id, status, kind } of body.rounds) {
      if (status === 'open' || (status === 'closed' && kind !== 'poll')) await app.call('cancel-round', { id })
    }
  }

  it('a giveaway says how to enter, and who has won; a draw that closes it says nothing in between', async () => {
    const id = await open({ kind: 'giveaway', title: 'A keyboard', seconds: 300, entry: { price: 1 } })
    assert.deepEqual(await said(), [
      'Giveaway: A keyboard. Type !join to enter. A ticket costs 1 point. It ends in 5 minutes.',
    ])
    await app.call('set-points', { username: 'alice', amount: 5, platform: 'PlatformA' })
    await enter(id, 'alice')
    await app.call('draw-round', { id })
    assert.deepEqual((await said()).slice(1), ['Congratulations, @Alice! You have won: A keyboard'])
  })

  it('every connected chat reads it, and the log has what was sent', async () => {
    const seq = await lastSeq(app)
    const id = await open({ kind: 'giveaway', title: 'Everywhere' })
    await said()
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC']) {
      assert.match((await botChat(platform)).at(-1) ?? '', /^Giveaway: Everywhere/, platform)
    }
    const sent = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'chat.sent')
    assert.ok(sent.length >= 3)
    assert.ok(sent.every(({ actor }) => actor === `round:${id}`))
    await cancelAll()
  })

  it('a giveaway that is closed first says so', async () => {
    const id = await open({ kind: 'giveaway', title: 'Closed' })
    await app.call('close-round', { id })
    assert.deepEqual((await said()).slice(1), ['The giveaway is closed: Closed. The winner is drawn next.'])
    await cancelAll()
  })

  it('the winner is named when the draw on the overlay has come to rest', async () => {
    const id = await open({ kind: 'giveaway', title: 'Suspense' })
    await enter(id, 'alice')
    await app.call('draw-round', { id })
    assert.deepEqual((await botChat()).slice(from + 1), [])
    await eventually('the winner', async () => (await botChat()).length === from + 2)
  })

  it('of several draws each names its own winner', async () => {
    const id = await open({ kind: 'giveaway', title: 'Twice' })
    for (const name of ['alice', 'bob']) await enter(id, name)
    const first = (await app.call('draw-round', { id })).body.winners[0].displayname
    const second = (await app.call('draw-round', { id, again: true })).body.winners[0].displayname
    assert.deepEqual((await said()).slice(1), [
      `Congratulations, @${first}! You have won: Twice`,
      `Congratulations, @${second}! You have won: Twice`,
    ])
  })

  it('a poll lists its options, and its result has the shares', async () => {
    const id = await open({ kind: 'poll', title: 'Which game?', options: ['Chess', 'Go'] })
    assert.deepEqual(await said(), ['Poll: Which game? 1. Chess · 2. Go. Type !vote and the number.'])
    for (const name of ['alice', 'bob', 'carol']) await enter(id, name, { option: name === 'bob' ? 'Chess' : 'Go' })
    await enter(id, 'dave', { option: 'Go' })
    await app.call('close-round', { id })
    assert.deepEqual((await said()).slice(1), ['The poll has ended: Which game? Go 75% · Chess 25%'])
    const empty = await open({ kind: 'poll', title: 'And?', options: ['Yes', 'No'] })
    await app.call('close-round', { id: empty })
    assert.deepEqual((await said()).at(-1), 'The poll has ended: And? no votes')
  })

  it('a prediction says when it closes and what came true', async () => {
    await app.call('set-points', { username: 'alice', amount: 100, platform: 'PlatformA' })
    const id = await open({ kind: 'prediction', title: 'Do we win?', options: ['Yes', 'No'] })
    await enter(id, 'alice', { option: 'Yes', points: 50 })
    await app.call('close-round', { id })
    await app.call('draw-round', { id, option: 'Yes' })
    assert.deepEqual(await said(), [
      'Prediction: Do we win? 1. Yes · 2. No. Type !bet, the number and your points.',
      'The prediction is closed: Do we win? Yes 100% · No 0%',
      'The prediction is decided: Do we win? Yes',
    ])
  })

  it('a trivia round asks, and names the answer and who knew it', async () => {
    await open({ kind: 'trivia', title: 'The capital of France?', options: ['Paris'] })
    await type(app, 'bob', 'paris')
    assert.deepEqual(await said(), [
      'Question: The capital of France? Type the answer in chat.',
      'The answer: Paris. Correct: @Bob',
    ])
    const id = await open({ kind: 'trivia', title: 'And of Peru?', options: ['Lima'] })
    await app.call('close-round', { id })
    assert.equal((await said()).at(-1), 'The answer: Lima. Correct: nobody')
  })

  it('reminds of an open round after three minutes, and then less and less often', async () => {
    await open({ kind: 'giveaway', title: 'Slow', seconds: 3600 })
    await said()
    const reminders: number[] = []
    for (let minute = 1; minute <= 30; minute++) {
      clock.advance(minuteMs)
      await app.ctx.roundClock.remindDue()
      if ((await said()).length > reminders.length + 1) reminders.push(minute)
    }
    assert.deepEqual(reminders, [3, 6, 12, 24])
    assert.equal((await said())[1], 'The giveaway is still open: Slow. Type !join to enter. It ends in 57 minutes.')
    await cancelAll()
  })

  it('reminds of nothing that is about to end, nor where reminders are off', async () => {
    await open({ kind: 'giveaway', title: 'Short', seconds: 200 })
    clock.advance(3 * minuteMs)
    await app.ctx.roundClock.remindDue()
    assert.equal((await said()).length, 1)
    await cancelAll()
    await set(app, 'round_announcements', { reminder_minutes: 0 })
    await open({ kind: 'giveaway', title: 'Quiet' })
    clock.advance(3 * minuteMs)
    await app.ctx.roundClock.remindDue()
    assert.equal((await said()).length, 2)
    await cancelAll()
  })

  it('follows the language of the channel, except for a text that was edited', async () => {
    await set(app, 'language', { language: 'tr' })
    await set(app, 'round_announcements', { giveaway: { closed: 'Stop! $(entries) in for $(title).' } })
    const id = await open({ kind: 'giveaway', title: 'Klavye', seconds: 120 })
    await enter(id, 'alice')
    await app.call('close-round', { id })
    assert.deepEqual(await said(), [
      'Çekiliş: Klavye. Katılmak için !join yaz. Bitmesine 2 dakika var.',
      'Stop! 1 in for Klavye.',
    ])
    await cancelAll()
  })

  it('nothing is said of a round that is opened without it, by a step that does not ask for it, or when it is off', async () => {
    await open({ kind: 'giveaway', title: 'Silent', announce: false })
    const silent = await makeCommand(app, withSteps({ type: 'open_round', title: 'By a step', word: '!one' }))
    await app.call('run-command', { command: silent.word })
    assert.deepEqual(await said(), [])
    const loud = await makeCommand(app, withSteps({ type: 'open_round', title: 'Loud', word: '!two', announce: true }))
    await app.call('run-command', { command: loud.word })
    assert.deepEqual(await said(), ['Giveaway: Loud. Type !two to enter.'])
    await set(app, 'round_announcements', { enabled: false })
    await open({ kind: 'giveaway', title: 'Off', entry: { word: '!off' } })
    assert.equal((await said()).length, 1)
    await cancelAll()
  })

  it('a program that opens rounds without end does not flood the chat', async () => {
    for (let n = 0; n < 15; n++) {
      const id = await open({ kind: 'poll', title: `Poll ${n}`, options: ['a', 'b'] })
      await app.call('close-round', { id })
    }
    assert.equal((await said()).length, 20)
    clock.advance(minuteMs + 1)
    await open({ kind: 'poll', title: 'Later', options: ['a', 'b'] })
    assert.equal((await said()).length, 21)
    await cancelAll()
  })
})
