import type { Platform } from '../../src/platforms/contract/platforms.ts'
import { wordFor } from '../../src/platforms/contract/platforms.ts'
import { createTestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { describePlatform } from './describe-platform.ts'
import type { Stage } from './stage.ts'
import { createTimeLimits } from './time-limits.ts'

runsOn('sqlite', 'postgres')
isSlow('every promise of a platform, each with its outages')

const firstIds = { kick: 10_001, twitch: 20_001, youtube: 30_001, tiktok: 40_001 }

async function openSandboxStage(platform: Platform): Promise<Stage> {
  const limits = createTimeLimits()
  const app = await createTestApp({ timeLimit: limits.start })
  const word = wordFor(platform)
  const call = async (action: string, body: object = {}) => {
    const answer = await sandboxCall(app, action, { platform: word, ...body })
    if (answer.status !== 200) throw new Error(`${action}: ${answer.body.error}`)
    return answer.body
  }

  return {
    app,
    platform,
    idOf: (username) => String(firstIds[platform] + ['alice', 'bob'].indexOf(username)),

    async look() {
      const { title, category, chat, bans } = await call('state')
      const lines = chat.map(({ id, as, text }: { id: string; as: string; text: string }) => ({ id, by: as, text }))
      return {
        title,
        category,
        lines,
        bans: new Map(
          bans.map(({ username, minutes }: { username: string; minutes: number | null }) => [username, minutes]),
        ),
      }
    },

    setLive: (live) => call('set-live', { live }),

    refuseNextLine() {
      app.app.sandbox.failNext(platform, 'refuse', 'sendChat')
      return 'a test requested this error'
    },

    hangNext() {
      app.app.sandbox.failNext(platform, 'timeout', 'sendChat', limits.endOf)
    },

    async act({ by: username, kind, ...more }) {
      if (kind !== 'unban') return call(kind, { username, ...more })
      const account = await app.ctx.platforms.get(app.channel.id, platform)
      const user = app.app.sandbox.world.getUser(platform, username)
      await app.app.sandbox.world.unban(account.account, user)
    },

    close: () => app.close(),
  }
}

describePlatform('the sandbox', () => openSandboxStage('kick'), { hasWire: false })
