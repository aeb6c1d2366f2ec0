import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ChannelCapabilities } from '../channel-capabilities.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformFeed, PlatformUser } from '../platform.ts'
import { type Broadcasts, ownerOf } from './broadcasts.ts'
import type { DataApi } from './data-api.external.ts'

const maxSeconds = 180

/** Ad breaks of the live broadcast. YouTube does not report them, so the connector does. */
export function createCommercials(needs: { api: DataApi; broadcasts: Broadcasts; clock: Clock; feed: PlatformFeed }) {
  const { api, broadcasts, clock, feed } = needs

  return {
    maxSeconds,

    async start(account, seconds, signal) {
      const broadcast = await broadcasts.find(account, signal)
      if (broadcast === undefined) {
        throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service: 'YouTube' }) })
      }
      const id = await api.startAd(ownerOf(account), broadcast.id, seconds, signal)
      await feed(account, { kind: 'ad-break', id, seconds, isAutomatic: false, startedAt: clock.now() })
      return { seconds }
    },
  } satisfies ChannelCapabilities<PlatformAccount, PlatformUser>['commercials']
}
