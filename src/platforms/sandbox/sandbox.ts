import type { Clock, Ids } from '../../ambient.ts'
import { type Platform, platforms } from '../../contract/platforms.ts'
import type { Database } from '../../storage/database.ts'
import type { PlatformFeed } from '../platform.ts'
import { createSandboxCategories } from './categories.ts'
import { createSandboxClips } from './clips.ts'
import { createSandboxConnector } from './connector.ts'
import { type ConnectorCall, createFaults, type Fault } from './faults.ts'
import { createSandboxFigures } from './figures.ts'
import { createSandboxMemory } from './memory.ts'
import { createSandboxSignIn } from './sign-in.ts'
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
  const figures = createSandboxFigures({ db, clock })
  const world = createSandboxWorld({ db, clock, ids, memory, figures, people, feed })
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
    faults,
    baseUrl,
    hasExtension: () => extensionConnected,
  }

  return {
    connectors: platforms.map((platform) => createSandboxConnector(platform, parts)),
    world,
    faults,
    signIn,
    exchange: signIn.exchange,
    findClip: clips.find,

    /** For tests: makes the next call (or the next call of this kind) on the platform fail. */
    failNext(platform: Platform, fault: Fault, call?: ConnectorCall): void {
      faults.plan(platform, fault, call)
    },

    /** For tests: sets whether the clip extension is connected. Default: connected. */
    setExtension(connected: boolean): void {
      extensionConnected = connected
    },
  }
}
