import { changeModeWords } from '../../definitions/change-mode-words.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { pointsSteps } from './contract/steps.ts'
import type { Points } from './points.ts'

/** What these steps use. */
export interface PointsStepServices {
  readonly db: Database
  readonly points: Points
  readonly viewers: Viewers
}

export const pointsStepHandlers: StepHandlersFor<typeof pointsSteps, PointsStepServices> = {
  async points({ target, mode, amount, platform }, { run }, { db, points, viewers }) {
    if (amount === 0 && mode !== 'set') throw invalid(commandErrors.pointsRequired.of({ mode: changeModeWords[mode] }))
    const { caller } = run
    const { channel } = caller
    const on = platform ?? run.platform
    const reason = run.title
    const found = await viewers.resolve(channel, on, { username: target ?? run.user.username })
    if (mode !== 'transfer') {
      const balance = await db.write(async (tx) =>
        points[mode](tx, caller, await viewers.ensure(tx, channel, found), amount, reason),
      )
      return { points: balance }
    }
    if (target === undefined) throw invalid(commandErrors.targetRequired.of())
    const sender = await viewers.resolve(channel, on, { username: run.user.username })
    await db.write(async (tx) => {
      const from = await viewers.ensure(tx, channel, sender)
      const to = await viewers.ensure(tx, channel, found)
      await points.transfer(tx, caller, from, to, amount, reason)
    })
    return { amount }
  },
}
