import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'
import { answersTo, set, type, viewerOf } from './chat-line.ts'
import { makeCommand, runsOf, withSteps } from './command-maker.ts'

runsOn('sqlite', 'postgres')
isSlow('hundreds of lines typed one after the other')

const setCoin = sql<{ channel: number; id: number; coin: number }>(
  'UPDATE viewers SET coin = :coin WHERE channel_id = :channel AND id = :id',
)
const insertCharge = sql<{ channel: number; viewer: number; points: number }>(
  `INSERT INTO command_charges (channel_id, id, command_id, viewer_id, points, coin, at)
   VALUES (:channel, 'cut', 1, :viewer, :points, 0, 0)`,
)
const countCharges = sql<{ channel: number }, { total: number }>(
  'SELECT count(*) AS total FROM command_charges WHERE channel_id = :channel',
)

describe('a command typed in chat', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const pointsOf = async (name: string) => (await viewerOf(app, name)).points
  const commandOf = (id: number) => app.ctx.commands.get(app.ctx.db, app.channel.id, { id })

  for (const line of ['!hello', '!HELLO', '!Hi', '  !hello', '!hello and more', '!hello\tthere']) {
    it(`runs by name or alias, whatever the case: ${JSON.stringify(line)}`, async () => {
      assert.deepEqual(await answersTo(app, 'alice', line), ['Hello alice!'])
    })
  }

  for (const line of ['hello', '! hello', '!hellooo', 'well !hello', '!', '!!hellox', '?hello']) {
    it(`is not run by ${JSON.stringify(line)}`, async () => {
      assert.deepEqual(await answersTo(app, 'alice', line), [])
    })
  }

  it('needs the prefix that the channel has set, and follows a change of it at once', async () => {
    await set(app, 'commands', { prefix: '?' })
    assert.deepEqual(await answersTo(app, 'alice', '!hello'), [])
    assert.deepEqual(await answersTo(app, 'alice', '?hello'), ['Hello alice!'])
    await set(app, 'commands', { prefix: 'Bot,' })
    assert.deepEqual(await answersTo(app, 'alice', 'bot,hello'), ['Hello alice!'])
    await set(app, 'commands', {})
    assert.deepEqual(await answersTo(app, 'alice', '!hello'), ['Hello alice!'])
  })

  it('is found as soon as it is made, under its new name when it is changed, and not once it is removed', async () => {
    const { id, word } = await makeCommand(app, { message: 'made' })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['made'])
    await app.ctx.db.write((tx) =>
      app.ctx.commands.update(tx, app.cause, id, { command: '!other', message: 'changed' }),
    )
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [])
    assert.deepEqual(await answersTo(app, 'alice', '!other'), ['changed'])
    await app.ctx.db.write((tx) => app.ctx.commands.remove(tx, app.cause, id))
    assert.deepEqual(await answersTo(app, 'alice', '!other'), [])
  })

  it('replies where it was typed and nowhere else, on platforms whose flag is set', async () => {
    const { word } = await makeCommand(app, { message: 'here on $(platform)', platforms: ['kick', 'twitch'] })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`, { platform: 'PlatformB' }), ['here on Twitch'])
    assert.notEqual((await chatOf(app)).at(-1)?.text, 'here on Twitch')
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`, { platform: 'PlatformC' }), [])
  })

  it('does not run while it is switched off', async () => {
    const { id, word } = await makeCommand(app, { message: 'on' })
    await app.call('toggle-command', { id, active: 0 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [])
    await app.call('toggle-command', { id, active: 1 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['on'])
  })

  it('runs only in allowed games and not in blocked ones', async () => {
    const { body } = await app.call('search-games', { query: 'Just Chatting', limit: 1 })
    const chatting = body.best_match.alpha_category_id
    const only = await makeCommand(app, { message: 'only', onlyGameIds: [chatting] })
    const elsewhere = await makeCommand(app, { message: 'elsewhere', onlyGameIds: [chatting + 1] })
    const blocked = await makeCommand(app, { message: 'blocked', blockedGameIds: [chatting] })
    assert.deepEqual(await answersTo(app, 'alice', `!${only.word}`), ['only'])
    assert.deepEqual(await answersTo(app, 'alice', `!${elsewhere.word}`), [])
    assert.deepEqual(await answersTo(app, 'alice', `!${blocked.word}`), [])
  })

  const may: readonly (readonly [
    words: string,
    permissions: string[],
    denied: string[],
    roles: string[],
    runs: boolean,
  ])[] = [
    ['everyone may', ['everyone'], [], [], true],
    ['a moderator may, who is one', ['moderator'], [], ['moderator'], true],
    ['a viewer may not what is for moderators', ['moderator'], [], ['subscriber', 'vip'], false],
    ['a VIP may', ['vip', 'moderator'], [], ['vip'], true],
    ['a subscriber may, as the platform says', ['subscriber'], [], ['subscriber'], true],
    ['somebody may by name', ['user:Frank'], [], [], true],
    ['others may not by that name', ['user:grace'], [], [], false],
    ['denied wins over allowed', ['everyone'], ['vip'], ['vip'], false],
    ['denied by name wins over a role', ['moderator'], ['user:frank'], ['moderator'], false],
    ['the broadcaster may what others may not', ['moderator'], [], ['broadcaster'], true],
    ['nobody may when no role is named', [], [], ['moderator'], false],
  ]
  for (const [words, permissions, deniedPermissions, roles, runs] of may) {
    it(`permissions: ${words}`, async () => {
      const { word } = await makeCommand(app, { message: 'allowed', permissions, deniedPermissions })
      assert.deepEqual(await answersTo(app, 'frank', `!${word}`, { roles }), runs ? ['allowed'] : [])
    })
  }

  it('takes for a follower who followed, and for a subscriber whose subscription runs', async () => {
    const follower = await makeCommand(app, { message: 'f', permissions: ['follower'] })
    const subscriber = await makeCommand(app, { message: 's', permissions: ['subscriber'] })
    const who = { platform: 'PlatformA', username: 'viewer50' }
    assert.deepEqual(await answersTo(app, 'viewer50', `!${follower.word}`), [])
    await sandboxCall(app, 'follow', who)
    assert.deepEqual(await answersTo(app, 'viewer50', `!${follower.word}`), ['f'])
    assert.deepEqual(await answersTo(app, 'viewer50', `!${subscriber.word}`), [])
    await sandboxCall(app, 'subscribe', { ...who, tier: 1 })
    assert.deepEqual(await answersTo(app, 'viewer50', `!${subscriber.word}`), ['s'])
    clock.advance(31 * dayMs)
    assert.deepEqual(await answersTo(app, 'viewer50', `!${subscriber.word}`), [])
  })

  it('waits for the global cooldown, whoever asks', async () => {
    const { word } = await makeCommand(app, { message: 'cool', cooldownGlobalSeconds: 30 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['cool'])
    assert.deepEqual(await answersTo(app, 'bob', `!${word}`), [])
    clock.advance(30_001)
    assert.deepEqual(await answersTo(app, 'bob', `!${word}`), ['cool'])
  })

  it('waits for the cooldown of a viewer, and for nobody else', async () => {
    const { word } = await makeCommand(app, { message: 'mine', cooldownUserSeconds: 30 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['mine'])
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [])
    assert.deepEqual(await answersTo(app, 'bob', `!${word}`), ['mine'])
    clock.advance(30_001)
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['mine'])
  })

  it('waits for the cooldown of a viewer however many have run it since, and forgets it after a week', async () => {
    const { id, word } = await makeCommand(app, { message: 'mine', cooldownUserSeconds: 3600 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['mine'])
    await app.ctx.db.write(async (tx) => {
      for (let n = 1; n <= 150; n++)
        await app.ctx.commands.rememberRun(tx, app.channel.id, id, { id: `user-${n}`, viewerId: 1_000_000 + n })
    })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [])
    assert.equal(await app.ctx.commands.pruneRuns(), 0)
    clock.advance(3_600_001)
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['mine'])
    clock.advance(7 * dayMs)
    assert.ok((await app.ctx.commands.pruneRuns()) >= 151)
  })

  it('knows the same id on two platforms for two viewers', async () => {
    const { word } = await makeCommand(app, {
      message: 'mine',
      cooldownUserSeconds: 3600,
      platforms: ['kick', 'twitch'],
    })
    const user = { id: 'same-id', username: 'twin', displayname: 'Twin' }
    for (const platform of ['kick', 'twitch'] as const) {
      const place = { channelId: app.channel.id, platform }
      await app.app.bot.feed(place, { id: `twin-${platform}`, kind: 'chat', text: `!${word}`, user })
      await app.app.bot.settled()
      assert.equal((await chatOf(app, platform === 'kick' ? 'PlatformA' : 'PlatformB')).at(-1)?.text, 'mine')
    }
  })

  it('remembers when it ran last, for all and for each', async () => {
    const { id, word } = await makeCommand(app, { message: 'x' })
    await type(app, 'carol', `!${word}`)
    const { lastRunAt, lastGlobalRunAt, lastUserRuns, runCount } = await commandOf(id)
    assert.equal(lastRunAt, lastGlobalRunAt)
    assert.deepEqual(lastUserRuns, { '10003': lastRunAt })
    assert.equal(runCount, 1)
  })

  it('costs points and coins, once, with its name in the ledger', async () => {
    const bob = await viewerOf(app, 'bob')
    await app.ctx.db.write((tx) => tx.run(setCoin, { channel: app.channel.id, id: bob.id, coin: 9 }))
    const { word } = await makeCommand(app, { message: 'paid', pointsCost: 40, coinCost: 2 })
    assert.deepEqual(await answersTo(app, 'bob', `!${word}`), ['paid'])
    const after = await viewerOf(app, 'bob')
    assert.deepEqual([after.points, after.coin], [bob.points - 40, 7])
    const [entry] = await app.ctx.points.ledger(app.channel, after, 1)
    assert.deepEqual([entry?.delta, entry?.reason, entry?.actor], [-40, word, 'chat:kick'])
    assert.equal((await app.ctx.db.get(countCharges, { channel: app.channel.id }))?.total, 0)
  })

  it('does not run for somebody who has too little, takes nothing, and says so once in a while', async () => {
    const poor = await viewerOf(app, 'testuser')
    const { id, word } = await makeCommand(app, { message: 'paid', pointsCost: poor.points + 1 })
    const coins = await makeCommand(app, { message: 'paid', coinCost: 1 })
    const price = (poor.points + 1).toLocaleString('en')
    const expected = `@${poor.displayname} !${word} costs ${price} points, and you have ${poor.points.toLocaleString('en')} points.`
    assert.deepEqual(await answersTo(app, 'testuser', `!${word}`), [expected])
    assert.deepEqual(await answersTo(app, 'testuser', `!${coins.word}`), [])
    clock.advance(31_000)
    const other = [`@${poor.displayname} !${coins.word} costs 1 coin, and you have 0 coins.`]
    assert.deepEqual(await answersTo(app, 'testuser', `!${coins.word}`), other)
    clock.advance(31_000)
    await set(app, 'commands', { explain_price: false })
    assert.deepEqual(await answersTo(app, 'testuser', `!${word}`), [])
    await set(app, 'commands', {})
    assert.equal(await pointsOf('testuser'), poor.points)
    assert.equal((await commandOf(id)).runCount, 0)
  })

  it('gives the last points to one of two who ask at once, never to both', async () => {
    const { word } = await makeCommand(app, { message: 'one of two', pointsCost: 60 })
    await app.call('set-points', { username: 'ivan', amount: 100, platform: 'PlatformA' })
    const before = (await chatOf(app)).length
    await Promise.all([type(app, 'ivan', `!${word}`), type(app, 'ivan', `!${word}`), type(app, 'ivan', `!${word}`)])
    await app.app.bot.settled()
    assert.equal(await pointsOf('ivan'), 40)
    const said = (await chatOf(app)).slice(before).filter(({ text }) => text === 'one of two')
    assert.equal(said.length, 1)
  })

  it('gives the cost back when nobody took the reply', async () => {
    const { word } = await makeCommand(app, { message: 'unheard', pointsCost: 25 })
    const before = await pointsOf('carol')
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    assert.deepEqual(await answersTo(app, 'carol', `!${word}`), [])
    assert.equal(await pointsOf('carol'), before)
    const [back, taken] = await app.ctx.points.ledger(app.channel, await viewerOf(app, 'carol'), 2)
    assert.deepEqual([back?.delta, back?.reason, taken?.delta], [25, `${word} failed`, -25])
  })

  it('gives the cost back when a step fails that all depends on, and keeps it when one fails alone', async () => {
    const failing = { type: 'timeout', target: 'nobody-here' }
    const stops = await makeCommand(app, {
      message: 'a',
      pointsCost: 5,
      ...withSteps({ ...failing, on_error: 'stop' }),
    })
    const goesOn = await makeCommand(app, { message: 'b', pointsCost: 5, ...withSteps(failing) })
    const before = await pointsOf('dave')
    await type(app, 'dave', `!${stops.word}`)
    assert.equal(await pointsOf('dave'), before)
    await type(app, 'dave', `!${goesOn.word}`)
    assert.equal(await pointsOf('dave'), before - 5)
  })

  it('costs more when a step deletes the message, and that part comes back when it could not', async () => {
    const fields = { message: 'gone', pointsCost: 5, deleteCost: 7, ...withSteps({ type: 'delete_message' }) }
    const { word } = await makeCommand(app, fields)
    const before = await pointsOf('erin')
    const id = await type(app, 'erin', `!${word}`)
    assert.ok(!(await chatOf(app)).some((line) => line.id === id))
    assert.equal(await pointsOf('erin'), before - 12)
    app.app.sandbox.failNext('kick', 'refuse', 'deleteMessage')
    await type(app, 'erin', `!${word}`)
    assert.equal(await pointsOf('erin'), before - 12 - 5)
  })

  it('gives back at the next start what a run had cost that was cut off', async () => {
    const grace = await viewerOf(app, 'grace')
    await app.ctx.db.write((tx) => tx.run(insertCharge, { channel: app.channel.id, viewer: grace.id, points: 33 }))
    await app.app.bot.start()
    assert.equal(await pointsOf('grace'), grace.points + 33)
    await app.app.bot.start()
    assert.equal(await pointsOf('grace'), grace.points + 33)
  })

  it('hands over what stands after it, and its own line', async () => {
    const { word } = await makeCommand(app, { message: '$(args)|$(1)|$(touser)' })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}  @bob  x `), ['@bob  x|@bob|bob'])
  })

  it('is not set off by what the bot or a bot writes', async () => {
    const before = (await runsOf(app)).length
    await app.call('send-bot-message', { message: '!hello' })
    await app.app.bot.feed(
      { channelId: app.channel.id, platform: 'kick' },
      {
        id: 'other-bot',
        kind: 'chat',
        text: '!hello',
        user: { id: 'b', username: 'otherbot', displayname: 'B', isBot: true },
      },
    )
    await app.app.bot.settled()
    assert.equal((await runsOf(app)).length, before)
  })

  it('runs once for a line that the platform reports twice', async () => {
    const user = { id: '10001', username: 'alice', displayname: 'Alice' }
    const before = (await runsOf(app)).length
    for (let time = 0; time < 2; time++) {
      await app.app.bot.feed(
        { channelId: app.channel.id, platform: 'kick' },
        { id: 'sent-twice', kind: 'chat', text: '!hello', user },
      )
    }
    await new Promise((resolve) => setImmediate(resolve))
    await app.app.bot.settled()
    assert.equal((await runsOf(app)).length, before + 1)
  })
})

describe('the commands every chat expects', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const cases: readonly (readonly [line: string, answer: RegExp, roles?: string[], who?: string])[] = [
    ['!points', /^alice has 1200 points\.$/],
    ['!points @bob', /^bob has 850 points\.$/, [], 'carol'],
    ['!give bob 50', /^alice gives bob 50 points\.$/],
    ['!top', /^1\. alice 1150, 2\. bob 900, /],
    ['!watchtime', /^alice has watched for 10 h\.$/],
    ['!uptime', /^The stream has been live for: 0 min\.$/],
    ['!title', /^Title: Welcome to the sandbox$/],
    ['!game', /^Category: Just Chatting$/],
    ['!commands', /^Commands: !hello, .*!points, .*!so$/],
    ['!so bob', /^Go and see bob, /, ['moderator']],
  ]
  for (const [line, answer, roles, who = 'alice'] of cases) {
    it(`answers ${line}`, async () => {
      const more = roles === undefined ? {} : { roles }
      const [said] = await answersTo(app, who, line, more)
      assert.match(said ?? '', answer)
    })
  }

  it('!clip reports the link and that it is made', async () => {
    const said = await answersTo(app, 'alice', '!clip', { roles: [] })
    assert.match(said[0] ?? '', /^Clip by Alice: http/)
    assert.equal(said[1], 'Clip created, Alice.')
  })

  it('!give says why it did not', async () => {
    const app = await createTestApp()
    try {
      assert.deepEqual(await answersTo(app, 'testuser', '!give bob 999999'), ['testuser has 25 points, not 999999.'])
      assert.deepEqual(await answersTo(app, 'alice', '!give alice 5'), [
        'The sender and the receiver are the same viewer.',
      ])
      assert.equal((await viewerOf(app, 'alice')).points, 1200)
    } finally {
      await app.close()
    }
  })

  it('!title and !game change the stream for a moderator, and only for one', async () => {
    const app = await createTestApp({ clock: createTestClock() })
    try {
      assert.deepEqual(await answersTo(app, 'alice', '!title New words'), ['Title: Welcome to the sandbox'])
    } finally {
      await app.close()
    }
    const other = await createTestApp()
    try {
      // A command has ten seconds, and the games are read after the start.
      await other.call('search-games', { query: 'minecraft' })
      const roles = ['moderator']
      assert.deepEqual(await answersTo(other, 'alice', '!title New words', { roles }), ['Title: New words'])
      assert.deepEqual(await answersTo(other, 'alice', '!game minecraft', { roles }), ['Category: Minecraft'])
    } finally {
      await other.close()
    }
  })
})
