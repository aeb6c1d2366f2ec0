import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { vtsSteps } from './contract/steps.ts'
import type { Vts } from './vts.ts'

/** What these steps use. */
export interface VtsStepServices {
  readonly vts: Vts
}

export const vtsStepHandlers: StepHandlersFor<typeof vtsSteps, VtsStepServices> = {
  vts_hotkey: async ({ hotkey }, { run }, { vts }) => ({ hotkey: await vts.trigger(run.caller, hotkey) }),
}
