import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import { createBrowse } from './browse.ts'
import { createLinkedAccounts } from './linked-accounts.ts'
import { createRanking } from './ranking.ts'
import { createSandboxViewerRetirement } from './retire-sandbox-viewers.ts'
import { createSpeakers } from './speakers.ts'
import { createStanding } from './standing.ts'
import { createViewers } from './viewers.ts'

/** The viewers with their roles, linked accounts and places on the leaderboards. */
export function openViewers(needs: {
  db: Database
  clock: Clock
  ids: Ids
  isShared: boolean
  events: Events
  platforms: Platforms
  subscribers: Subscribers
}) {
  const rankings = { points: createRanking('points'), watch: createRanking('watch') }
  const retireSandboxViewers = createSandboxViewerRetirement({ rankings })
  const speakers = createSpeakers(needs)
  return {
    viewers: createViewers({ ...needs, rankings, speakers }),
    browse: createBrowse({ ...needs, rankings }),
    linkedAccounts: createLinkedAccounts({ ...needs, speakers }),
    speakers,
    rankings,
    standing: createStanding(needs),

    /** A real account takes the place of the sandbox, whose viewers it does not have. */
    async retireSandboxViewers(tx: Writer, channelId: number, platform: Platform): Promise<void> {
      await retireSandboxViewers(tx, channelId, platform)
      speakers.forgetAll(tx)
    },
  }
}
