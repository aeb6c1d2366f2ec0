import { createCuePlayer } from '../features/shows/cue-player.ts'
import { createCueSteps } from '../features/shows/cue-steps.ts'
import { createRunChanges } from '../features/shows/run-changes.ts'
import { createShowProgress } from '../features/shows/show-progress.ts'
import { createShowRuns } from '../features/shows/show-runs.ts'
import { createShowViews } from '../features/shows/show-view.ts'
import { createShows } from '../features/shows/shows.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { ReactionParts } from './reactions.ts'

export type ShowParts = ReturnType<typeof openShows>

/** Cue lists, and the player that runs them. */
export function openShows(needs: NodeParts & ChannelParts & ReactionParts) {
  const shows = createShows(needs)
  const changes = createRunChanges(needs)
  const progress = createShowProgress({ ...needs, changes, shows })
  return {
    shows,
    showRuns: createShowRuns({ changes }),
    showViews: createShowViews(needs),
    cuePlayer: createCuePlayer({ ...needs, progress, runSteps: createCueSteps(needs) }),
  }
}
