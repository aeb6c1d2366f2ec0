import { openPoints } from '../capabilities/points/open.ts'
import { forgetSubscribers } from '../capabilities/subscribers/subscriber-import.ts'
import { createSubscribers } from '../capabilities/subscribers/subscribers.ts'
import { openValues } from '../capabilities/values/open.ts'
import { openViewers } from '../capabilities/viewers/open.ts'
import { openWatchTime } from '../capabilities/watch-time/open.ts'
import type { Writer } from '../kernel/storage/database.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type AudienceParts = ReturnType<typeof openAudience>

/** The viewers with their points, watch time, messages and subscriptions, and the named values. */
export function openAudience(needs: NodeParts & ChannelParts & PlatformParts) {
  const subscribers = createSubscribers(needs)
  const viewers = openViewers({ ...needs, subscribers })
  return {
    subscribers,
    ...viewers,
    ...openPoints({ ...needs, ...viewers }),
    ...openWatchTime({ ...needs, ...viewers }),
    ...openValues({ ...needs, ...viewers }),

    async leaveSandbox(tx: Writer, channelId: number, platform: Platform): Promise<void> {
      await forgetSubscribers(tx, channelId, platform)
      await viewers.retireSandboxViewers(tx, channelId, platform)
    },
  }
}
