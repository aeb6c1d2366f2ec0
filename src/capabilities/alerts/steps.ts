import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import { type StepHandlersFor, storingWithRun } from '../steps/step-handler.ts'
import type { Alerts } from './alerts.ts'
import type { AlertStepInput } from './contract/alert-fields.ts'
import type { alertSteps } from './contract/steps.ts'
import type { EventAlerts } from './event-alerts.ts'

/** What these steps use. */
export interface AlertStepServices {
  readonly alerts: Alerts
  readonly eventAlerts: EventAlerts
}

export const alertStepHandlers: StepHandlersFor<typeof alertSteps, AlertStepServices> = {
  async audio_alert({ id, name, username, wait_for_overlay: mayWait }, { run }, { alerts }) {
    if (id === undefined && name === undefined) throw invalid(commandErrors.alertRequired.of())
    const reference = id === undefined ? { name: name ?? '' } : { id }
    const options = { mayWait, paid: run.paidAlerts }
    const { cueId } = await alerts.trigger(run.caller, reference, username ?? run.user.displayname, options)
    return { id: cueId }
  },

  show_alert: storingWithRun(
    isShownWithoutWaiting,
    async ({ wait_for_overlay: mayWait, ...alert }, { run, storeWithRun }, { eventAlerts }) =>
      eventAlerts.show(run.caller, alert, run.user.displayname, { mayWait, storeWithRun }),
  ),
}

/** One that may wait for a page is queued; speech takes a while to synthesize. */
function isShownWithoutWaiting(step: Readonly<Record<string, unknown>>): boolean {
  const { wait_for_overlay: mayWait, speech, variants = [] } = step as Partial<AlertStepInput> & Record<string, unknown>
  return mayWait === true && speech === undefined && variants.every((variant) => variant.speech === undefined)
}
