import { maxTopPlaces } from '../steps/contract/variables.ts'
import type { VariableValues } from '../steps/variables.ts'
import { countIn } from '../steps/variables.ts'
import { viewerOf } from '../viewers/viewer-of-run.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Points } from './points.ts'

/** What these variables read from. */
export interface PointsVariablesServices {
  readonly points: Points
  readonly viewers: Viewers
}

type Services = PointsVariablesServices

export const pointsVariables: VariableValues<'points' | 'rank' | 'top', Services> = {
  points: async (run, args, services) => String((await viewerOf(run, args, services))?.points ?? 0),
  async rank(run, args, services) {
    const viewer = await viewerOf(run, args, services)
    const rank = viewer && (await services.points.rank(run.caller.channel, viewer))
    return rank === undefined ? '-' : String(rank)
  },
  async top({ caller, platform }, [wanted], { points }) {
    const limit = countIn(wanted, 5, maxTopPlaces)
    const { items } = await points.top(caller.channel, platform, { limit, offset: 0 })
    return items.map(({ rank, username, points }) => `${rank}. ${username} ${points}`).join(', ')
  },
}
