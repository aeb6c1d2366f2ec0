import type { AccountRole } from '../../src/platforms/services/services.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { openFakeExtension } from '../extension/fake-extension.ts'
import { type FakeKick, startFakeKick } from '../fakes/kick.ts'
import * as events from '../fakes/kick-events.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { closingOnTrouble, type Stage, type StageAction } from './stage.ts'
import { createTimeLimits } from './time-limits.ts'

export type KickStage = Awaited<ReturnType<typeof setKickStage>>

/** The fake server of Kick and a server of its own. */
export async function openKickStage() {
  const fake = await startFakeKick()
  const limits = createTimeLimits()
  fake.server.onHang(limits.end)
  const clock = createTestClock()
  return closingOnTrouble(fake, async () => {
    const app = await createTestApp({
      clock,
      timeLimit: limits.start,
      config: { services: { kick: fake.settings } },
    })
    return closingOnTrouble(app, () => setKickStage(fake, app, clock))
  })
}

/** The server signs in there, as broadcaster and as bot, and has the clip extension. */
export async function setKickStage(fake: FakeKick, app: TestApp, clock: TestClock = createTestClock()) {
  const { world, auth, webhooks, server } = fake
  fake.register({ redirect: `${app.app.baseUrl()}/connect/kick`, webhook: `${app.url}/webhooks/kick` })

  let clipSite = 'https://kick.com'

  async function connect({
    role = 'broadcaster',
    without = [],
  }: {
    role?: AccountRole
    without?: readonly string[]
  } = {}) {
    const preSession = 'held by this browser alone'
    const url = await app.app.connecting.begin('kick', { channelId: app.channel.id, role, preSession })
    const userId = role === 'bot' ? world.bot.id : world.broadcaster.id
    const back = new URL(auth.approve(url, userId, { without })).searchParams
    const [code, state] = [back.get('code') ?? '', back.get('state') ?? '']
    const looks = () => server.count(/^GET .*events\/subscriptions/)
    const before = looks()
    await app.app.connecting.finish('kick', { code, state, preSession })
    if (without.includes('events:subscribe')) return
    // So that nothing goes on in the background of a test that counts requests.
    const hasLooked = async () => looks() > before && (await listenerStatus())?.state !== 'connecting'
    await eventually('the server has looked at what Kick tells', hasLooked)
  }

  async function listenerStatus() {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    return connector.listening?.(account)
  }

  /** Every subscription is active. */
  async function isListening(): Promise<void> {
    await eventually('Kick tells what happens', async () => (await listenerStatus())?.state === 'connected')
  }

  /** A browser with the extension, which makes every clip it is asked for. */
  async function openExtension(): Promise<() => Promise<void>> {
    const owner = await signInAsOwner(app)
    const extension = await openFakeExtension(app.url)
    await extension.pair((await owner.call('create-extension-code')).body.code)
    extension.socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type !== 'clip') return
      const result = world.isLive
        ? { ok: true, url: `${clipSite}/${message.channel}/clips/clip_${message.id}` }
        : { ok: false, reason: 'not_live', detail: '' }
      extension.say({ type: 'clip-result', id: message.id, ...result })
    })
    return extension.close
  }

  function eventOf(action: StageAction): [string, object] {
    const user = world.get(action.by)
    switch (action.kind) {
      case 'chat':
        return ['chat.message.sent', events.chatEvent(world, user, action.text)]
      case 'follow':
        return ['channel.followed', events.followEvent(world, user)]
      case 'subscribe': {
        const topic = action.months > 1 ? 'channel.subscription.renewal' : 'channel.subscription.new'
        return [topic, events.subscribeEvent(world, user, action.months)]
      }
      case 'bits':
        return ['kicks.gifted', events.kicksEvent(world, user, action.amount)]
      case 'ban':
        return ['moderation.banned', events.banEvent(world, user, 10)]
      case 'unban':
        throw new Error('Kick does not report it')
    }
  }

  const roleOf = (name: string) => {
    if (name === world.bot.name || name === 'AppBot') return 'bot'
    return name === world.broadcaster.name ? 'broadcaster' : 'viewer'
  }

  await connect()
  await connect({ role: 'bot' })
  const closeExtension = await openExtension()
  await isListening()

  return {
    app,
    fake,
    clock,
    platform: 'kick',
    maxTier: 1,
    isListening,
    listenerStatus,
    closeExtension,
    idOf: (username) => String(world.get(username).id),

    async look() {
      const { title, categoryId, categories, lines, bans } = world
      return {
        title,
        category: categories.find(({ id }) => id === categoryId)?.name ?? '',
        lines: lines.map(({ id, by, text }) => ({ id, by: roleOf(by), text }) as const),
        bans: new Map([...bans].map(([id, { minutes }]) => [world.find({ id })?.name ?? String(id), minutes ?? null])),
      }
    },

    /** Where the extension says that its clips are. */
    setClipSite(site: string): void {
      clipSite = site
    },

    async setLive(isLive) {
      world.isLive = isLive
    },

    refuseNextLine() {
      world.refusal = 'You are sending messages too fast'
      return world.refusal
    },

    hangNext() {
      server.plan('hang', { on: /public\/v1\/chat/ })
    },

    async act(action) {
      const [type, event] = eventOf(action)
      await webhooks.tell(type, event, { times: 2 })
    },

    wire: {
      server,
      secrets: auth.secrets,
      get renewals() {
        return auth.renewals()
      },
      sends: /^POST \/public\/v1\/chat/,
      reads: /^GET \/public\/v1\/channels/,
      expireTokens: auth.expireTokens,
      refuseRenewals: auth.refuseRenewals,
      pause: fake.pause,
      connect,
      chatScope: 'chat:write',
      hasOwnBot: true,
    },

    async close() {
      await closeExtension()
      await app.close()
      await fake.close()
    },
  } satisfies Stage & Record<string, unknown>
}
