import { randomUUID } from 'node:crypto'
import type { TikTokSettings } from '../../src/platforms/tiktok/tiktok.ts'
import { createTestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { startFakeBridge } from '../fakes/tiktok-bridge.ts'
import type { Stage, StageAction } from './stage.ts'
import { createTimeLimits } from './time-limits.ts'
import { widened } from './widened-call.ts'

export const quickSocket = {
  firstFrameMs: 1_000,
  silenceMs: 10_000,
  firstRetryMs: 20,
  longestRetryMs: 100,
  offlineMs: 50,
  streakMs: 150,
  likesMs: 50,
}
export const bridgeToken = 'a token of the bridge 0123456789'

export type TikTokStage = Awaited<ReturnType<typeof openTikTokStage>>

/** A server that is connected to TikTok in the given way, with the account that it reports. */
export async function openTikTokApp(tiktok: TikTokSettings) {
  const opened = await createTestApp({
    timeLimit: createTimeLimits().start,
    config: { services: { tiktok: { ...tiktok, timing: { ...quickSocket, ...tiktok.timing } } } },
  })
  const app = widened(opened, 'tiktok')

  return {
    app,

    async connect(preSession = 'held by this browser alone') {
      const { connecting } = app.app
      const begun = {
        channelId: app.channel.id,
        role: 'broadcaster',
        preSession: 'held by this browser alone',
      } as const
      const back = new URL(await connecting.begin('tiktok', begun))
      const [code, state] = [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '']
      return { back, account: await connecting.finish('tiktok', { code, state, preSession }) }
    },

    async listening() {
      const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'tiktok')
      return connector.listening?.(account)
    },
  }
}

/** TikTok through a bridge. */
export async function openTikTokStage(timing: TikTokSettings['timing'] = {}) {
  const bridge = await startFakeBridge({ token: bridgeToken })
  const settings = { adapter: 'bridge', url: bridge.url, token: bridgeToken, timing } as const
  const opened = await openTikTokApp(settings).catch(async (error: unknown) => {
    await bridge.close()
    throw error
  })
  const { app } = opened

  async function isListening(): Promise<void> {
    const isSo = async () => bridge.connections === 1 && (await opened.listening())?.state === 'connected'
    await eventually('the bridge tells what happens', isSo)
  }

  const isKnown = async (isSo: (live: boolean) => boolean) => {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'tiktok')
    const read = async () => isSo((await connector.readStream(account, AbortSignal.timeout(60_000))).live)
    await eventually('the stream is known', () => read().catch(() => false))
  }

  function frameOf(action: StageAction): object {
    const about = { id: randomUUID(), user: bridge.get(action.by) }
    switch (action.kind) {
      case 'chat':
        return { type: 'chat', ...about, text: action.text }
      case 'follow':
        return { type: 'follow', ...about }
      case 'subscribe':
        return { type: 'subscribe', ...about, months: action.months }
      case 'bits':
        return { type: 'gift', ...about, name: 'Rose', diamonds: action.amount / 5, count: 5 }
      default:
        throw new Error(`TikTok does not report ${action.kind}`)
    }
  }

  await opened.connect()
  await isListening()
  await isKnown((live) => live)

  return {
    ...opened,
    bridge,
    platform: 'tiktok',
    maxTier: 1,
    isListening,
    idOf: (username) => bridge.get(username).id,
    look: async () => ({ title: bridge.stream.title, category: '', lines: [], bans: new Map() }),

    async setLive(live) {
      bridge.change({ live })
      await isKnown((now) => now === live)
    },

    refuseNextLine: () => 'nothing can be written there',
    hangNext: () => {},

    async act(action) {
      await isListening()
      const frame = frameOf(action)
      bridge.tell(frame)
      bridge.tell(frame)
    },

    async close() {
      await app.close()
      await bridge.close()
    },
  } satisfies Stage & Record<string, unknown>
}
