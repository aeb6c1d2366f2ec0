import { createEarning } from '../capabilities/points/earning.ts'
import { createPoints } from '../capabilities/points/points.ts'
import { forgetSubscribers } from '../capabilities/subscribers/subscriber-import.ts'
import { createSubscribers } from '../capabilities/subscribers/subscribers.ts'
import { createClockEnds } from '../capabilities/values/clock-ends.ts'
import { pruneViewerValues } from '../capabilities/values/prune-viewer-values.ts'
import { createValues } from '../capabilities/values/values.ts'
import { createBrowse } from '../capabilities/viewers/browse.ts'
import { createLinkedAccounts } from '../capabilities/viewers/linked-accounts.ts'
import { createRanking } from '../capabilities/viewers/ranking.ts'
import { createSandboxViewerRetirement } from '../capabilities/viewers/retire-sandbox-viewers.ts'
import { createSpeakers } from '../capabilities/viewers/speakers.ts'
import { createStanding } from '../capabilities/viewers/standing.ts'
import { createViewers } from '../capabilities/viewers/viewers.ts'
import { createMessageCounts } from '../capabilities/watch-time/message-counts.ts'
import { createPresence } from '../capabilities/watch-time/presence.ts'
import { createWatchTime } from '../capabilities/watch-time/watch-time.ts'
import type { Writer } from '../kernel/storage/database.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type AudienceParts = ReturnType<typeof openAudience>

/** The viewers with their points, watch time, messages and subscriptions, and the named values. */
export function openAudience({
  db,
  clock,
  ids,
  log,
  bus,
  isShared,
  events,
  platforms,
}: NodeParts & ChannelParts & PlatformParts) {
  const rankings = { points: createRanking('points'), watch: createRanking('watch') }
  const retireSandboxViewers = createSandboxViewerRetirement({ rankings })
  const points = createPoints({ db, events, ranking: rankings.points })
  const subscribers = createSubscribers({ db, clock })
  const standing = createStanding({ clock, subscribers })
  const speakers = createSpeakers({ isShared })
  const counts = createMessageCounts({ speakers })
  const viewers = createViewers({ db, clock, platforms, rankings, speakers })
  const values = createValues({ clock, events, bus })
  return {
    viewers,
    values,
    clockEnds: createClockEnds({ db, clock, log, bus, values, viewers }),
    pruneViewerValues: () => pruneViewerValues(db),
    browse: createBrowse({ db, rankings }),
    linkedAccounts: createLinkedAccounts({ ids, events }),
    points,
    watchTime: createWatchTime({ db, clock, events, ranking: rankings.watch }),
    subscribers,
    speakers,
    rankings,
    standing,
    earning: createEarning({ clock, events, points, standing }),
    counts,
    presence: createPresence({ db, counts, isShared }),

    async leaveSandbox(tx: Writer, channelId: number, platform: Platform): Promise<void> {
      await forgetSubscribers(tx, channelId, platform)
      await retireSandboxViewers(tx, channelId, platform)
      speakers.forgetAll(tx)
    },
  }
}
