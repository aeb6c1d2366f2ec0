import type { Database } from '../../kernel/storage/database.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { playerSteps } from './contract/player-steps.ts'
import type { MusicControl } from './music-control.ts'

/** What these steps use. */
export interface PlayerStepServices {
  readonly db: Database
  readonly musicControl: MusicControl
}

export const playerStepHandlers: StepHandlersFor<typeof playerSteps, PlayerStepServices> = {
  async song({ action }, { run }, { db, musicControl }) {
    await db.write(await musicControl.drive(run.caller, action))
    return { action }
  },
}
