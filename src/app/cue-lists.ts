import { createRunChanges } from '../features/shows/run-changes.ts'
import { createShowRuns } from '../features/shows/show-runs.ts'
import { createShowViews } from '../features/shows/show-view.ts'
import { createShows } from '../features/shows/shows.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

export type CueListParts = ReturnType<typeof openCueLists>

/** Cue lists and where each of them is. Steps of commands and automations can run them. */
export function openCueLists(needs: NodeParts & ChannelParts) {
  const runChanges = createRunChanges(needs)
  return {
    runChanges,
    shows: createShows(needs),
    showRuns: createShowRuns({ changes: runChanges }),
    showViews: createShowViews(needs),
  }
}
