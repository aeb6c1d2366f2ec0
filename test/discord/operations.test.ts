import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it, mock } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeDiscord, startFakeDiscord } from '../fakes/discord.ts'
import { botToken, channels, guildId, people } from '../fakes/discord-world.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { connectBot, setDiscord } from './connect-fake-discord.ts'

runsOn('sqlite', 'postgres')

describe('Discord operations', () => {
  let discord: FakeDiscord
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    discord = await startFakeDiscord()
    app = await createTestApp({ config: { discordApi: discord.api }, discordTimings: { firstRetryMs: 5 } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await discord?.close()
  })
  beforeEach(() => discord.resetVoice())

  const save = (fields: Readonly<Record<string, string>>) => {
    const entered = Object.entries(fields).map(([name, value]) => ({ name, value }))
    return owner.call('save-service-setup', { service: 'discord', fields: entered })
  }
  const check = async (fields: Readonly<Record<string, string>>) => {
    const entered = Object.entries(fields).map(([name, value]) => ({ name, value }))
    return (await owner.call('check-service-setup', { service: 'discord', fields: entered })).body
  }
  const state = async () => (await app.call('discord-status')).body
  // Reads without the limit of a key, to wait for something.
  const isState = (wanted: string) => async () => (await app.ctx.discord.status(app)).state === wanted
  const voice = async () => (await app.ctx.discord.call(app, 'voice-members', {})).channels
  const inChannel = (id: string) =>
    [...discord.world.voice].flatMap(([person, { channelId }]) => (channelId === id ? [person] : []))

  it('act on a simulated server while the channel is on the sandbox and has no bot', async () => {
    const status = await state()
    assert.deepEqual([status.bot_connected, status.status], [1, 'connected'])
    assert.match(status.guild_name, /simulated/)
    assert.deepEqual(status.missing_permissions, [])
    const sent = await app.call('discord-send-message', { message: 'Hello', embed_title: 'Tonight' })
    const again = await app.call('discord-send-message', { embed_title: 'Later' })
    assert.ok(BigInt(again.body.message_id) > BigInt(sent.body.message_id))
    const seen = (await app.ctx.discord.simulatedMessages(app.channel)) ?? []
    assert.deepEqual(
      seen.map(({ id, channel, text }) => [id, channel, text]),
      [
        [sent.body.message_id, 'general', 'Hello'],
        [again.body.message_id, 'general', 'Later'],
      ],
    )
    const nowhere = { channel_id: '290926798999350000', message: 'x' }
    assert.equal((await app.call('discord-send-message', nowhere, { status: 404 })).body.code, 'discord_not_found')

    const names = async () => {
      const { body } = await app.call('discord-voice-members')
      return body.channels.map(({ members }: { members: { username: string }[] }) => members.map((one) => one.username))
    }
    assert.deepEqual(await names(), [
      ['host', 'nelly'],
      ['dana', 'ravi'],
    ])
    const dana = '80351110224678913'
    await app.call('discord-voice-move', { discord_id: dana })
    await app.call('discord-voice-kick', { discord_id: '80351110224678915' })
    assert.deepEqual(await names(), [['host', 'dana', 'nelly'], []])
    assert.equal((await app.call('discord-voice-mute-all')).body.affected, 3)
    assert.equal((await app.call('discord-voice-mute-all')).body.affected, 0)
    assert.equal((await app.call('discord-voice-unmute-all')).body.affected, 3)
    const [, greenRoom] = (await voice()).map(({ id }) => id)
    assert.equal((await app.call('discord-voice-pull-all', { target_channel_id: greenRoom })).body.affected, 3)
    const other = await app.call('discord-status', { guild_id: '290926798626350000' }, { status: 404 })
    assert.equal(other.body.code, 'discord_not_found')
    const gone = await app.call('discord-voice-move', { discord_id: '80351110224678999' }, { status: 404 })
    assert.equal(gone.body.code, 'discord_not_found')
  })

  it('are refused without a bot once an account is real, except for the status', async () => {
    const isOnSandbox = mock.method(app.ctx.platforms, 'isWhollyOnSandbox', async () => false)
    const status = await state()
    assert.deepEqual([status.bot_connected, status.status, status.guild_id], [0, 'off', null])
    const sent = await app.call('discord-send-message', { message: 'Hello' }, { status: 502 })
    assert.equal(sent.body.code, 'discord_not_connected')
    const members = await app.call('discord-voice-members', {}, { status: 502 })
    assert.equal(members.body.code, 'discord_not_connected')
    isOnSandbox.mock.restore()
  })

  it('connect with the token of the panel, which is checked and never shown again', async () => {
    assert.match((await check({ token: 'client-secret' })).message, /^This is not a bot token/)
    assert.match((await check({ token: `${botToken}x` })).message, /^Discord refused the bot token/)
    const works = await check({ token: botToken })
    assert.equal(works.message, 'stagehand works and is on Show lounge.')
    assert.deepEqual(works.choices, [{ value: guildId, title: 'Show lounge' }])
    await save({ token: botToken })
    await eventually(
      'the bot is connected',
      async () => (await app.ctx.discord.status(app)).guildName === 'Show lounge',
    )
    const known = await state()
    assert.deepEqual([known.bot_connected, known.guild_id, known.guild_name], [1, guildId, 'Show lounge'])
    assert.deepEqual(known.missing_permissions, [])
    const { body } = await owner.call('list-service-setups')
    assert.ok(!JSON.stringify(body).includes(botToken))
    assert.ok(!app.logLines.some((line) => line.includes(botToken)))
    assert.equal((await app.call('discord-status', { guild_id: guildId })).body.guild_name, 'Show lounge')
    const other = await app.call('discord-status', { guild_id: '290926798626350000' }, { status: 404 })
    assert.equal(other.body.code, 'discord_not_found')
  })

  it('send texts and embeds that ping nobody, also while the gateway is away', async () => {
    const needsChannel = await app.call('discord-send-message', { message: 'Where to?' }, { status: 400 })
    assert.match(needsChannel.body.error, /^channel_id is required/)
    await setDiscord(app, {})
    const since = await lastSeq(app)
    const { body } = await app.call('discord-send-message', {
      message: 'Hello @everyone',
      embed_title: 'Tonight',
      embed_color: '#F2A93B',
    })
    const [first] = discord.sentTo(channels.general)
    assert.deepEqual([body.message_id, body.channel_id], [first?.id, channels.general])
    assert.deepEqual(first?.body.allowed_mentions, { parse: [] })
    assert.deepEqual(first?.body.embeds, [{ title: 'Tonight', color: 0xf2a93b }])
    const event = (await eventsSince(app, since)).find(({ kind }) => kind === 'discord.message-sent')
    assert.equal(event?.data.text, 'Hello @everyone')
    discord.gateway.cut()
    await app.call('discord-send-message', {
      channel_id: channels.clips,
      embed_description: 'Only an embed',
      embed_color: 255,
    })
    assert.deepEqual(discord.sentTo(channels.clips).at(-1)?.body.embeds, [{ description: 'Only an embed', color: 255 }])
    const refused = await app.call(
      'discord-send-message',
      { channel_id: channels.hidden, message: 'x' },
      { status: 502 },
    )
    assert.equal(refused.body.code, 'discord_refused')
    const unknown = await app.call(
      'discord-send-message',
      { channel_id: '../../users/@me', message: 'x' },
      { status: 404 },
    )
    assert.equal(unknown.body.code, 'discord_not_found')
    const color = await app.call('discord-send-message', { embed_title: 'x', embed_color: 'amber' }, { status: 400 })
    assert.equal(color.body.details[0].path, 'embed_color')
    await eventually('the gateway is back', isState('connected'))
  })

  it('list who is in voice, move, kick, mute and pull', async () => {
    const { body } = await app.call('discord-voice-members')
    assert.deepEqual(
      body.channels.map(({ name, members }: { name: string; members: { username: string }[] }) => [
        name,
        members.map(({ username }) => username),
      ]),
      [
        ['On air', ['host', 'nelly']],
        ['Green room', ['dana', 'ravi']],
      ],
    )
    const dana = body.channels[1].members[0]
    assert.deepEqual(dana, { id: people.dana, username: 'dana', display_name: 'Dana', muted: false, deafened: false })

    const moved = await app.call('discord-voice-move', { discord_id: people.dana })
    assert.equal(moved.body.channel_id, channels.onAir)
    assert.ok(inChannel(channels.onAir).includes(people.dana))
    const kicked = await app.call('discord-voice-kick', { discord_id: people.ravi })
    assert.equal(kicked.body.channel_id, channels.greenRoom)
    await eventually('both are known to have gone', async () => (await voice())[1]?.members.length === 0)
    const again = await app.call('discord-voice-kick', { discord_id: people.ravi }, { status: 404 })
    assert.equal(again.body.code, 'discord_not_found')

    const muted = await app.call('discord-voice-mute-all')
    assert.deepEqual([muted.body.affected, muted.body.failed], [3, 0])
    assert.equal(discord.world.voice.get(people.jukebox)?.mute, false)
    await eventually('everybody is known to be muted', async () => {
      return (await voice())[0]?.members.every(({ isMuted }) => isMuted) === true
    })
    assert.equal((await app.call('discord-voice-mute-all')).body.affected, 0)
    const unmuted = await app.call('discord-voice-unmute-all', { channel_id: channels.onAir })
    assert.deepEqual([unmuted.body.affected, unmuted.body.failed], [3, 0])

    discord.resetVoice()
    await eventually('they are back', async () => (await voice())[1]?.members.length === 2)
    const pulled = await app.call('discord-voice-pull-all', { target_channel_id: channels.greenRoom })
    assert.deepEqual([pulled.body.affected, pulled.body.failed], [2, 0])
    assert.equal(inChannel(channels.greenRoom).length, 4)
  })

  it('need a voice channel: that of the broadcaster, who is the owner of the server or the one that is chosen', async () => {
    const text = await app.call('discord-voice-pull-all', { target_channel_id: channels.general }, { status: 404 })
    assert.equal(text.body.code, 'discord_not_found')
    await setDiscord(app, { broadcaster_id: people.dana })
    assert.equal(
      (await app.call('discord-voice-move', { discord_id: people.nelly })).body.channel_id,
      channels.greenRoom,
    )
    discord.world.voice.delete(people.dana)
    discord.gateway.publish('VOICE_STATE_UPDATE', discord.world.voiceState(people.dana))
    const ids = async () => (await voice()).flatMap(({ members }) => members.map(({ id }) => id))
    await eventually('dana is known to be gone', async () => !(await ids()).includes(people.dana))
    const { body } = await app.call('discord-voice-mute-all', {}, { status: 404 })
    assert.match(body.error, /^You are in no voice channel/)
    await setDiscord(app, {})
  })

  it('answer with the reason when Discord lets the bot change nobody', async () => {
    discord.plan.isMissingPermission = true
    const { body } = await app.call(
      'discord-voice-pull-all',
      { target_channel_id: channels.greenRoom },
      { status: 502 },
    )
    assert.equal(body.code, 'discord_refused')
    assert.match(body.error, /^The bot lacks a permission/)
    discord.plan.isMissingPermission = false
  })

  it('show which permissions are missing, and that the bot is on no server', async () => {
    discord.world.permissions &= ~(1n << 28n)
    discord.gateway.publish('GUILD_ROLE_UPDATE', {
      guild_id: guildId,
      role: (discord.world.guild().roles as { id: string }[])[3],
    })
    await eventually('a permission is missing', isState('missing_permission'))
    assert.deepEqual((await state()).missing_permissions, ['MANAGE_ROLES'])
    discord.gateway.publish('GUILD_DELETE', { id: guildId })
    await eventually('the bot is on no server', isState('failed'))
    discord.world.permissions |= 1n << 28n
    discord.gateway.publish('GUILD_CREATE', discord.world.guild())
    await eventually('the bot is on the server again', isState('connected'))
  })

  it('never reach Discord with a test key', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    const before = discord.world.messages.length
    await app.call('discord-send-message', { message: 'x' }, { key })
    assert.match((await app.call('discord-status', {}, { key })).body.guild_name, /simulated/)
    assert.equal(discord.world.messages.length, before)
  })

  it('end at once when the token is removed, and begin again with another one', async () => {
    await owner.call('remove-service-setup', { service: 'discord' })
    await eventually('the line is closed', () => discord.gateway.connected() === 0)
    assert.match((await state()).guild_name, /simulated/)
    await connectBot(app)
    assert.equal((await state()).bot_connected, 1)
    discord.gateway.closeWith(4014)
    await eventually('Discord has refused an intent', isState('failed'))
    await setDiscord(app, {})
    await eventually('settings that are saved again are tried again', isState('connected'))
  })
})
