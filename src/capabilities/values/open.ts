import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Events } from '../events/events.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createClockEnds } from './clock-ends.ts'
import { pruneViewerValues } from './prune-viewer-values.ts'
import { createValues } from './values.ts'

/** The named values of a channel and of its viewers. */
export function openValues(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  changeLog: ChangeLog
  events: Events
  viewers: Viewers
}) {
  const values = createValues(needs)
  return {
    values,
    clockEnds: createClockEnds({ ...needs, values }),
    pruneViewerValues: () => pruneViewerValues(needs.db),
  }
}
