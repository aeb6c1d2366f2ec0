import type { Clock } from '../../../kernel/ambient.ts'
import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Hello } from '../../../registry/overlay-messages.ts'
import type { OverlaySocket } from './overlay-socket.ts'
import type { OverlayStore } from './overlay-store.ts'
import type { Pages } from './pages.ts'
import type { PlayerRelay } from './player-relay.ts'
import type { WidgetRelay } from './widget-relay.ts'

/** What is done as a socket proves which link it has. */
export interface HandshakeSteps {
  readonly onHello: () => void
  readonly onAuthenticated: () => void
  readonly onRefused: () => void
}

/** From the hello of a page to its registration, and what it gets then: its state, and the cues that it missed. */
export function createPageHandshake(needs: {
  readonly pages: Pages
  readonly overlays: OverlayStore
  readonly player: PlayerRelay
  readonly widgets?: WidgetRelay
  readonly clock: Clock
  readonly bus: Bus
  readonly maxPagesPerChannel: number
  readonly heartbeatMs: number
  readonly isClosing: () => boolean
}) {
  const { pages, overlays, player, clock, bus, maxPagesPerChannel, heartbeatMs, isClosing } = needs
  let rolls = 0

  const unsubscribe = bus.subscribe('overlay-link-rolled', ({ channelId }) => {
    rolls++
    pages.disconnectAll(channelId, 'link_rolled')
  })

  async function authenticate(
    socket: OverlaySocket,
    hello: Hello,
    { onAuthenticated, onRefused }: HandshakeSteps,
  ): Promise<void> {
    const channelId = await findChannel(hello.token)
    if (socket.isLeaving) return
    if (isClosing()) return socket.leave('shutting_down')
    if (channelId === undefined) {
      onRefused()
      return socket.leave('invalid_link')
    }
    onAuthenticated()
    pages.findNamed(channelId, hello.page)?.leave('replaced')
    if (pages.count(channelId) >= maxPagesPerChannel) return socket.leave('too_many_pages')
    const page = socket.register({ channelId, name: hello.page, only: hello.only })
    pages.add(page)

    const end = await overlays.lastSeq(channelId)
    // A sequence number beyond the end is from another history, such as the one before a restore.
    const after = hello.last !== undefined && hello.last <= end ? hello.last : end
    const stage = await overlays.stage?.(channelId)
    socket.sendMessage({ type: 'welcome', last: after, now: clock.now(), heartbeatMs, ...stage })
    await player.sendState(page)
    await needs.widgets?.add(page, hello.seen)
    // It may have left meanwhile.
    if (socket.isLeaving) needs.widgets?.remove(page)
    // The queue of a page that was closed is shown by the page that replaces it.
    const isNew = hello.last === undefined
    await pages.catchUp(
      page,
      after,
      (cursor) => overlays.missed(channelId, { after, cursor, isNew }),
      socket.waitForRoom,
    )
  }

  /** Looks up again when a link was rolled during the lookup, so that no page connects with the old link. */
  async function findChannel(token: string): Promise<number | undefined> {
    for (;;) {
      const before = rolls
      const channelId = await overlays.findChannel(token)
      if (rolls === before) return channelId
    }
  }

  return {
    authenticate,
    close: unsubscribe,
  }
}
