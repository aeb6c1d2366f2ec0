import type { Clock, Ids } from '../../ambient.ts'
import { type Platform, platforms } from '../../contract/platforms.ts'
import type { Database } from '../../storage/database.ts'
import type { PlatformFeed } from '../platform.ts'
import { createSandboxCategories } from './categories.ts'
import { createSandboxClips } from './clips.ts'
import { createSandboxConnector } from './connector.ts'
import { type ConnectorCall, createFaults, type Fault } from './faults.ts'
import { createSandboxMemory } from './memory.ts'
import { createSandboxSignIn } from './sign-in.ts'
import { createSandboxPeople } from './users.ts'
import { createSandboxWorld } from './world.ts'

export type Sandbox = ReturnType<typeof createSandbox>

/** A stand-in for all four platforms, so that everything works with no account, and so that tests are honest. */
export function createSandbox(needs: {
  db: Database
  clock: Clock
  ids: Ids
  feed: PlatformFeed
  /** Links to clips begin with it; asked when one is made, since the port is known late. */
  baseUrl: () => string
  signInRedirects?: () => readonly string[]
  /** More people than usual, for a simulation. */
  numberedViewers?: number | undefined
}) {
  const { db, clock, ids, feed, baseUrl, signInRedirects = () => [] } = needs
  const people = createSandboxPeople(needs.numberedViewers)
  const memory = createSandboxMemory({ db, clock })
  const categories = createSandboxCategories({ db })
  const clips = createSandboxClips({ db, clock, ids, memory })
  const world = createSandboxWorld({ db, clock, ids, memory, people, feed })
  const signIn = createSandboxSignIn({ db, clock, ids, redirects: signInRedirects })
  const faults = createFaults()
  let extensionConnected = true
  const parts = {
    ids,
    memory,
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
    signIn,
    exchange: signIn.exchange,
    findClip: clips.find,

    /** For tests: the next call of this platform (or the next of this call) goes wrong. */
    failNext(platform: Platform, fault: Fault, call?: ConnectorCall): void {
      faults.plan(platform, fault, call)
    },

    /** For tests: the clip extension counts as connected unless told otherwise. */
    setExtension(connected: boolean): void {
      extensionConnected = connected
    },
  }
}
