import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Media } from '../uploads/media.ts'
import type { Pages } from './gateway/pages.ts'
import { createOverlayAppearance } from './overlay-appearance.ts'
import { createOverlayQueue } from './overlay-queue.ts'
import { createOverlays, type OverlayPages } from './overlays.ts'
import { createPreloadedSounds, type SoundSource } from './preloaded-sounds.ts'

/** The overlay: its cues and their queue, its link and its appearance. */
export function openOverlay(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  secret: () => string
  address: { baseUrl: () => string }
  /** The pages of this node, which all get what is stored. */
  pages: Pick<Pages, 'broadcast'>
  /** The pages of all nodes. */
  stage: OverlayPages & Pick<Pages, 'broadcast'>
  events: Events
  media: Media
  settings: Settings
  /** Whether viewers see the overlay now; null where that is not known. */
  isOverlayOnAir: (channelId: number) => boolean | null
}) {
  const { pages, stage, address, isOverlayOnAir } = needs
  return {
    overlays: createOverlays({ ...needs, baseUrl: address.baseUrl, isOnAir: isOverlayOnAir }),
    overlayAppearance: createOverlayAppearance({
      ...needs,
      send: (channelId, settings) => pages.broadcast(channelId, { type: 'settings', settings }),
    }),
    overlayQueue: createOverlayQueue({ ...needs, send: stage.broadcast, isConnected: stage.isConnected }),
  }
}

/** The sounds that pages load in advance. What plays them is created after the overlay. */
export function openPreloadedSounds(needs: {
  log: Log
  bus: Bus
  pages: Pick<Pages, 'broadcast' | 'count'>
  /** In order of importance: the last ones are left out when there are too many. */
  sources: readonly SoundSource[]
}) {
  const { pages } = needs
  const preloadedSounds = createPreloadedSounds({
    ...needs,
    hasPages: (channelId) => pages.count(channelId) > 0,
    send: (channelId, sounds) => pages.broadcast(channelId, { type: 'sounds', sounds }),
  })
  return { preloadedSounds }
}
