import { Failure } from '../../kernel/operation/contract/failures.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { Run, StepResult } from '../steps/run.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { effectSteps } from './contract/steps.ts'
import type { Effects } from './effects.ts'

/** What these steps use. */
export interface EffectStepServices {
  readonly effects: Effects
}

export const effectStepHandlers: StepHandlersFor<typeof effectSteps, EffectStepServices> = {
  async effect({ overlay_id, overlay_ids = [], data = {}, platform, wait_for_overlay: mayWait }, { run }, { effects }) {
    const overlayIds = [...new Set(overlay_id === undefined ? overlay_ids : [overlay_id, ...overlay_ids])]
    if (overlayIds.length === 0) throw invalid(commandErrors.effectRequired.of())
    const shown = { userstate: userstateOf(run), ...data }
    const wanted = { overlayIds, platform: platform ?? run.platform, data: shown, mayWait }
    const { results } = await effects.trigger(run.caller, wanted)
    if (results.some(({ success }) => success)) return { results }
    throw new Failure(results[0]?.error ?? 'overlay_not_found')
  },
}

/** An effect shows who ran the command, not who owns the channel. */
function userstateOf({ user }: Run): StepResult {
  if (user.isBroadcaster) return {}
  const { username, displayname, id = '' } = user
  // Only the name of a donor is known, and a donation happens on no platform.
  const isOfNoPlatform = id === '' && user.roles.size === 0
  const where = isOfNoPlatform ? { platform: '' } : {}
  return { user_id: id, username, displayname, roles: [], is_broadcaster: false, ...where }
}
