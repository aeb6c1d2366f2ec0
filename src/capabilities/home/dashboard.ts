import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { StorageProblem } from '../../kernel/storage/contract/storage-problems.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformConnection, Platforms } from '../../platforms/platforms.ts'
import { sandboxName } from '../../platforms/sandbox/connector.ts'
import { cueKinds } from '../overlay/contract/cues.ts'
import type { Overlays } from '../overlay/overlays.ts'
import type { Stream } from '../stream/stream.ts'

export interface PlatformStatus {
  readonly platform: Platform
  readonly username: string
  /** `sandbox` for the built-in one. */
  readonly connector: string
  readonly live: boolean
  readonly title: string
  readonly category: string
  readonly viewers: number
  readonly followers: number
  readonly startedAt: number | null
  readonly takesTitle: boolean
  readonly takesCategory: boolean
  /** What can be done about a chat message there. */
  readonly moderates: boolean
  readonly pins: boolean
  readonly shoutouts: boolean
  /** Why its state could not be read. */
  readonly error: Text | null
}

/** What the status lights at the top of the panel show. */
export interface DashboardState {
  readonly platforms: readonly PlatformStatus[]
  readonly overlay: boolean
  readonly bot: boolean
  readonly extension: boolean
  /** What is wrong with the database, and the name of the newest backup. */
  readonly storage: StorageStatus | null
}

export interface StorageStatus {
  readonly problem: StorageProblem
  readonly backup: string | null
}

export type Dashboard = ReturnType<typeof createDashboard>

/** The current state: which streams are live, and what is connected. */
export function createDashboard(needs: {
  platforms: Platforms
  stream: Stream
  overlays: Overlays
  storage: () => StorageStatus | null
}) {
  const { platforms, stream, overlays, storage } = needs

  async function statusOf(connection: PlatformConnection): Promise<PlatformStatus> {
    const { account, connector } = connection
    const known = {
      platform: account.platform,
      username: account.displayname,
      connector: connector.name,
      takesTitle: connector.setTitle !== undefined,
      takesCategory: connector.setCategory !== undefined,
      moderates: connector.moderation !== undefined,
      pins: connector.pins !== undefined,
      shoutouts: connector.shoutouts !== undefined,
    }
    try {
      const { live, title, category, viewerCount, followerCount, startedAt } = await stream.read(connection, 'poll')
      const viewers = live ? viewerCount : 0
      const running = { live, startedAt: live ? startedAt : null, viewers, followers: followerCount }
      return { ...known, ...running, title, category: category.name, error: null }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const nothing = { live: false, title: '', category: '', viewers: 0, followers: 0, startedAt: null }
      return { ...known, ...nothing, error: error.text }
    }
  }

  return {
    async read(channel: Channel): Promise<DashboardState> {
      const connections = await platforms.connected(channel.id)
      // The sandbox answers for a bot and an extension that nobody has connected.
      const real = connections.filter(({ connector }) => connector.name !== sandboxName)
      return {
        platforms: await Promise.all(connections.map(statusOf)),
        overlay: cueKinds.some((kind) => overlays.isConnected(channel.id, { kind })),
        bot: real.some(({ connector }) => connector.sendChat !== undefined),
        extension: real.some(
          ({ account, connector }) => account.platform === 'kick' && connector.clips?.isReady(account) === true,
        ),
        storage: storage(),
      }
    },
  }
}
