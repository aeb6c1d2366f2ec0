import type { Cause } from '../capabilities/events/events.ts'
import type { Viewer } from '../capabilities/viewers/viewer.ts'
import type { Channel } from '../kernel/operation/channel.ts'
import type { Writer } from '../kernel/storage/database.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { ReactionParts } from './reactions.ts'
import type { StageParts } from './stage.ts'

export type PrivacyParts = ReturnType<typeof openPrivacy>

/** Export, erasure and retention. Their modules are loaded when they are first used, which is seldom. */
export function openPrivacy(needs: NodeParts & ChannelParts & AudienceParts & StageParts & ReactionParts) {
  const { bus, presence, onClose } = needs
  onClose(
    bus.subscribe('viewer-erased', ({ channelId, platform, viewerId }) =>
      presence.forget(channelId, platform, viewerId),
    ),
  )
  return {
    privacy: {
      async *exportViewer(channel: Channel, viewer: Viewer): AsyncGenerator<string> {
        const { exportViewer } = await import('../capabilities/privacy/privacy.ts')
        yield* exportViewer(needs, channel, viewer)
      },

      async eraseViewer<T>(
        cause: Cause & { readonly channel: Channel },
        viewer: Viewer,
        commit: (work: (tx: Writer) => Promise<T>) => Promise<T>,
        result: () => T,
      ): Promise<T> {
        const { eraseViewer } = await import('../capabilities/privacy/privacy.ts')
        return eraseViewer(needs, cause, viewer, commit, result)
      },

      async pruneHistory(): Promise<number> {
        const { pruneHistory } = await import('../capabilities/privacy/retention.ts')
        return pruneHistory(needs)
      },
    },
  }
}
