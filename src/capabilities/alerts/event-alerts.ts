import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { EventAlertPayload } from '../../registry/overlay-messages.ts'
import type { Cause } from '../events/events.ts'
import type { NewCue, Overlays, ShowOptions, TriedCue } from '../overlay/overlays.ts'
import type { Speech } from '../speech/speech.ts'
import type { Media } from '../uploads/media.ts'
import { cardPayload } from './card-payload.ts'
import type { AlertStepInput } from './contract/alert-fields.ts'

const expiresInMs = 60_000
/** The longest text that the operation `tts` speaks. */
const maxSpokenLength = 500

export type EventAlerts = ReturnType<typeof createEventAlerts>

/** Cards that say what happened on a platform. Automations show them; their steps have every setting. */
export function createEventAlerts(needs: {
  readonly db: Database
  readonly log: Log
  readonly overlays: Overlays
  readonly media: Media
  readonly speech: Speech
}) {
  const { db, log, overlays, media, speech } = needs

  /** The spoken text. Without a voice the card is shown in silence. */
  async function spoken(channelId: number, text: string): Promise<EventAlertPayload['audio']> {
    const wanted = [...text.trim()].slice(0, maxSpokenLength).join('')
    if (wanted === '') return undefined
    try {
      return await speech.render(channelId, wanted)
    } catch (error) {
      log.warn('the text of an alert could not be spoken', { channelId, error })
      return undefined
    }
  }

  async function cueOf(channelId: number, given: AlertStepInput, viewer: string): Promise<NewCue> {
    const alert = chosenFrom(given)
    const [card, audio, message] = await Promise.all([
      cardPayload({ reader: db, media }, channelId, { layout: 'beside', size: 'medium', ...alert }),
      spoken(channelId, alert.speech ?? ''),
      shownMessage(channelId, alert.message ?? ''),
    ])
    const payload: EventAlertPayload = {
      ...{ text: alert.text, username: alert.username ?? viewer, message },
      ...(alert.figure === undefined || alert.figure.trim() === '' ? {} : { figure: alert.figure }),
      ...(audio === undefined ? {} : { audio }),
      ...card,
    }
    return { kind: 'event-alert', idPrefix: 'alert', payload: { ...payload }, expiresInMs }
  }

  async function shownMessage(channelId: number, message: string): Promise<string> {
    return message.trim() === '' ? '' : speech.shown(channelId, message)
  }

  return {
    /** What a page would get, without speech: synthesis is slow, and somebody is typing. */
    async preview(channelId: number, { variants, speech: _speech, ...alert }: AlertStepInput, viewer: string) {
      const silent = variants?.map(({ speech: _spoken, ...variant }) => variant)
      const { kind, payload } = await cueOf(
        channelId,
        silent === undefined ? alert : { ...alert, variants: silent },
        viewer,
      )
      return { kind, payload }
    },

    /** For a test, before it is saved. */
    async test(cause: Cause, alert: AlertStepInput, viewer: string): Promise<TriedCue> {
      return overlays.tryOut(cause, await cueOf(cause.channel.id, alert, viewer))
    },

    async show(cause: Cause, alert: AlertStepInput, viewer: string, options: ShowOptions) {
      return overlays.show(cause, await cueOf(cause.channel.id, alert, viewer), options)
    },
  }
}

/** The alert with what the variant of its amount replaces. */
export function chosenFrom(alert: AlertStepInput): Omit<AlertStepInput, 'variants' | 'amount'> {
  const { variants = [], amount = '', ...basis } = alert
  const number = Number.parseFloat(amount.replace(/[^\d.]/g, ''))
  const reached = variants
    .filter(({ at_least }) => number >= at_least)
    .sort((one, other) => other.at_least - one.at_least)[0]
  if (reached === undefined) return basis
  const { at_least: _least, ...replaced } = reached
  // A picture replaces a video and the other way round.
  const { image: _image, video: _video, ...rest } = basis
  const hasPicture = replaced.image !== undefined || replaced.video !== undefined
  return { ...(hasPicture ? rest : basis), ...replaced, text: replaced.text ?? basis.text }
}
