import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { commitmentOf, drawWinners } from '../../src/capabilities/rounds/draw.ts'
import { createOpenWords, readTypedEntry } from '../../src/capabilities/rounds/open-words.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import type { PlatformEvent } from '../../src/platforms/platform.ts'
import { set, type, viewerOf } from '../commands/chat-line.ts'
import { makeCommand, outcomes, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn, testEngine } from '../declare.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('rounds', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const open = async (body: object) => (await app.call('open-round', body)).body
  const enter = (id: number, username: string, more: object = {}, status: 200 | 400 | 404 = 200) =>
    app.call('enter-round', { id, username, platform: 'PlatformA', ...more }, { status })
  const roundOf = async (id: number) => {
    const { body } = await app.call('list-rounds', { limit: 100 })
    return body.rounds.find((round: { id: number }) => round.id === id)
  }
  const pointsOf = async (username: string) => (await viewerOf(app, username)).points
  const setPoints = (username: string, amount: number) =>
    app.call('set-points', { username, amount, platform: 'PlatformA' })
  const kindsSince = async (seq: number) => (await eventsSince(app, seq)).map(({ kind }) => kind)
  const entriesOf = (id: number) => app.ctx.roundRecords.entries(app.channel.id, id, 0)
  const chatLine = (id: string, name: string, text: string): PlatformEvent => {
    return { id, kind: 'chat', text, user: { id: name, username: name, displayname: name } }
  }

  it('are all reached, page by page', async () => {
    for (const title of ['First', 'Second', 'Third']) {
      const { id } = await open({ kind: 'giveaway', title })
      await app.call('cancel-round', { id })
    }
    const wanted = { status: 'cancelled', limit: 2 }
    const { body: newest } = await app.call('list-rounds', wanted)
    const { body: oldest } = await app.call('list-rounds', { ...wanted, offset: 2 })
    const titles = [...newest.rounds, ...oldest.rounds].map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['Third', 'Second', 'First'])
    assert.deepEqual([oldest.total, oldest.limit, oldest.offset], [3, 2, 2])
    assert.equal((await app.call('list-rounds')).body.total, 3)
  })

  describe('a giveaway', () => {
    it('is entered in chat and drawn from the seed that it committed to', async () => {
      const seq = await lastSeq(app)
      const { id, commitment } = await open({ kind: 'giveaway', title: 'A keyboard' })
      for (const name of ['alice', 'bob', 'carol']) await type(app, name, name === 'bob' ? ' !JOIN ' : '!join')
      await type(app, 'alice', '!join')
      await type(app, 'dave', '!join us tomorrow')
      const opened = await roundOf(id)
      assert.deepEqual([opened.status, opened.entries, opened.seed, opened.winners], ['open', 3, null, []])
      const { body } = await app.call('draw-round', { id, winners: 2 })
      assert.equal(commitmentOf(body.seed), commitment)
      const entries = (await entriesOf(id)).map(({ number, weight, username }) => ({
        number,
        weight: weight ?? 0,
        username,
      }))
      assert.deepEqual(
        entries.map(({ number, weight, username }) => [number, weight, username]),
        [
          [1, 1, 'alice'],
          [2, 1, 'bob'],
          [3, 1, 'carol'],
        ],
      )
      const expected = drawWinners(body.seed, entries, [], 2).map(({ username }) => username)
      const names = (winners: { username: string }[]) => winners.map(({ username }) => username)
      assert.deepEqual(names(body.winners), expected)
      const drawn = await roundOf(id)
      assert.deepEqual([drawn.status, drawn.seed, names(drawn.winners)], ['drawn', body.seed, expected])

      const again = await app.call('draw-round', { id }, { status: 404 })
      assert.equal(again.body.code, 'round_ended')
      const { body: third } = await app.call('draw-round', { id, again: true })
      assert.equal(new Set([...expected, ...names(third.winners)]).size, 3, 'nobody wins twice')
      assert.equal((await app.call('draw-round', { id, again: true }, { status: 404 })).body.code, 'round_empty')
      const kinds = await kindsSince(seq)
      assert.deepEqual(
        kinds.filter((kind) => kind.startsWith('round.')),
        ['round.opened', ...Array(3).fill('round.entered'), 'round.closed', 'round.drawn', 'round.drawn'],
      )
    })

    it('keeps its seed from everybody until it is drawn', async () => {
      const { id } = await open({ kind: 'giveaway', title: 'A secret', entry: { word: '!secret' } })
      await enter(id, 'alice')
      const before = JSON.stringify([await roundOf(id), await eventsSince(app, 0)])
      const { body } = await app.call('draw-round', { id })
      assert.ok(!before.includes(body.seed))
    })

    it('sells tickets as a raffle, and gives everything back when it is cancelled', async () => {
      await setPoints('alice', 100)
      await setPoints('bob', 25)
      const entry = { word: '!raffle', price: 10, max_tickets: 5 }
      const { id } = await open({ kind: 'giveaway', title: 'Raffle', entry })
      await type(app, 'alice', '!raffle 3')
      await type(app, 'alice', '!raffle 9')
      await type(app, 'alice', '!raffle')
      await type(app, 'bob', '!raffle 3')
      assert.deepEqual([await pointsOf('alice'), await pointsOf('bob')], [50, 25])
      const poor = await enter(id, 'bob', { tickets: 3 }, 400)
      assert.equal(poor.body.code, 'insufficient_points')
      await enter(id, 'bob', { tickets: 2 })
      const [first, second] = await entriesOf(id)
      assert.deepEqual([first?.tickets, first?.points, second?.tickets, second?.points], [5, 50, 2, 20])
      const { body } = await app.call('cancel-round', { id })
      assert.deepEqual([body.refunded, body.points], [2, 70])
      assert.deepEqual([await pointsOf('alice'), await pointsOf('bob')], [100, 25])
      assert.equal((await app.call('cancel-round', { id }, { status: 404 })).body.code, 'round_ended')
      assert.equal((await enter(id, 'carol', {}, 404)).body.code, 'round_not_open')
    })

    it('weighs roles, watch time and points when it is drawn, and leaves out earlier winners', async () => {
      await setPoints('viewer53', 2_500)
      await setPoints('viewer54', 0)
      await app.call('adjust-watch-time', { username: 'viewer54', platform: 'PlatformA', mode: 'set', amount: 150 })
      const weights = { vip: 5, moderator: 0, per_watch_hour: 2, per_1000_points: 3 }
      const { id } = await open({ kind: 'giveaway', title: 'Weighed', entry: { word: '!weigh', weights }, prize: 40 })
      await type(app, 'viewer51', '!weigh', { roles: ['vip'] })
      await type(app, 'viewer52', '!weigh', { roles: ['moderator'] })
      await type(app, 'viewer53', '!weigh')
      await type(app, 'viewer54', '!weigh')
      const before = new Map(
        await Promise.all(
          ['viewer51', 'viewer53', 'viewer54'].map(async (name) => [name, await pointsOf(name)] as const),
        ),
      )
      const { body } = await app.call('draw-round', { id })
      assert.deepEqual(
        (await entriesOf(id)).map(({ username, weight }) => [username, weight]),
        [
          ['viewer51', 5],
          ['viewer52', 0],
          ['viewer53', 7],
          ['viewer54', 5],
        ],
      )
      const [{ username: winner }] = body.winners
      assert.equal(await pointsOf(winner), (before.get(winner) ?? 0) + 40, 'the prize')

      const next = await open({ kind: 'giveaway', title: 'Next', entry: { word: '!next', exclude_recent_winners: 1 } })
      await enter(next.id, winner)
      assert.equal((await app.call('draw-round', { id: next.id }, { status: 404 })).body.code, 'round_empty')
      await enter(next.id, 'grace', {}, 404)
      await app.call('cancel-round', { id: next.id })
    })

    it('is for those whom it names, and its word is its own while it is open', async () => {
      const body = { kind: 'giveaway', title: 'For VIPs', entry: { word: 'vips', who: ['vip', 'user:heidi'] } }
      const { id } = await open(body)
      const taken = await app.call('open-round', { ...body, title: 'Other' }, { status: 400 })
      assert.equal(taken.body.error, 'entry.word: the open round For VIPs uses vips already.')
      await type(app, 'erin', 'vips', { roles: ['vip'] })
      await type(app, 'heidi', 'vips', { roles: [] })
      await type(app, 'ivan', 'vips', { roles: [] })
      assert.deepEqual(
        (await entriesOf(id)).map(({ username }) => username),
        ['erin', 'heidi'],
      )
      await app.call('close-round', { id })
      await open({ ...body, title: 'Afterwards' })
      await app.call('cancel-round', {})
    })

    it('comes before a command of the same name, which answers again afterwards', async () => {
      const { id: command, word } = await makeCommand(app, { command: 'ticket', message: 'a command' })
      const { id } = await open({ kind: 'giveaway', title: 'Tickets', entry: { word: `!${word}` } })
      await type(app, 'alice', '!ticket')
      const countOf = async () => (await app.ctx.commands.find(app.ctx.db, app.channel.id, { id: command }))?.runCount
      assert.equal((await roundOf(id)).entries, 1)
      const during = await countOf()
      await app.call('close-round', { id })
      await type(app, 'alice', '!ticket')
      assert.notEqual(await countOf(), during)
      assert.equal((await roundOf(id)).entries, 1)
      await app.call('cancel-round', { id })
    })
  })

  describe('a poll', () => {
    it('counts one vote of each viewer, the last one, on every platform', async () => {
      const { id, commitment } = await open({
        kind: 'poll',
        title: 'Which game?',
        options: ['Chess', 'Minecraft', '1'],
      })
      assert.equal(commitment, null)
      await type(app, 'alice', '!vote chess')
      await type(app, 'alice', '!vote 2')
      await type(app, 'bob', '!vote Minecraft', { platform: 'PlatformB' })
      await type(app, 'carol', '!vote 1')
      await type(app, 'dave', '!vote Go')
      const { body } = await app.call('close-round', { id })
      const votes = (results: { option: string; entries: number }[]) =>
        results.map(({ option, entries }) => [option, entries])
      const expected = [
        ['Chess', 0],
        ['Minecraft', 2],
        ['1', 1],
      ]
      assert.deepEqual([body.entries, votes(body.results)], [3, expected])
      assert.deepEqual(votes((await app.call('close-round', { id })).body.results), expected, 'again it is only read')
      const closed = (await eventsSince(app, 0)).findLast(({ kind }) => kind === 'round.closed')
      assert.deepEqual([closed?.data.id, closed?.data.option], [id, 'Minecraft'])
      const drawn = await app.call('draw-round', { id }, { status: 400 })
      assert.equal(drawn.body.error, 'A poll has no winners. Close it to count its votes.')
    })

    it('says what is wrong with its options', async () => {
      const fault = async (body: object) => (await app.call('open-round', body, { status: 400 })).body.error
      const poll = { kind: 'poll', title: 'Which?' }
      assert.equal(await fault({ ...poll, options: ['One'] }), 'options: a poll needs at least 2.')
      assert.equal(await fault({ ...poll, options: ['One', ' one'] }), 'options: one stands there twice.')
      assert.equal(
        await fault({ ...poll, options: ['1', '2'], entry: { word: 'two words' } }),
        'entry.word must be one word.',
      )
      assert.equal(await fault({ kind: 'giveaway', title: 'G', options: ['1', '2'] }), 'options: a giveaway has none.')
      assert.equal((await enter(9_999, 'alice', {}, 404)).body.error, 'id: there is no round 9999.')
    })
  })

  describe('trivia', () => {
    it('ends with the first right answers, and hides them until then', async () => {
      await setPoints('bob', 0)
      await setPoints('carol', 0)
      const question = { kind: 'trivia', title: 'The capital of France?', options: ['Paris', 'Lutetia'], winners: 2 }
      const { id } = await open({ ...question, prize: 25 })
      const seen = JSON.stringify([await roundOf(id), await eventsSince(app, 0)])
      assert.ok(!seen.includes('Lutetia'))
      await type(app, 'alice', 'London')
      await type(app, 'bob', ' paris ')
      await type(app, 'bob', 'Lutetia')
      assert.equal((await roundOf(id)).status, 'open')
      await type(app, 'carol', 'lutetia')
      await type(app, 'dave', 'Paris')
      const round = await roundOf(id)
      assert.deepEqual([round.status, round.options], ['drawn', ['Paris', 'Lutetia']])
      assert.deepEqual(
        round.winners.map(({ place, username }: Record<string, unknown>) => [place, username]),
        [
          [1, 'bob'],
          [2, 'carol'],
        ],
      )
      assert.deepEqual([await pointsOf('bob'), await pointsOf('carol')], [25, 25])
    })
  })

  describe('a round with a time', () => {
    it('closes by itself, takes no entry after its time, and closes once', async () => {
      const { id } = await open({ kind: 'poll', title: 'Quick', options: ['a', 'b'], seconds: 30 })
      await enter(id, 'alice', { option: 'a' })
      clock.advance(31_000)
      assert.equal((await enter(id, 'bob', { option: 'b' }, 404)).body.code, 'round_not_open')
      const seq = await lastSeq(app)
      await Promise.all([app.ctx.roundClock.closeDue(), app.ctx.roundClock.closeDue()])
      assert.deepEqual(await kindsSince(seq), ['round.closed'])
      assert.equal((await roundOf(id)).status, 'closed')
    })
  })

  describe('at the same moment', () => {
    it('two draws give one set of winners', async () => {
      const { id } = await open({ kind: 'giveaway', title: 'Race', entry: { word: '!race' } })
      for (const name of ['alice', 'bob', 'carol', 'dave']) await enter(id, name)
      const answers = await Promise.all([1, 2, 3].map(() => app.call('draw-round', { id }, { status: 'any' })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
      const winner = answers.find(({ status }) => status === 200)?.body.winners
      assert.deepEqual((await roundOf(id)).winners, winner)
    })

    it('an entry while the round closes is counted or refused, and its points follow', async () => {
      const names = Array.from({ length: 12 }, (_, n) => `viewer${n + 1}`)
      for (const name of names) await setPoints(name, 10)
      const entry = { word: '!close', price: 10 }
      const { id } = await open({ kind: 'poll', title: 'Closing', options: ['a', 'b'], entry })
      const calls = names.map((name) =>
        app.call('enter-round', { id, username: name, platform: 'PlatformA', option: 'a' }, { status: 'any' }),
      )
      const closing = app.call('close-round', { id })
      const answers = await Promise.all(calls)
      const { body } = await closing
      const entered = answers.filter(({ status }) => status === 200).length
      const round = await roundOf(id)
      assert.deepEqual(
        [round.entries, round.results[0].entries, round.results[0].points],
        [entered, entered, entered * 10],
      )
      assert.equal(body.entries, entered)
      for (const [index, { status }] of answers.entries()) {
        assert.equal(await pointsOf(names[index] ?? ''), status === 200 ? 0 : 10)
      }
      await app.call('cancel-round', { id })
      for (const name of names) assert.equal(await pointsOf(name), 10)
    })

    it('very many entries in chat are a few writes, and all of them count', async () => {
      // On PostgreSQL most of the time is taken by the viewers, who are new.
      const count = testEngine === 'sqlite' ? 1_000 : 150
      const { id } = await open({ kind: 'giveaway', title: 'Storm', entry: { word: '!storm' } })
      const seq = await lastSeq(app)
      const place = { channelId: app.channel.id, platform: 'kick' as const }
      const lines = Array.from({ length: count }, (_, n) =>
        app.app.bot.feed(place, chatLine(`s${n}`, `storm${n}`, '!storm')),
      )
      await Promise.all(lines)
      await app.app.bot.settled()
      const round = await roundOf(id)
      assert.equal(round.entries, count)
      const events = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'round.entered')
      assert.ok(events.length <= count / 15, `${events.length} events`)
      assert.equal(
        events.reduce((sum, { data }) => sum + data.count, 0),
        count,
      )
      assert.equal(events.at(-1)?.data.entries, count)
      const { body } = await app.call('draw-round', { id, winners: 100 })
      assert.equal(new Set(body.winners.map(({ username }: { username: string }) => username)).size, 100)
    })
  })

  describe('steps', () => {
    it('open, enter, close, draw and cancel rounds, and a reply names the winner', async () => {
      const opening = await makeCommand(app, withSteps({ type: 'open_round', title: 'By command', word: '!by' }))
      const entering = await makeCommand(app, withSteps({ type: 'enter_round', option: '$(args)' }))
      const drawing = await makeCommand(app, { ...withSteps({ type: 'draw_round' }) })
      const cancelling = await makeCommand(app, withSteps({ type: 'cancel_round' }))
      const closing = await makeCommand(app, withSteps({ type: 'close_round' }))
      await app.call('run-command', { command: opening.word })
      assert.deepEqual(await outcomes(app), ['open_round ok'])
      await type(app, 'judy', `!${entering.word}`)
      assert.deepEqual(await outcomes(app), ['enter_round ok'])
      await app.call('run-command', { command: drawing.word })
      assert.deepEqual(await outcomes(app), ['draw_round ok'])
      const { body } = await app.call('list-rounds', { limit: 1 })
      assert.deepEqual([body.rounds[0].title, body.rounds[0].winners[0].username], ['By command', 'judy'])
      const naming = await makeCommand(app, { message: 'Congratulations, $(winner)!' })
      assert.equal((await app.call('run-command', { command: naming.word })).body.response, 'Congratulations, Judy!')

      const poll = { type: 'open_round', kind: 'poll', title: 'Polled', options: ['x', 'y'], who: 'vip' }
      const polling = await makeCommand(app, withSteps(poll))
      await app.call('run-command', { command: polling.word })
      await type(app, 'judy', `!${entering.word} x`, { roles: [] })
      assert.deepEqual(await outcomes(app), ['enter_round invalid_parameter'])
      await type(app, 'erin', `!${entering.word} x`, { roles: ['vip'] })
      await app.call('run-command', { command: closing.word })
      assert.equal((await app.call('list-rounds', { limit: 1 })).body.rounds[0].results[0].entries, 1)
      await app.call('run-command', { command: cancelling.word })
      assert.deepEqual(await outcomes(app), ['cancel_round ok'])
      assert.equal((await app.call('list-rounds', { limit: 1 })).body.rounds[0].status, 'cancelled')
    })
  })

  it('are kept from bots', async () => {
    await set(app, 'commands', { prefix: '!' })
    const { id } = await open({ kind: 'giveaway', title: 'People', entry: { word: '!people' } })
    const line = chatLine('bot1', 'robot', '!people')
    await app.app.bot.feed({ channelId: app.channel.id, platform: 'kick' }, {
      ...line,
      user: { id: 'robot', username: 'robot', displayname: 'robot', isBot: true },
    } as PlatformEvent)
    await app.app.bot.settled()
    assert.equal((await roundOf(id)).entries, 0)
    assert.equal((await app.call('draw-round', { id }, { status: 404 })).body.code, 'round_empty')
    assert.equal((await roundOf(id)).status, 'open', 'a draw without entries leaves it open')
  })

  it('are entered on every node as soon as one of them opens or closes a round', async () => {
    const bus = createMemoryBus((error) => assert.fail(String(error)))
    const otherNode = createOpenWords({ db: app.ctx.db, bus })
    const isEntry = async (text: string) => readTypedEntry(await otherNode.load(app.channel.id), text)?.round.id
    assert.equal(await isEntry('!node'), undefined)
    const { id } = await open({ kind: 'giveaway', title: 'Nodes', entry: { word: '!node' } })
    assert.equal(await isEntry('!node'), undefined, 'it is cached until the other node is notified')
    bus.publish('rounds-changed', { channelId: app.channel.id })
    assert.equal(await isEntry('!node'), id)
    await app.call('close-round', { id })
    bus.publish('missed-messages', {})
    assert.equal(await isEntry('!node'), undefined)
    otherNode.close()
  })

  it('are deleted a year after they ended, with their entries, and never while viewers wait for points', async () => {
    await setPoints('alice', 50)
    const waiting = await open({ kind: 'prediction', title: 'Waiting', options: ['a', 'b'] })
    await enter(waiting.id, 'alice', { option: 'a', points: 50 })
    const ended = await open({ kind: 'giveaway', title: 'Ended', entry: { word: '!ended' } })
    await enter(ended.id, 'alice')
    await app.call('draw-round', { id: ended.id })
    await app.ctx.roundRecords.prune()
    assert.equal((await roundOf(ended.id)).status, 'drawn')
    clock.advance(366 * dayMs)
    assert.ok((await app.ctx.roundRecords.prune()) > 0)
    assert.equal(await roundOf(ended.id), undefined)
    assert.deepEqual(await entriesOf(ended.id), [])
    assert.equal((await roundOf(waiting.id)).entries, 1)
  })
})
