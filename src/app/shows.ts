import { createCuePlayer } from '../capabilities/shows/cue-player.ts'
import { createCueSteps } from '../capabilities/shows/cue-steps.ts'
import { createShowProgress } from '../capabilities/shows/show-progress.ts'
import type { ChannelParts } from './channels.ts'
import type { CueListParts } from './cue-lists.ts'
import type { NodeParts } from './node.ts'
import type { ReactionParts } from './reactions.ts'

export type ShowParts = ReturnType<typeof openShows>

/** The player that does what cue lists say. */
export function openShows(needs: NodeParts & ChannelParts & CueListParts & ReactionParts) {
  const progress = createShowProgress({ ...needs, changes: needs.runChanges })
  return { cuePlayer: createCuePlayer({ ...needs, progress, runSteps: createCueSteps(needs) }) }
}
