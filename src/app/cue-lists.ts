import { createRunChanges } from '../capabilities/shows/run-changes.ts'
import { createShowRuns } from '../capabilities/shows/show-runs.ts'
import { createShowViews } from '../capabilities/shows/show-view.ts'
import { createShows } from '../capabilities/shows/shows.ts'
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
