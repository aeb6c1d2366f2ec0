import { type Clock, systemClock } from '../../src/kernel/ambient.ts'
import type { AccountRole } from '../../src/platforms/services/services.ts'
import type { YouTubeSettings } from '../../src/platforms/youtube/youtube.ts'
import { createTestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { startFakeYouTube } from '../fakes/youtube.ts'
import { manage } from '../fakes/youtube-api.ts'
import * as events from '../fakes/youtube-events.ts'
import type { ChatItem } from '../fakes/youtube-world.ts'
import type { Stage, StageAction } from './stage.ts'
import { createTimeLimits } from './time-limits.ts'
import { widened } from './widened-call.ts'

export type YouTubeStage = Awaited<ReturnType<typeof openYouTubeStage>>

/** Little is kept for later, and nobody waits for long. */
const quick = {
  broadcastMs: 60_000,
  offAirMs: 50,
  figuresMs: 0,
  seldomMs: 0,
  subscribersMs: 60_000,
  chatMs: 20,
  spreadMs: 0,
  comboMs: 100,
  pollingMs: 400,
  streamOpenMs: 300,
  firstRetryMs: 20,
  longestRetryMs: 100,
}

/** The fake server of YouTube and a server that is signed in there, as broadcaster and as bot. */
export async function openYouTubeStage(more: Partial<YouTubeSettings> = {}, clock: Clock = systemClock) {
  const fake = await startFakeYouTube()
  const { world, auth, server, stream } = fake
  const limits = createTimeLimits()
  server.onHang(limits.end)
  const youtube = { ...fake.settings, ...more, timing: { ...quick, ...more.timing } }
  const app = await createTestApp({ clock, timeLimit: limits.start, config: { services: { youtube } } }).catch(
    async (error: unknown) => {
      await fake.close()
      throw error
    },
  )
  fake.register(`${app.url}/connect/youtube`)

  async function connect({
    role = 'broadcaster',
    without = [],
  }: {
    role?: AccountRole
    without?: readonly string[]
  } = {}) {
    const preSession = 'held by this browser alone'
    const url = await app.app.connecting.begin('youtube', { channelId: app.channel.id, role, preSession })
    const userId = role === 'bot' ? world.bot.id : world.broadcaster.id
    const back = new URL(auth.approve(url, userId, { without })).searchParams
    const [code, state] = [back.get('code') ?? '', back.get('state') ?? '']
    await app.app.connecting.finish('youtube', { code, state, preSession })
  }

  /** The chat is heard as it is written. */
  async function isListening(): Promise<void> {
    await eventually('the chat is streamed', async () => stream.connections === 1)
  }

  function itemOf(action: StageAction): ChatItem | undefined {
    const user = world.get(action.by)
    switch (action.kind) {
      case 'chat':
        return events.textItem(world, user, action.text)
      case 'subscribe':
        return action.months > 1 ? events.milestoneItem(world, user, action.months) : events.newMemberItem(world, user)
      case 'bits':
        return events.superChatItem(world, user, String(action.amount * 10_000), 'for you')
      case 'ban':
        return events.banItem(world, user, 600)
      default:
        return undefined
    }
  }

  const roleOf = (handle: string) => {
    if (handle === world.bot.handle) return 'bot'
    return handle === world.broadcaster.handle ? 'broadcaster' : 'viewer'
  }

  // The bot first: whoever connects later has everything listened to anew.
  await connect({ role: 'bot' })
  await connect()
  await isListening()

  return {
    app: widened(app, 'youtube'),
    fake,
    platform: 'youtube',
    maxTier: 1,
    // They are read every few minutes, which a test of its own follows.
    reportsLater: ['follow'],
    isListening,
    idOf: (username) => world.get(username).id,

    async look() {
      const { video, categories, lines, bans } = world
      return {
        title: video.title,
        category: categories.find(({ id }) => id === video.categoryId)?.title ?? '',
        lines: lines.map(({ id, by, text }) => ({ id, by: roleOf(by), text }) as const),
        bans: new Map(
          [...bans].map(([id, { seconds }]) => [
            world.find({ id })?.handle ?? id,
            seconds === undefined ? null : seconds / 60,
          ]),
        ),
      }
    },

    async setLive(isLive) {
      world.status = isLive ? 'active' : 'completed'
      if (!isLive) stream.end()
      else await isListening()
    },

    refuseNextLine() {
      const message = 'You do not have the permissions that this message needs'
      world.refusal = { status: 403, reason: 'forbidden', message }
      return message
    },

    hangNext() {
      server.plan('hang', { on: /POST .*liveChat\/messages/ })
    },

    async act(action) {
      const item = itemOf(action)
      if (item === undefined) throw new Error(`YouTube does not report ${action.kind}`)
      await isListening()
      world.post(item)
      stream.tell(item)
    },

    wire: {
      server,
      secrets: auth.secrets,
      get renewals() {
        return auth.renewals()
      },
      sends: /^POST \/youtube\/v3\/liveChat\/messages/,
      reads: /^GET \/youtube\/v3\//,
      expireTokens: auth.expireTokens,
      refuseRenewals: auth.refuseRenewals,
      pause: fake.pause,
      connect,
      chatScope: manage,
    },

    async close() {
      await app.close()
      await fake.close()
    },
  } satisfies Stage & Record<string, unknown>
}
