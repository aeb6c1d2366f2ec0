import type { Overrides } from '../../src/app/node.ts'
import type { AccountRole } from '../../src/platforms/services/services.ts'
import { topicsOf } from '../../src/platforms/twitch/events.external.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { type FakeTwitch, startFakeTwitch } from '../fakes/twitch.ts'
import * as events from '../fakes/twitch-events.ts'
import { closingOnTrouble, type Stage, type StageAction } from './stage.ts'
import { createTimeLimits } from './time-limits.ts'

/** How many subscriptions a channel has. */
export const topicCount = topicsOf('1').length

export type TwitchStage = Awaited<ReturnType<typeof setTwitchStage>>

/** The fake server of Twitch and a server of its own. */
export async function openTwitchStage({
  emoteUrls = {},
  shareWaitMs,
}: {
  emoteUrls?: Overrides['emoteUrls']
  shareWaitMs?: number
} = {}) {
  const fake = await startFakeTwitch()
  const limits = createTimeLimits()
  fake.server.onHang(limits.end)
  return closingOnTrouble(fake, async () => {
    const app = await createTestApp({
      timeLimit: limits.start,
      emoteUrls,
      config: { services: { twitch: { ...fake.settings, shareWaitMs } } },
    })
    return closingOnTrouble(app, () => setTwitchStage(fake, app))
  })
}

/** The server signs in there, as broadcaster and as bot. */
export async function setTwitchStage(fake: FakeTwitch, app: TestApp) {
  const { world, auth, eventSub, server } = fake
  fake.register(`${app.url.replace('127.0.0.1', 'localhost')}/connect/twitch`)

  async function connect({
    role = 'broadcaster',
    without = [],
  }: {
    role?: AccountRole
    without?: readonly string[]
  } = {}) {
    const preSession = 'held by this browser alone'
    const url = await app.app.connecting.begin('twitch', { channelId: app.channel.id, role, preSession })
    const userId = role === 'bot' ? world.bot.id : world.broadcaster.id
    const back = new URL(auth.approve(url, userId, { without })).searchParams
    const [code, state] = [back.get('code') ?? '', back.get('state') ?? '']
    const lists = () => server.count(/^GET \/helix\/subscriptions/)
    const before = lists()
    await app.app.connecting.finish('twitch', { code, state, preSession })
    if (without.includes('channel:read:subscriptions')) return
    // So that nothing goes on in the background of a test that counts requests.
    await eventually('the subscribers are asked for', async () => lists() > before)
  }

  /** Every subscription is active. */
  async function isListening(): Promise<void> {
    await eventually(
      'Twitch tells what happens',
      async () => eventSub.topics.length === topicCount && eventSub.openSessions === 1,
    )
  }

  function eventOf(action: StageAction): [string, object] {
    const user = world.get(action.by)
    switch (action.kind) {
      case 'chat':
        return ['channel.chat.message', events.chatEvent(world, user, action.text)]
      case 'follow':
        return ['channel.follow', events.followEvent(world, user)]
      case 'subscribe':
        return action.months > 1
          ? ['channel.subscription.message', events.resubscribeEvent(world, user, action.tier, action.months)]
          : ['channel.subscribe', events.subscribeEvent(world, user, action.tier)]
      case 'bits':
        return ['channel.bits.use', events.bitsEvent(world, user, action.amount)]
      case 'ban':
        return ['channel.ban', events.banEvent(world, user, 10)]
      case 'unban':
        return ['channel.unban', events.unbanEvent(world, user)]
    }
  }

  const roleOf = (login: string) => {
    if (login === world.bot.login) return 'bot'
    return login === world.broadcaster.login ? 'broadcaster' : 'viewer'
  }

  await connect()
  await connect({ role: 'bot' })
  await isListening()

  return {
    app,
    fake,
    platform: 'twitch',
    isListening,
    idOf: (username) => world.get(username).id,

    async look() {
      const { title, gameId, games, lines, bans } = world
      return {
        title,
        category: games.find(({ id }) => id === gameId)?.name ?? '',
        lines: lines.map(({ id, by, text }) => ({ id, by: roleOf(by), text }) as const),
        bans: new Map(
          [...bans].map(([id, { seconds }]) => [
            world.find({ id })?.login ?? id,
            seconds === undefined ? null : seconds / 60,
          ]),
        ),
      }
    },

    async setLive(isLive) {
      world.isLive = isLive
    },

    refuseNextLine() {
      world.dropReason = 'Your message is being checked by mods and has not been sent'
      return world.dropReason
    },

    hangNext() {
      server.plan('hang', { on: /chat\/messages/ })
    },

    async act(action) {
      await isListening()
      const [type, event] = eventOf(action)
      const id = eventSub.notify(type, event)
      eventSub.notify(type, event, { id })
    },

    wire: {
      server,
      secrets: auth.secrets,
      get renewals() {
        return auth.renewals()
      },
      sends: /^POST \/helix\/chat\/messages/,
      reads: /^GET \/helix\//,
      expireTokens: auth.expireTokens,
      refuseRenewals: auth.refuseRenewals,
      pause: fake.emptyBucket,
      connect,
      chatScope: 'user:write:chat',
    },

    async close() {
      await app.close()
      await fake.close()
    },
  } satisfies Stage & Record<string, unknown>
}
