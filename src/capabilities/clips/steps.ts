import type { Database } from '../../kernel/storage/database.ts'
import { unsupported } from '../../platforms/platforms.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Clips } from './clips.ts'
import { clipPlatforms } from './clips.ts'
import type { clipSteps } from './contract/steps.ts'

/** What these steps use. */
export interface ClipStepServices {
  readonly db: Database
  readonly clips: Clips
}

export const clipStepHandlers: StepHandlersFor<typeof clipSteps, ClipStepServices> = {
  async clip({ title, seconds, announce, platform }, { run, platformsOf }, { db, clips }) {
    const wanted = await platformsOf(platform)
    const platforms = clipPlatforms.filter((one) => wanted.includes(one))
    const [first] = wanted
    if (platforms.length === 0 && first !== undefined) throw unsupported(first, 'makeClips')
    const { clips: taken, replayPath } = await clips.take(run.caller, {
      platforms,
      title,
      seconds,
      announce: announce === 'yes',
    })
    await db.write((tx) => clips.note(tx, run.caller, taken))
    const outcomes = Object.fromEntries(taken.map(({ platform: on, status }) => [on, status]))
    return { clips: outcomes, ...(replayPath !== undefined && { replay_path: replayPath }) }
  },
}
