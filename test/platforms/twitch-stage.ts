import type { Role } from '../../src/platforms/services.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { startTwitchStandIn, type TwitchStandIn } from '../fakes/twitch.ts'
import * as events from '../fakes/twitch-events.ts'
import { callTimeoutMs, closingOnTrouble, type Stage, type StageDeed } from './stage.ts'

export type TwitchStage = Awaited<ReturnType<typeof setTwitchStage>>

/** The stand-in for Twitch and a server of its own. */
export async function openTwitchStage({ patienceMs = callTimeoutMs }: { patienceMs?: number } = {}) {
  const standIn = await startTwitchStandIn()
  return closingOnTrouble(standIn, async () => {
    const app = await createTestApp({
      callTimeoutMs: patienceMs,
      config: { services: { twitch: standIn.settings } },
    })
    return closingOnTrouble(app, () => setTwitchStage(standIn, app))
  })
}

/** The server signs in there, as broadcaster and as bot. */
export async function setTwitchStage(standIn: TwitchStandIn, app: TestApp) {
  const { world, auth, eventSub, server } = standIn
  standIn.register(`${app.url}/connect/twitch`)

  async function connect({ role = 'broadcaster', without = [] }: { role?: Role; without?: readonly string[] } = {}) {
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
    await eventually('the subscribers are asked for', async () => lists() > before, 10_000)
  }

  /** Everything that is asked for is told. */
  async function isListening(): Promise<void> {
    await eventually(
      'Twitch tells what happens',
      async () => eventSub.topics.length === 9 && eventSub.openSessions === 1,
    )
  }

  function eventOf(deed: StageDeed): [string, object] {
    const user = world.get(deed.by)
    switch (deed.kind) {
      case 'chat':
        return ['channel.chat.message', events.chatEvent(world, user, deed.text)]
      case 'follow':
        return ['channel.follow', events.followEvent(world, user)]
      case 'subscribe':
        return deed.months > 1
          ? ['channel.subscription.message', events.resubscribeEvent(world, user, deed.tier, deed.months)]
          : ['channel.subscribe', events.subscribeEvent(world, user, deed.tier)]
      case 'bits':
        return ['channel.bits.use', events.bitsEvent(world, user, deed.amount)]
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
    standIn,
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

    hangNext: () => server.plan('hang', { on: /chat\/messages/ }),

    async act(deed) {
      await isListening()
      const [type, event] = eventOf(deed)
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
      pause: standIn.emptyBucket,
      connect,
      chatScope: 'user:write:chat',
    },

    async close() {
      await app.close()
      await standIn.close()
    },
  } satisfies Stage & Record<string, unknown>
}
