import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { ConnectionStatus } from '../../src/definitions/connection-state.ts'
import { systemClock } from '../../src/kernel/ambient.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { intentsFor } from '../../src/platforms/discord/gateway.external.ts'
import { type DiscordGateway, type DiscordTimings, openDiscordGateway } from '../../src/platforms/discord/gateway.ts'
import { createDiscordRequests } from '../../src/platforms/discord/requests.external.ts'
import { createDiscordRest } from '../../src/platforms/discord/rest.ts'
import { isSlow } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeDiscord, startFakeDiscord } from '../fakes/discord.ts'
import { botToken, channels, guildId, people } from '../fakes/discord-world.ts'

isSlow('connections wait before they try again')

const quick: Partial<DiscordTimings> = { firstRetryMs: 5, longestRetryMs: 20, newSessionMs: 10 }
const identify = 2
const resume = 6
const heartbeat = 1

describe('the connection to Discord', () => {
  let discord: FakeDiscord
  const open: DiscordGateway[] = []
  before(async () => {
    discord = await startFakeDiscord()
  })
  afterEach(() => {
    for (const gateway of open.splice(0)) gateway.close()
    Object.assign(discord.gateway.state, { heartbeatMs: 41_250, answersHeartbeats: true, remaining: 1000, onGone() {} })
    discord.gateway.log.length = 0
    discord.gateway.forgetSessions()
  })
  after(() => discord?.close())

  function createRest(token = botToken, onTokenRefused = () => {}) {
    return createDiscordRest({ clock: systemClock, settings: { token, api: discord.api }, onTokenRefused })
  }

  function connect({ token = botToken, readsMessages = false, timings = quick } = {}) {
    const statuses: ConnectionStatus[] = []
    const received: { readonly type: string; readonly data: unknown }[] = []
    const gateway = openDiscordGateway({
      clock: systemClock,
      rest: createRest(token),
      token,
      intents: intentsFor({ readsMessages }),
      timings,
      onSession() {},
      onEvent: (type, data) => received.push({ type, data }),
      onStatus: (status) => statuses.push(status),
      onUnreadable: (error) => assert.fail(String(error)),
    })
    open.push(gateway)
    const states = () => statuses.map(({ state }) => state)
    return {
      statuses,
      received,
      states,
      isUp: () => states().at(-1) === 'connected',
      ups: () => states().filter((state) => state === 'connected').length,
      voice: () => received.filter(({ type }) => type === 'VOICE_STATE_UPDATE').length,
    }
  }

  it('identifies with the two intents that are not privileged, and learns of the server', async () => {
    const client = connect()
    await eventually('the server is described', () => client.received.some(({ type }) => type === 'GUILD_CREATE'))
    const [session] = discord.gateway.sessions.values()
    assert.equal(session?.intents, 129)
    assert.deepEqual(client.states(), ['connecting', 'connected'])
  })

  it('resumes its session at the address that Discord named, and misses no event, whatever cut the line', async () => {
    const client = connect()
    await eventually('the bot is connected', client.isUp)
    const cuts = [discord.gateway.cut, discord.gateway.askToReconnect, () => discord.gateway.closeWith(4000)]
    for (const [index, cut] of cuts.entries()) {
      discord.gateway.state.onGone = () => {
        discord.gateway.publish('VOICE_STATE_UPDATE', discord.world.voiceState(people.nelly))
      }
      cut()
      await eventually('the bot is back', () => client.ups() === index + 2)
      await eventually('what was missed has come', () => client.voice() === index + 1)
    }
    assert.equal(discord.gateway.count(identify), 1)
    assert.deepEqual(
      discord.gateway.log.filter(({ op }) => op === resume).map(({ path }) => path),
      ['/resume', '/resume', '/resume'],
    )
  })

  it('begins a new session where the old one cannot be resumed', async () => {
    const client = connect()
    await eventually('the bot is connected', client.isUp)
    discord.gateway.invalidate()
    await eventually('there is a new session', () => client.ups() === 2)
    discord.gateway.forgetSessions()
    discord.gateway.closeWith(4009)
    await eventually('there is another one', () => client.ups() === 3)
    discord.gateway.forgetSessions()
    discord.gateway.cut()
    await eventually('a refused resume leads to a new one too', () => client.ups() === 4)
    assert.equal(discord.gateway.count(identify), 4)
  })

  it('leaves a line whose heartbeats are not answered, and resumes', async (t) => {
    // Its heart beats when the test says so: on a busy machine a beat is due before the last answer has been read.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { heartbeatMs } = discord.gateway.state
    const client = connect()
    await eventually('the bot is connected', client.isUp)
    for (let beats = 1; beats <= 3; beats++) {
      t.mock.timers.tick(heartbeatMs)
      await eventually('a heartbeat comes', () => discord.gateway.count(heartbeat) === beats)
      discord.gateway.publish('VOICE_STATE_UPDATE', discord.world.voiceState(people.nelly))
      await eventually('what follows the answer has come', () => client.voice() === beats)
    }
    assert.equal(client.ups(), 1)
    discord.gateway.state.answersHeartbeats = false
    t.mock.timers.tick(heartbeatMs)
    await eventually('a heartbeat comes', () => discord.gateway.count(heartbeat) === 4)
    t.mock.timers.tick(heartbeatMs)
    assert.equal(client.isUp(), false)
    discord.gateway.state.answersHeartbeats = true
    await eventually('the bot is back', () => {
      t.mock.timers.tick(5)
      return client.isUp()
    })
    assert.equal(discord.gateway.count(resume), 1)
    assert.equal(discord.gateway.count(identify), 1)
  })

  it('stops for good at a refused token and at refused intents, and says what to do', async () => {
    const refused = connect({ token: `${botToken}x` })
    await eventually('the token is refused', () => refused.states().at(-1) === 'failed')
    assert.match(String(refused.statuses.at(-1)?.message), /^Discord refused the bot token\. Press Reset Token/)
    const reading = connect({ readsMessages: true })
    await eventually('the intents are refused', () => reading.states().at(-1) === 'failed')
    assert.match(String(reading.statuses.at(-1)?.message), /Message Content Intent/)
    const asked = discord.server.requests.length
    const kept = connect()
    await eventually('another bot is connected meanwhile', kept.isUp)
    discord.gateway.closeWith(4004)
    await eventually('a token that is refused later counts too', () => kept.states().at(-1) === 'failed')
    // Only what the last bot asked itself.
    assert.equal(discord.server.requests.length, asked + 1)
  })

  it('waits when no session is left for today', async () => {
    Object.assign(discord.gateway.state, { remaining: 0, resetAfterMs: 60_000 })
    const client = connect()
    await eventually('it waits', () => client.states().at(-1) === 'rate_limited')
    assert.ok((client.statuses.at(-1)?.until ?? 0) > Date.now())
    assert.equal(discord.gateway.count(identify), 0)
  })

  it('keeps to the limits of each route, and what a burst sends arrives', async () => {
    const before = discord.counts.limited
    // So long that requests of one window reach the server within it, also on a busy machine.
    discord.plan.windowMs = 1_000
    const requests = createDiscordRequests(createRest())
    await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => requests.createMessage(channels.general, { text: `${index}` })),
      ...Array.from({ length: 7 }, (_, index) => requests.createMessage(channels.clips, { text: `${index}` })),
      ...Array.from({ length: 5 }, () => requests.memberRoles(guildId, people.nelly)),
    ])
    discord.plan.windowMs = 100
    assert.equal(discord.sentTo(channels.general).length, 12)
    // All at once would be nine refusals. One that arrives at the edge of a window counts for the next.
    const refused = discord.counts.limited - before
    assert.ok(refused < 5, String(refused))
  })

  it('waits as long as Discord asks when the limit of all requests is reached', async () => {
    const requests = createDiscordRequests(createRest())
    discord.plan.global = 2
    const before = discord.sentTo(channels.clips).length
    await requests.createMessage(channels.clips, { text: 'after the pause' })
    assert.equal(discord.sentTo(channels.clips).length, before + 1)
    assert.equal(discord.plan.global, 0)
  })

  it('asks nothing more after the first refused token', async () => {
    let times = 0
    const requests = createDiscordRequests(createRest(`${botToken}x`, () => times++))
    const before = discord.counts.unauthorized
    const outcomes = await Promise.allSettled([requests.me(), requests.listGuilds(), requests.me()])
    await assert.rejects(requests.me(), { code: 'discord_not_connected' })
    assert.ok(outcomes.every(({ status }) => status === 'rejected'))
    // Those that were under way together were sent; what comes later is not.
    const sent = discord.counts.unauthorized - before
    assert.ok(sent >= 1 && sent <= 2, String(sent))
    assert.equal(times, sent)
  })

  it('turns refusals into sentences, and repeats only what is safe to repeat', async () => {
    const requests = createDiscordRequests(createRest())
    const failing = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => assert.fail('it should have been refused'),
        (reason: unknown) => reason,
      )
      assert.ok(error instanceof Failure)
      return [error.code, error.message]
    }
    const tooLong = 'x'.repeat(2001)
    assert.deepEqual(await failing(requests.createMessage(channels.general, { text: tooLong })), [
      'discord_refused',
      'Discord refused the request: content: Must be 2000 or fewer in length.',
    ])
    assert.deepEqual(await failing(requests.createMessage('290926798999999999', { text: 'x' })), [
      'discord_not_found',
      'Discord knows no such channel.',
    ])
    assert.equal((await failing(requests.createMessage(channels.hidden, { text: 'x' })))[0], 'discord_refused')
    assert.equal((await failing(requests.moveMember(guildId, '80351110224670000', null)))[0], 'discord_not_found')
    discord.server.plan('500', { on: /^GET/ })
    assert.equal((await requests.me()).name, 'stagehand')
    discord.server.plan('500', { on: /^POST/ })
    const sent = discord.sentTo(channels.general).length
    const [code] = await failing(requests.createMessage(channels.general, { text: 'once' }))
    assert.equal(code, 'discord_not_connected')
    assert.equal(discord.sentTo(channels.general).length, sent)
  })
})
