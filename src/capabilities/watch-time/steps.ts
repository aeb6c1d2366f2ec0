import { changeModeWords } from '../../definitions/change-mode-words.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { watchTimeSteps } from './contract/steps.ts'
import type { WatchTime } from './watch-time.ts'

/** What these steps use. */
export interface WatchTimeStepServices {
  readonly db: Database
  readonly viewers: Viewers
  readonly watchTime: WatchTime
  /** Today's date in the channel. */
  readonly today: (timeZone: string) => string
}

export const watchTimeStepHandlers: StepHandlersFor<typeof watchTimeSteps, WatchTimeStepServices> = {
  async watch_time({ target, mode, minutes, day, platform }, { run }, { db, today, viewers, watchTime }) {
    if (minutes === 0 && mode !== 'set')
      throw invalid(commandErrors.minutesRequired.of({ mode: changeModeWords[mode] }))
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
