import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Events } from '../events/events.ts'
import type { Overlays } from '../overlay/overlays.ts'
import type { Speech } from '../speech/speech.ts'
import type { Media } from '../uploads/media.ts'
import { createAlertContent } from './alert-content.ts'
import { createAlerts } from './alerts.ts'
import { createEventAlertSounds } from './event-alert-sounds.ts'
import { createEventAlerts } from './event-alerts.ts'

/** Audio alerts, and the alerts for follows, subscriptions and other events. */
export function openAlerts(needs: {
  db: Database
  log: Log
  bus: Bus
  changeLog: ChangeLog
  events: Events
  media: Media
  overlays: Overlays
  speech: Speech
}) {
  return {
    alerts: createAlerts(needs),
    eventAlerts: createEventAlerts(needs),
    eventAlertSounds: createEventAlertSounds(needs),
    alertContent: createAlertContent(needs),
  }
}
