import { Failure } from '../../contract/failures.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import type { Run, StepResult } from './run.ts'
import type { StepHandlersOf } from './step-handler.ts'

/** The longest text that the operation `tts` speaks. */
const maxSpokenLength = 500

export const overlayStepHandlers: StepHandlersOf<'overlay'> = {
  async tts({ text, username, wait_for_overlay: mayWait }, { run }, { speech }) {
    const spoken = [...text].slice(0, maxSpokenLength).join('')
    const { id } = await speech.say(run.caller, { text: spoken, username: username ?? run.user.displayname, mayWait })
    return { id }
  },

  async audio_alert({ id, name, username, wait_for_overlay: mayWait }, { run }, { alerts }) {
    if (id === undefined && name === undefined) throw invalid(commandErrors.alertRequired())
    const reference = id === undefined ? { name: name ?? '' } : { id }
    const options = { mayWait, paid: run.paidAlerts }
    const { cueId } = await alerts.trigger(run.caller, reference, username ?? run.user.displayname, options)
    return { id: cueId }
  },

  async show_alert({ wait_for_overlay: mayWait, ...alert }, { run }, { eventAlerts }) {
    return eventAlerts.show(run.caller, alert, run.user.displayname, { mayWait })
  },

  async effect({ overlay_id, overlay_ids = [], data = {}, platform, wait_for_overlay: mayWait }, { run }, { effects }) {
    const overlayIds = [...new Set(overlay_id === undefined ? overlay_ids : [overlay_id, ...overlay_ids])]
    if (overlayIds.length === 0) throw invalid(commandErrors.effectRequired())
    const shown = { userstate: userstateOf(run), ...data }
    const wanted = { overlayIds, platform: platform ?? run.platform, data: shown, mayWait }
    const { results } = await effects.trigger(run.caller, wanted)
    if (results.some(({ success }) => success)) return { results }
    throw new Failure(results[0]?.error ?? 'overlay_not_found')
  },

  async voice_effect({ effect, seconds, target }, { run }, { voice }) {
    const started = await voice.start(run.caller, { effect, seconds, target })
    return { effect: started.effect, seconds, target }
  },

  async stop_voice_effect({ target }, { run }, { voice }) {
    return { stopped: await voice.stop(run.caller, target) }
  },

  async song({ action }, { run }, { db, musicControl }) {
    await db.write(await musicControl.drive(run.caller, action))
    return { action }
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
