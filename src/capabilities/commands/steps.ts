import type { Database } from '../../kernel/storage/database.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { Commands } from './commands.ts'
import type { commandSteps } from './contract/steps.ts'

/** What these steps use. */
export interface CommandStepServices {
  readonly db: Database
  readonly commands: Commands
}

export const commandStepHandlers: StepHandlersFor<typeof commandSteps, CommandStepServices> = {
  async toggle_command({ active, ...reference }, { run }, { db, commands }) {
    const wanted = active === undefined ? undefined : active === 1
    const toggled = await db.write((tx) => commands.toggle(tx, run.caller, reference, wanted))
    return { command: toggled.command, active: toggled.active }
  },

  run_command: limitingItsTime(({ id, command, args }, context) => context.runCommand({ id, command }, args)),

  wait: limitingItsTime(async ({ seconds }, context) => {
    await context.pause(seconds)
    return { seconds }
  }),
}
