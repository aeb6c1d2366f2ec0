import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { type Platform, platforms } from '../contract/platforms.ts'
import type { PlatformFeed } from '../platform.ts'
import type { PlatformConnection } from '../platforms.ts'
import { createSandboxCategories } from './categories.ts'
import { createSandboxChannelMemory } from './channel-memory.ts'
import { createSandboxChannelWorld } from './channel-world.ts'
import { createSandboxClips } from './clips.ts'
import { createSandboxConnector, sandboxName } from './connector.ts'
import { type ConnectorCall, createFaults, type Fault, type OnHang } from './faults.ts'
import { createSandboxFigures } from './figures.ts'
import { createSandboxMemory } from './memory.ts'
import { createSandboxPolls } from './polls.ts'
import { createSandboxRewards } from './rewards.ts'
import { createSandboxSignIn } from './sign-in.ts'
import { createSandboxStreamTools } from './stream-tools.ts'
import { createSandboxPeople } from './users.ts'
import { createSandboxWorld } from './world.ts'

export type Sandbox = ReturnType<typeof createSandbox>

/** A simulation of all platforms, so that every feature works and can be tested without a real account. */
export function createSandbox(needs: {
  db: Database
  clock: Clock
  ids: Ids
  feed: PlatformFeed
  /** The base of clip links. A function, because the port is known only after the start. */
  baseUrl: () => string
  signInRedirects?: () => readonly string[]
  /** The number of additional viewers, for load simulations. */
  numberedViewers?: number | undefined
}) {
  const { db, clock, ids, feed, baseUrl, signInRedirects = () => [] } = needs
  const people = createSandboxPeople(needs.numberedViewers)
  const memory = createSandboxMemory({ db, clock })
  const categories = createSandboxCategories({ db })
  const clips = createSandboxClips({ db, clock, ids, memory })
  const rewards = createSandboxRewards({ db, clock, ids, feed })
  const polls = createSandboxPolls({ db, clock, ids, feed })
  const figures = createSandboxFigures({ db, clock })
  const channelMemory = createSandboxChannelMemory({ db, clock })
  const channelWorld = createSandboxChannelWorld({ db, clock, ids, people, memory, channelMemory, feed })
  const streamTools = createSandboxStreamTools({ clock, ids, memory, channelMemory })
  const world = createSandboxWorld({ db, clock, ids, memory, channelMemory, figures, people, feed })
  const signIn = createSandboxSignIn({ db, clock, ids, redirects: signInRedirects })
  const faults = createFaults()
  let extensionConnected = true
  const parts = {
    ids,
    memory,
    figures,
    people,
    categories,
    clips,
    world,
    rewards,
    polls,
    channelMemory,
    channelWorld,
    streamTools,
    faults,
    baseUrl,
    hasExtension: () => extensionConnected,
  }

  return {
    connectors: platforms.map((platform) => createSandboxConnector(platform, parts)),
    world,
    rewards,
    polls,
    channelWorld,
    categories,
    faults,
    signIn,
    exchange: signIn.exchange,
    findClip: clips.find,

    /** After a start: what ends by itself is timed again, on the platforms that are still on the sandbox. */
    resume(find: (channelId: number, platform: Platform) => Promise<PlatformConnection | undefined>): Promise<void> {
      return polls.resume(async ({ channelId, platform }) => {
        const connection = await find(channelId, platform)
        return connection?.connector.name === sandboxName ? connection.account : undefined
      })
    },

    close: polls.close,

    /** For tests: makes the next call (or the next call of this kind) on the platform fail. */
    failNext(platform: Platform, fault: Fault, call?: ConnectorCall, onHang?: OnHang): void {
      faults.plan(platform, fault, call, onHang)
    },

    /** For tests: sets whether the clip extension is connected. Default: connected. */
    setExtension(connected: boolean): void {
      extensionConnected = connected
    },
  }
}
