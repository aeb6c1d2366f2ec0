import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import { cueKinds } from '../overlay/contract/cues.ts'
import type { Overlays } from '../overlay/overlays.ts'
import type { Settings } from '../settings/settings.ts'
import type { Stream } from '../stream/stream.ts'
import { createDashboard, type StorageStatus } from './dashboard.ts'
import { createFirstSteps } from './first-steps.ts'
import { createMoments } from './moments.ts'
import { createPlaces } from './places.ts'

/** The dashboard, the feed of people, the checklist of a new channel, and which places of the rail are used. */
export function openHome(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  /** What is wrong with the database. */
  storage: () => StorageStatus | null
  events: Events
  overlays: Overlays
  platforms: Platforms
  settings: Settings
  stream: Stream
}) {
  const { overlays, onClose } = needs
  const firstSteps = createFirstSteps({
    ...needs,
    isOverlayConnected: (channelId) => cueKinds.some((kind) => overlays.isConnected(channelId, { kind })),
  })
  onClose(() => firstSteps.close())
  return {
    dashboard: createDashboard(needs),
    firstSteps,
    moments: createMoments(needs),
    places: createPlaces(needs),
  }
}
