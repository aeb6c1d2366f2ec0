import { limitingItsTime, type StepHandlersOf } from './step-handler.ts'

export const commandStepHandlers: StepHandlersOf<'commands'> = {
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
