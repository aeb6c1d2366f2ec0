import { Failure } from '../../contract/failures.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { anyObject, integer, list, object, oneOf, optional, text } from '../../contract/schema.ts'
import { voiceEffects } from '../../contract/voice-effects.ts'
import type { Detail, Run } from './run.ts'
import { name, platform, step, wrong } from './step-type.ts'

/** What is seen and heard on the overlay. */
export const overlaySteps = {
  tts: step({
    means: 'Speaks a text on the overlay.',
    example: { type: 'tts', text: '$(displayname) says hello.' },
    fields: object({ text: text({ max: 500, cleaning: 'line' }), username: optional(name) }),
    async run({ text, username }, { run }, { speech }) {
      const { id } = await speech.say(run.caller, { text, username: username ?? run.user.displayname })
      return { id }
    },
  }),

  audio_alert: step({
    means: 'Plays an audio alert, by id or name.',
    example: { type: 'audio_alert', name: 'Tada' },
    fields: object({ id: optional(integer()), name: optional(name), username: optional(name) }),
    async run({ id, name, username }, { run }, { alerts }) {
      if (id === undefined && name === undefined) throw wrong('id or name is required.')
      const reference = id === undefined ? { name: name ?? '' } : { id }
      const { firingId } = await alerts.trigger(run.caller, reference, username ?? run.user.displayname)
      return { id: firingId }
    },
  }),

  effect: step({
    means: 'Triggers one effect or several; data is handed to them.',
    example: { type: 'effect', overlay_id: 'confetti', data: { message: '$(args)' } },
    fields: object({
      overlay_id: optional(text({ max: maxNameLength })),
      overlay_ids: optional(list(text({ max: maxNameLength }), { max: 20 })),
      data: optional(anyObject()),
      platform,
    }),
    async run({ overlay_id, overlay_ids = [], data = {}, platform }, { run }, { effects }) {
      const overlayIds = [...new Set(overlay_id === undefined ? overlay_ids : [overlay_id, ...overlay_ids])]
      if (overlayIds.length === 0) throw wrong('overlay_id or overlay_ids is required.')
      const wanted = { overlayIds, platform: platform ?? run.platform, data: { userstate: userstateOf(run), ...data } }
      const { results } = await effects.trigger(run.caller, wanted)
      if (results.some(({ success }) => success)) return { results }
      throw new Failure(results[0]?.error ?? 'overlay_not_found')
    },
  }),

  voice_effect: step({
    means: 'Colours all speech for a while.',
    example: { type: 'voice_effect', effect: 'robot', seconds: 60 },
    fields: object({ effect: oneOf(voiceEffects), seconds: integer({ min: 1, max: 600 }) }),
    async run({ effect, seconds }, { run }, { db, voiceEffects }) {
      await db.write((tx) => voiceEffects.start(tx, run.caller, effect, seconds))
      return { effect, seconds }
    },
  }),

  song: step({
    means: 'Starts, pauses or skips the song.',
    example: { type: 'song', action: 'skip' },
    fields: object({ action: oneOf(['start', 'stop', 'skip']) }),
    async run({ action }, { run }, { db, musicControl }) {
      await db.write(await musicControl.drive(run.caller, action))
      return { action }
    },
  }),
}

/** An effect shows who ran the command, not who owns the channel. */
function userstateOf({ user }: Run): Detail {
  if (user.isBroadcaster) return {}
  const { username, displayname } = user
  return { user_id: user.id ?? '', username, displayname, roles: [], is_broadcaster: false }
}
