import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { platforms } from '../../src/platforms/contract/platforms.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeDiscord, startFakeDiscord } from '../fakes/discord.ts'
import { channels, people, roles } from '../fakes/discord-world.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { connectBot, setDiscord } from './connect-fake-discord.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and a fake of Discord for each group of tests')

const countLinks = sql<{ channel: number }, { total: number }>(
  'SELECT count(*) AS total FROM discord_links WHERE channel_id = :channel',
)

interface Embed {
  readonly title: string
  readonly image?: { readonly url: string }
  readonly fields?: readonly { readonly name: string; readonly value: string }[]
}

describe('what the Discord bot does by itself', () => {
  let discord: FakeDiscord
  let app: TestApp
  const options = () => ({ config: { discordApi: discord.api }, discordTimings: { firstRetryMs: 5 } })
  before(async () => {
    discord = await startFakeDiscord()
    discord.gateway.state.allowsMessageContent = true
    app = await createTestApp(options())
    await setDiscord(app, {})
    await connectBot(app)
  })
  after(async () => {
    await app?.close()
    await discord?.close()
  })

  const setLive = (platform: string, live: boolean) => sandboxCall(app, 'set-live', { platform, live })
  const embedOf = (message: { body: Readonly<Record<string, unknown>> } | undefined) =>
    (message?.body.embeds as Embed[] | undefined)?.[0]
  const chat = (username: string, text: string, platform = 'PlatformA') =>
    sandboxCall(app, 'chat', { platform, username, text })
  async function use(person: string, name: string, given: Readonly<Record<string, string>> = {}) {
    const id = discord.interact(person, name, given)
    await eventually(`/${name} is answered`, () => discord.answerTo(id) !== undefined)
    return discord.answerTo(id) ?? assert.fail('no answer')
  }

  describe('the announcement of a stream', () => {
    const posted = () => discord.sentTo(channels.general)
    before(async () => {
      for (const platform of ['PlatformA', 'PlatformB']) await setLive(platform, false)
      await app.app.bot.settled()
      const announcement = {
        enabled: true,
        channel_id: channels.general,
        role_id: roles.regular,
        message: 'Live: {title}',
        picture_url: 'https://pictures.example/live.png',
      }
      await setDiscord(app, { announcement })
    })

    it('is not posted for a stream that was live before anybody looked', async () => {
      const account = { channelId: app.channel.id, platform: 'youtube' } as const
      await app.app.bot.feed(account, { kind: 'stream', id: 'found', live: true, isPoll: true })
      assert.equal((await eventsSince(app)).at(-1)?.kind, 'stream.already-live')
      await app.app.bot.feed(account, { kind: 'stream', id: 'ended', live: false })
      await app.app.bot.settled()
      assert.deepEqual(posted(), [])
    })

    it('is posted once with a picture, pings one role, and follows title and platforms', async () => {
      await app.call('title', { title: 'Opening night', platform: 'PlatformA' })
      await setLive('PlatformA', true)
      await eventually('the stream is announced', () => posted().length === 1)
      const [message] = posted()
      assert.equal(message?.body.content, `<@&${roles.regular}> Live: Opening night`)
      assert.deepEqual(message?.body.allowed_mentions, { parse: [], roles: [roles.regular] })
      assert.equal(embedOf(message)?.image?.url, 'https://pictures.example/live.png')
      await app.call('title', { title: 'Second act @everyone', platform: 'PlatformA' })
      await eventually('the title is changed', () => embedOf(posted()[0])?.title === 'Second act @everyone')
      await setLive('PlatformB', true)
      await eventually('both streams are announced by one message', () => (posted()[0]?.edits.length ?? 0) >= 2)
      assert.equal(posted().length, 1)
    })

    it('is edited and closed with a summary after a restart, by the stored message', async () => {
      const { folder } = app
      await eventually('the message is stored', async () => {
        return (await eventsSince(app)).some(({ kind }) => kind === 'discord.announced')
      })
      await app.close({ keepFolder: true })
      app = await createTestApp({ ...options(), folder })
      await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'viewer7' })
      await setLive('PlatformA', false)
      await setLive('PlatformB', false)
      await eventually('the summary is shown', () => String(posted()[0]?.body.content).endsWith('was live.'))
      const fields = embedOf(posted()[0])?.fields?.map(({ name, value }) => `${name} ${value}`)
      assert.ok(
        fields?.some((field) => /^Length \d+m$/.test(field)),
        String(fields),
      )
      assert.ok(fields?.includes('New followers 1'), String(fields))
      assert.deepEqual(posted()[0]?.body.allowed_mentions, { parse: [] })
    })

    it('goes on with the same message when the stream is back within minutes', async () => {
      await setLive('PlatformA', true)
      await eventually('it is live again', () => String(posted()[0]?.body.content).includes('Live: '))
      assert.equal(posted().length, 1)
    })
  })

  it('posts clips in the chosen channel, and moderation in the log channel', async () => {
    await setDiscord(app, { clips: { enabled: true, channel_id: channels.clips }, log_channel_id: channels.general })
    await app.call('clip', { title: 'A *great* @everyone moment', platform: 'PlatformA', send_chat_message: false })
    await eventually('the clip is posted', () => discord.sentTo(channels.clips).length === 1)
    const [clip] = discord.sentTo(channels.clips)
    assert.match(String(clip?.body.content), /^\*\*A \\\*great\\\* @\u200beveryone moment\*\*\nhttps?:/)
    await app.call('ban', { username: 'mallory', platform: 'PlatformA', reason: 'spam' })
    await eventually('the ban is logged', () =>
      discord.sentTo(channels.general).some(({ body }) => /mallory/i.test(String(body.content))),
    )
  })

  describe('linked accounts', () => {
    const isSaid = (wanted: string) =>
      eventually(wanted, async () => (await chatOf(app)).some(({ text }) => text === wanted))
    async function link(username: string, person: string): Promise<void> {
      const [, code = ''] = /`!link (\w{8})`/.exec((await use(person, 'link')).text) ?? []
      for (const text of [`!link ${code}`, '!link yes']) await chat(username, text)
    }
    const linked = async () => (await app.ctx.db.get(countLinks, { channel: app.channel.id }))?.total

    it('are made by a code that only its owner sees, typed in chat, and count once', async () => {
      assert.match((await use(people.nelly, 'points')).text, /^Your account is not linked yet/)
      const answer = await use(people.nelly, 'link')
      assert.equal(answer.isPrivate, true)
      const [, code = ''] = /`!link (\w{8})`/.exec(answer.text) ?? []
      await chat('alice', '!link WRONGONE')
      await chat('alice', `!link ${code.toLowerCase()}`)
      await isSaid(
        '@alice, this links you with the Discord account nelly, which then acts with your rights. If it is yours, type: !link yes',
      )
      assert.equal(await linked(), 0, 'the account is named before anything happens')
      for (const text of [`!link ${code}`, '!link yes']) await chat('trent', text)
      await app.app.bot.settled()
      assert.equal(await linked(), 0, 'the code is of no use to those who read it')
      await chat('alice', '!link yes')
      await eventually('alice is linked', async () => (await linked()) === 1)
      await isSaid('@alice, your Discord account is linked.')
      await chat('trent', `!link ${code}`)
      await app.app.bot.settled()
      assert.equal(await linked(), 1)
    })

    it('take the roles with them: one subscription never serves two accounts', async () => {
      const rules = [{ role_id: roles.subscriber, reason: 'subscription' }]
      await setDiscord(app, { roles: rules })
      await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'peggy', tier: 1 })
      const has = (person: string) => discord.world.memberRoles.get(person)?.has(roles.subscriber) === true
      for (const [person, before] of [
        [people.dana, undefined],
        [people.ravi, people.dana],
        [people.dana, people.ravi],
      ] as const) {
        await link('peggy', person)
        await eventually('the new account has the role', () => has(person))
        if (before !== undefined) await eventually('the old account lost it', () => !has(before))
      }
      await use(people.dana, 'unlink')
      await eventually('nobody has the role', () => ![people.dana, people.ravi].some(has))
      await setDiscord(app, {})
    })

    it('have roles by points, watch time and subscription, and lose them again', async () => {
      const rules = [
        { role_id: roles.regular, reason: 'points', minimum: 1_000_000 },
        { role_id: roles.subscriber, reason: 'subscription' },
        { role_id: roles.admin, reason: 'watch_time', minimum: 0 },
      ]
      await setDiscord(app, { roles: rules })
      const has = (role: string) => discord.world.memberRoles.get(people.nelly)?.has(role) === true
      await app.call('set-points', { username: 'alice', platform: 'PlatformA', amount: 1_000_000 })
      // Points change often, so they are looked at every few minutes, and with each change of the rules.
      await setDiscord(app, { roles: rules, log_channel_id: channels.general })
      await eventually('she has the role for points', () => has(roles.regular))
      await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'alice', tier: 1 })
      await eventually('she has the role for subscribers at once', () => has(roles.subscriber))
      assert.equal(has(roles.admin), false)
      await app.call('set-points', { username: 'alice', platform: 'PlatformA', amount: 5 })
      await setDiscord(app, { roles: rules })
      await eventually('the role for points is gone', () => !has(roles.regular))
      assert.equal(has(roles.subscriber), true)
      await setDiscord(app, {})
    })

    it('are forgotten with the viewer, and listed in the export', async () => {
      const viewer = await app.ctx.viewers.get(app.channel, 'kick', { username: 'alice' })
      let exported = ''
      for await (const part of app.ctx.privacy.exportViewer(app.channel, viewer)) exported += part
      assert.ok(exported.includes(people.nelly))
      await app.ctx.privacy.eraseViewer(
        app.cause,
        viewer,
        (work) => app.ctx.db.write(work),
        () => undefined,
      )
      assert.equal(await linked(), 0)
      assert.match((await use(people.nelly, 'points')).text, /^Your account is not linked yet/)
    })
  })

  describe('slash commands', () => {
    before(async () => {
      const { text } = await use(people.dana, 'link')
      await chat('bob', /`(!link \w+)`/.exec(text)?.[1] ?? '')
      await chat('bob', '!link yes')
      await app.app.bot.settled()
    })

    it('show points, watch time and the leaderboard', async () => {
      await app.call('set-points', { username: 'bob', platform: 'PlatformA', amount: 77 })
      const points = await use(people.dana, 'points')
      assert.match(points.text, /: 77 points, rank \d+/)
      assert.equal(points.isPrivate, true)
      assert.match((await use(people.dana, 'watchtime')).text, /: \d+h \d+m/)
      const board = await use(people.dana, 'leaderboard', { by: 'points', platform: 'kick' })
      assert.equal(board.isPrivate, false)
      assert.match(board.text, /^\*\*Most points on Kick\*\*\n1\\\. /)
    })

    it('are offered for every command that is marked so, and run it with the rights of the viewer', async () => {
      const { commands } = app.ctx
      const added = { discordEnabled: true, platforms: [...platforms] }
      await app.ctx.db.write(async (tx) => {
        await commands.add(tx, app.cause, { command: '!greet', message: 'Hello $(user), $(args)', ...added })
        await commands.add(tx, app.cause, { command: '!secret', message: 'Psst', permissions: ['moderator'], ...added })
        await commands.add(tx, app.cause, { command: '!quiet', message: 'Only in chat' })
      })
      const names = () => discord.world.slashCommands.map(({ name }) => name)
      await eventually('Discord offers them', () => names().includes('secret'))
      assert.deepEqual(names().sort(), ['greet', 'leaderboard', 'link', 'points', 'secret', 'unlink', 'watchtime'])
      const before = (await chatOf(app)).length
      const greeting = await use(people.dana, 'greet', { text: 'hi @everyone' })
      assert.equal(greeting.text, 'Hello bob, hi @\u200beveryone')
      assert.equal((await use(people.dana, 'secret')).text, 'You cannot use this command now.')
      assert.match((await use(people.ravi, 'greet')).text, /^Your account is not linked yet/)
      assert.equal((await chatOf(app)).length, before)
    })

    it('are known while their list is read again', async () => {
      await app.ctx.db.write((tx) =>
        app.ctx.commands.add(tx, app.cause, { command: '!more', message: 'Reads the list' }),
      )
      assert.equal((await use(people.dana, 'greet', { text: 'again' })).text, 'Hello bob, again')
    })

    it('are answered later where the answer takes longer than Discord waits', async () => {
      const steps = [{ type: 'wait', seconds: 2 }]
      await app.ctx.db.write((tx) =>
        app.ctx.commands.add(tx, app.cause, {
          command: '!slow',
          message: 'At last',
          actions: { version: 1, steps, reply: 'last' },
          discordEnabled: true,
        }),
      )
      await eventually('Discord offers it', () => discord.world.slashCommands.some(({ name }) => name === 'slow'))
      const answer = await use(people.dana, 'slow')
      assert.deepEqual(answer, { text: 'At last', isPrivate: false, isDeferred: true })
    })
  })

  describe('the chat bridge', () => {
    const bridged = () => discord.sentTo(channels.bridge).map(({ body }) => String(body.content))

    it('is off by default, and then passes nothing on', async () => {
      const before = (await chatOf(app)).length
      await chat('carol', 'Is anybody there?')
      discord.write(people.nelly, channels.bridge, 'Hello stream')
      await app.app.bot.settled()
      assert.deepEqual(bridged(), [])
      assert.equal((await chatOf(app)).length, before + 1)
    })

    it('passes on what people write, both ways, with mentions disarmed and no echo', async () => {
      await setDiscord(app, { bridge: { enabled: true, channel_id: channels.bridge, platforms: ['kick'] } })
      await eventually('the bot reads messages', async () => {
        const isReading = [...discord.gateway.sessions.values()].some(({ intents, socket }) => {
          return socket !== undefined && (intents & (1 << 15)) !== 0
        })
        return isReading && (await app.ctx.discord.status(app)).state === 'connected'
      })
      await chat('carol', 'Hi @everyone and **all** of <@80351110224678911>')
      await eventually('it is on Discord', () => bridged().length > 0)
      const [first] = discord.sentTo(channels.bridge)
      assert.equal(
        String(first?.body.content),
        '**Carol** (Kick): Hi @\u200beveryone and \\*\\*all\\*\\* of \\<@\u200b80351110224678911\\>',
      )
      assert.deepEqual(first?.body.allowed_mentions, { parse: [] })

      discord.write(people.nelly, channels.general, 'Not in this channel')
      discord.write(people.jukebox, channels.bridge, 'A bot talks')
      discord.write(people.nelly, channels.bridge, 'By a webhook', { webhook_id: '1' })
      discord.write(people.nelly, channels.bridge, '!greet @alice <:wave:123456789012345678> <#290926798999357250>')
      const isThere = async () => (await chatOf(app)).some(({ text }) => text.startsWith('[Discord]'))
      await eventually('it is in chat', isThere)
      const lines = (await chatOf(app)).filter(({ text }) => text.startsWith('[Discord]'))
      assert.deepEqual(
        lines.map(({ text, as }) => [text, as]),
        [['[Discord] Nelly: !greet @\u200balice :wave: #general', 'bot']],
      )
      const seq = await lastSeq(app)
      const rules = { words: { enabled: true, words: ['badword'] }, links: { enabled: true } }
      await app.ctx.db.write((tx) =>
        app.ctx.settings.update(tx, app.cause, 'auto_moderation', (value) => ({
          ...value,
          words: { ...value.words, ...rules.words },
          links: { ...value.links, ...rules.links },
        })),
      )
      for (const nick of ['badword', 'see evil.example', 'two\nlines']) {
        discord.write(people.nelly, channels.bridge, `I am ${nick.length}`, { member: { nick } })
      }
      const newLines = async () => (await chatOf(app)).filter(({ text }) => /: I am/.test(text)).map(({ text }) => text)
      await eventually('all three are in chat', async () => (await newLines()).length === 3)
      assert.deepEqual((await newLines()).sort(), [
        '[Discord] ***: I am 16',
        '[Discord] ***: I am 7',
        '[Discord] two lines: I am 9',
      ])
      await chat('carol', 'And now?')
      await eventually('the next line is on Discord', () => bridged().length > 1)
      // The line of the bridge itself did not come back, and ran no command.
      assert.ok(!bridged().some((text) => text.includes('[Discord]')))
      assert.ok(!(await eventsSince(app, seq)).some(({ kind }) => kind === 'command.ran'))
    })
  })
})
