import type { Writer } from '../../storage/database.ts'
import type { Show } from '../shows/show-rows.ts'
import type { Run, StepResult } from './run.ts'
import type { StepHandlersOf, StepServices } from './step-handler.ts'

/** The steps belong to the channel, so they act for the operator who has the lead. */
const actsForLead = { actsForLead: true }

export const showStepHandlers: StepHandlersOf<'shows'> = {
  go_cue: ({ show }, { run }, services) =>
    onShow(run, services, show, (tx, found) => services.showRuns.go(tx, run.caller, found, actsForLead)),

  standby_cue: ({ show, number }, { run }, services) =>
    onShow(run, services, show, (tx, found) => services.showRuns.standby(tx, run.caller, found, number, actsForLead)),

  hold_cues: ({ show }, { run }, services) =>
    onShow(run, services, show, (tx, found) => services.showRuns.hold(tx, run.caller, found, actsForLead)),

  stop_cues: ({ show }, { run }, services) =>
    onShow(run, services, show, (tx, found) => services.showRuns.stop(tx, run.caller, found, actsForLead)),
}

function onShow(
  { caller }: Run,
  { db, shows }: StepServices,
  reference: string | undefined,
  act: (tx: Writer, show: Show) => Promise<void>,
): Promise<StepResult> {
  return db.write(async (tx) => {
    const show = await shows.resolve(tx, caller.channel.id, reference)
    await act(tx, show)
    return { show: show.name }
  })
}
