import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Overlays } from '../overlay/overlays.ts'
import { createPlayerLinks } from './player-links.ts'
import { createPlayerPages } from './player-pages.ts'

export type PlayerParts = ReturnType<typeof openPlayer>

/** The player page: its link, and where it is open. What plays on it belongs to the capabilities that send it there. */
export function openPlayer(needs: {
  bus: Bus
  nodeId: string | undefined
  onClose: OnClose
  overlays: Overlays
  secret: () => string
  address: { baseUrl: () => string }
}) {
  const playerPages = createPlayerPages(needs)
  needs.onClose(() => playerPages.close())
  return { playerPages, playerLinks: createPlayerLinks({ ...needs, baseUrl: needs.address.baseUrl }) }
}
