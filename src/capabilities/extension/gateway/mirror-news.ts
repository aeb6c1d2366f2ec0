import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Log } from '../../../kernel/log.ts'
import type { MirroredEvent } from '../../../platforms/contract/mirrored-events.ts'
import type { ExtensionSocket } from './extension-socket.ts'

/** What the gateway needs of the platform whose page is mirrored. */
export interface MirrorStore {
  /** The page to mirror for a channel; null for none. */
  pageOf(channelId: number): Promise<string | null>
  receive(
    channelId: number,
    page: { readonly broadcaster: string; readonly events: readonly MirroredEvent[] },
  ): Promise<void>
}

/** Tells browsers which page they mirror, when they connect and when that changes. */
export function createMirrorNews(needs: {
  readonly mirror: Pick<MirrorStore, 'pageOf'> | undefined
  /** The connected browsers of a channel. */
  readonly connected: (channelId: number) => readonly ExtensionSocket[]
  readonly bus: Bus
  readonly log: Log
}) {
  const { mirror, connected, bus, log } = needs
  const stopNews = [
    bus.subscribe('settings-changed', ({ channelId }) => sendMirrorToAll(channelId)),
    bus.subscribe('accounts-changed', ({ channelId }) => sendMirrorToAll(channelId)),
  ]

  function sendMirrorToAll(channelId: number): void {
    for (const socket of connected(channelId)) void sendMirror(socket, channelId)
  }

  /** Sends a browser which page to mirror, when that has changed. */
  async function sendMirror(socket: ExtensionSocket, channelId: number): Promise<void> {
    try {
      const page = (await mirror?.pageOf(channelId)) ?? null
      if (socket.mirroredPage === page) return
      socket.mirroredPage = page
      socket.send({ type: 'mirror', channel: page })
    } catch (error) {
      log.error('could not read whether the Kick page is mirrored', { channelId, error })
    }
  }

  return {
    send: sendMirror,
    close(): void {
      for (const stop of stopNews) stop()
    },
  }
}
