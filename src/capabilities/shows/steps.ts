import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Run, StepResult } from '../steps/run.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { showSteps } from './contract/steps.ts'
import type { Show } from './show-rows.ts'
import type { ShowRuns } from './show-runs.ts'
import type { Shows } from './shows.ts'

/** What these steps use. */
export interface ShowStepServices {
  readonly db: Database
  readonly showRuns: ShowRuns
  readonly shows: Shows
}

/** The steps belong to the channel, so they act for the operator who has the lead. */
const actsForLead = { actsForLead: true }

export const showStepHandlers: StepHandlersFor<typeof showSteps, ShowStepServices> = {
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
  { db, shows }: ShowStepServices,
  reference: string | undefined,
  act: (tx: Writer, show: Show) => Promise<void>,
): Promise<StepResult> {
  return db.write(async (tx) => {
    const show = await shows.resolve(tx, caller.channel.id, reference)
    await act(tx, show)
    return { show: show.name }
  })
}
