import { changeModeWords } from '../../contract/change-mode-words.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import type { StepHandlersOf } from './step-handler.ts'

export const viewerStepHandlers: StepHandlersOf<'viewers'> = {
  async points({ target, mode, amount, platform }, { run }, { db, points, viewers }) {
    if (amount === 0 && mode !== 'set') throw invalid(commandErrors.pointsRequired({ mode: changeModeWords[mode] }))
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
    if (target === undefined) throw invalid(commandErrors.targetRequired())
    const sender = await viewers.resolve(channel, on, { username: run.user.username })
    await db.write(async (tx) => {
      const from = await viewers.ensure(tx, channel, sender)
      const to = await viewers.ensure(tx, channel, found)
      await points.transfer(tx, caller, from, to, amount, reason)
    })
    return { amount }
  },

  async watch_time({ target, mode, minutes, day, platform }, { run }, { db, today, viewers, watchTime }) {
    if (minutes === 0 && mode !== 'set') throw invalid(commandErrors.minutesRequired({ mode: changeModeWords[mode] }))
    const { caller } = run
    const { channel } = caller
    const found = await viewers.resolve(channel, platform ?? run.platform, { username: target ?? run.user.username })
    const change = { mode, amount: minutes, day: day ?? today(channel.timeZone) }
    const after = await db.write(async (tx) =>
      watchTime.adjust(tx, caller, await viewers.ensure(tx, channel, found), change),
    )
    return { minutes: after.minutes }
  },
}
