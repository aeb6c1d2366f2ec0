import type { Clock } from '../../kernel/ambient.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Cause } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Presence } from '../watch-time/presence.ts'
import type { PrivacyNeeds } from './privacy.ts'

export type PrivacyParts = ReturnType<typeof openPrivacy>

/** Export, erasure and retention. Their modules are loaded when they are first used, which is seldom. */
export function openPrivacy(
  needs: PrivacyNeeds & {
    clock: Clock
    onClose: OnClose
    channels: Channels
    presence: Presence
    settings: Settings
  },
) {
  const { bus, presence, onClose } = needs
  onClose(
    bus.subscribe('viewer-erased', ({ channelId, platform, viewerId }) =>
      presence.forget(channelId, platform, viewerId),
    ),
  )
  return {
    privacy: {
      async *exportViewer(channel: Channel, viewer: Viewer): AsyncGenerator<string> {
        const { exportViewer } = await import('./privacy.ts')
        yield* exportViewer(needs, channel, viewer)
      },

      async eraseViewer<T>(
        cause: Cause & { readonly channel: Channel },
        viewer: Viewer,
        commit: (work: (tx: Writer) => Promise<T>) => Promise<T>,
        result: () => T,
      ): Promise<T> {
        const { eraseViewer } = await import('./privacy.ts')
        return eraseViewer(needs, cause, viewer, commit, result)
      },

      async pruneHistory(): Promise<number> {
        const { pruneHistory } = await import('./retention.ts')
        return pruneHistory(needs)
      },
    },
  }
}
