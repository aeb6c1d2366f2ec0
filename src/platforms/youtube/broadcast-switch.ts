import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { BroadcastStatus, ChannelCapabilities } from '../channel-capabilities.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformUser } from '../platform.ts'
import { type Broadcasts, ownerOf } from './broadcasts.ts'
import type { DataApi } from './data-api.external.ts'
import { youtubeMessages } from './messages.ts'

/** Starts the next scheduled broadcast and ends the live one. A live broadcast stays as it is when it is started again. */
export function createBroadcastSwitch({ api, broadcasts }: { api: DataApi; broadcasts: Broadcasts }) {
  async function move(account: PlatformAccount, id: string, to: 'live' | 'complete', signal: AbortSignal) {
    try {
      return statusOf(await api.moveBroadcast(ownerOf(account), id, to, signal))
    } finally {
      broadcasts.forget(account)
    }
  }

  return {
    async start(account, signal) {
      broadcasts.forget(account)
      if ((await broadcasts.find(account, signal)) !== undefined) return 'live'
      const next = await broadcasts.findNext(account, signal)
      if (next !== undefined) return move(account, next.id, 'live', signal)
      const reason = youtubeMessages.nothingScheduled.of()
      throw new Failure('platform_refused', { message: platformMessages.refused.of({ service: 'YouTube', reason }) })
    },

    async end(account, signal) {
      broadcasts.forget(account)
      const live = await broadcasts.find(account, signal)
      if (live !== undefined) return move(account, live.id, 'complete', signal)
      throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service: 'YouTube' }) })
    },
  } satisfies ChannelCapabilities<PlatformAccount, PlatformUser>['broadcasts']
}

/** A broadcast becomes `liveStarting` before it is `live`. */
function statusOf(lifeCycle: string): BroadcastStatus {
  if (lifeCycle === 'complete' || lifeCycle === 'revoked') return 'ended'
  return lifeCycle === 'live' ? 'live' : 'starting'
}
