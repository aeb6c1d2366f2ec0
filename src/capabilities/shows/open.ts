import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { RunSteps } from '../steps/step-runner.ts'
import { createCuePlayer } from './cue-player.ts'
import { createCueSteps } from './cue-steps.ts'
import { createRunChanges } from './run-changes.ts'
import { createShowProgress } from './show-progress.ts'
import { createShowRuns } from './show-runs.ts'
import { createShowViews } from './show-view.ts'
import { createShows } from './shows.ts'

export type ShowParts = ReturnType<typeof openShows>

/** Cue lists and where each of them is. Steps of commands and automations can run them. */
export function openShows(needs: { db: Database; clock: Clock; bus: Bus; events: Events; changeLog: ChangeLog }) {
  const runChanges = createRunChanges(needs)
  return {
    runChanges,
    shows: createShows(needs),
    showRuns: createShowRuns({ changes: runChanges }),
    showViews: createShowViews(needs),
  }
}

export type CuePlayerParts = ReturnType<typeof openCuePlayer>

/** The player that does what cue lists say. It runs steps, which are created after the cue lists. */
export function openCuePlayer(
  needs: Pick<ShowParts, 'runChanges' | 'shows'> & {
    db: Database
    clock: Clock
    log: Log
    bus: Bus
    channels: Channels
    runSteps: RunSteps
  },
) {
  const progress = createShowProgress({ ...needs, changes: needs.runChanges })
  return { cuePlayer: createCuePlayer({ ...needs, progress, runSteps: createCueSteps(needs) }) }
}
