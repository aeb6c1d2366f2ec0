import { inDollars, variantFor } from '../../definitions/currencies.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import { cardPayload } from '../alerts/card-payload.ts'
import type { Cause, Events } from '../events/events.ts'
import type { NewCue, Overlays, TriedCue } from '../overlay/overlays.ts'
import type { Speech } from '../speech/speech.ts'
import { type Lookup, render } from '../steps/template.ts'
import type { Media } from '../uploads/media.ts'
import type { Provider } from './contract/donation-providers.ts'
import { donatedIn } from './contract/events.ts'

/** How long the alert waits for an overlay page. */
const expiresInMs = 5 * 60_000
const defaultSound = 'builtin:coin'
const donated = '$(displayname) donated'
/** Limits how many donations are spoken in a flood; all of them are shown. */
const maxSpeaking = 20

export interface Donation {
  readonly provider: Provider
  readonly amount: number
  readonly currency: string
  readonly username: string
  readonly displayname: string
  readonly message: string
  readonly userId: string
  readonly platform: Platform
}

/** The content of a donation alert. */
export interface ShownDonation {
  readonly provider?: Provider
  readonly amount: number
  readonly currency: string
  readonly username: string
  readonly displayname: string
  readonly message: string
  readonly is_test: 0 | 1
}

type DonationSettings = Pick<ChannelSettings, 'donations' | 'speech'>

export type Donations = ReturnType<typeof createDonations>

interface DonationNeeds {
  readonly db: Database
  readonly log: Log
  readonly events: Events
  readonly overlays: Overlays
  readonly media: Media
  readonly speech: Speech
}

export function createDonations({ db, log, events, overlays, media, speech }: DonationNeeds) {
  let speaking = 0

  /** The variant that the broadcaster has set for this amount. */
  async function cueOf(
    reader: Reader,
    channelId: number,
    { donations }: DonationSettings,
    shown: object & ShownDonation,
  ) {
    const variant = variantFor(donations.variants, shown)
    const card = await cardPayload({ reader, media }, channelId, variant ?? {})
    const url = card.sound === undefined ? await media.urlOf(reader, channelId, defaultSound) : undefined
    const payload = {
      ...shown,
      text: await render(variant?.text ?? donated, lookupIn(shown)),
      ...(variant === undefined ? {} : { style: variant.style }),
      ...card,
      ...(url === undefined ? {} : { sound: { url, volume: 1 } }),
    }
    return { kind: 'donation', idPrefix: 'donation', payload, expiresInMs } satisfies NewCue
  }

  function isSpoken({ donations }: DonationSettings, shown: ShownDonation): boolean {
    const isMeant = donations.speak && inDollars(shown) >= donations.speak_minimum && shown.message.trim() !== ''
    return isMeant && speaking < maxSpeaking
  }

  /** Filters and speaks the message according to the settings. If it cannot be spoken, it is still shown. */
  async function withMessage(
    channelId: number,
    channelSettings: DonationSettings,
    cue: NewCue,
    shown: ShownDonation,
  ): Promise<NewCue> {
    const isHeard = isSpoken(channelSettings, shown)
    speaking++
    try {
      // Underscores in a name are spoken as spaces.
      const name = channelSettings.donations.speak_name ? `${shown.displayname.replace(/[_.-]+/g, ' ')} says: ` : ''
      const message = await speech.shown(channelId, shown.message)
      const audio = isHeard ? await speech.render(channelId, name + shown.message) : undefined
      return { ...cue, payload: { ...cue.payload, message, ...(audio === undefined ? {} : { audio }) } }
    } catch (error) {
      log.warn('the message of a donation could not be spoken', { channelId, error })
      return cue
    } finally {
      speaking--
    }
  }

  /**
   * Queues the alert. It is part of the transaction, unless the message has to be spoken or filtered: speech synthesis
   * is slow, so the alert then follows the commit.
   */
  async function show(
    tx: Writer,
    cause: Cause,
    channelSettings: DonationSettings,
    shown: ShownDonation,
  ): Promise<void> {
    const channelId = cause.channel.id
    const cue = await cueOf(tx, channelId, channelSettings, shown)
    const isFiltered = channelSettings.speech.hide_bad_words || channelSettings.speech.hidden_words.length > 0
    if (shown.message.trim() === '' || !(isFiltered || isSpoken(channelSettings, shown))) {
      await overlays.queue(tx, cause, cue)
      return
    }
    tx.onCommit(() => {
      withMessage(channelId, channelSettings, cue, shown)
        .then((whole) => db.write((later) => overlays.queue(later, cause, whole)))
        .catch((error: unknown) => log.error('the alert of a donation was lost', { channelId, error }))
    })
  }

  return {
    show,

    /** Writes the log entry in any case; the alert is shown if an overlay is connected. */
    async simulate(tx: Writer, cause: Cause, channelSettings: DonationSettings, donation: Donation): Promise<void> {
      const { userId, platform, ...rest } = donation
      const shown = { ...rest, is_test: 1 as const }
      const data = { ...shown, ...donatedIn(shown), user_id: userId, origin: 'api' as const }
      await events.appendNew(tx, cause, { kind: 'donation', platform, data })
      await show(tx, cause, channelSettings, shown)
    },

    /** Shows a test alert for this amount on the overlay only. */
    async test(cause: Cause, channelSettings: DonationSettings, shown: ShownDonation): Promise<TriedCue> {
      const channelId = cause.channel.id
      const cue = await cueOf(db, channelId, channelSettings, shown)
      const whole = await withMessage(channelId, channelSettings, { ...cue, expiresInMs: 60_000 }, shown)
      return overlays.tryOut(cause, whole)
    },

    /** The addresses of the sounds of donations, for pages that load them in advance. */
    async listSounds(channelId: number, { variants }: DonationSettings['donations']): Promise<string[]> {
      const sources = [defaultSound, ...variants.flatMap(({ sound }) => sound ?? [])]
      const urls = await Promise.all(sources.map((source) => media.urlOf(db, channelId, source)))
      return urls.flatMap((url) => url ?? [])
    },

    /** Checks that every file of the variants exists. */
    async check(reader: Reader, channelId: number, { variants }: DonationSettings['donations']): Promise<void> {
      for (const [index, variant] of variants.entries()) {
        for (const kind of ['sound', 'image', 'video'] as const) {
          const source = variant[kind]
          const path = `settings.variants[${index}].${kind}`
          if (source !== undefined) await media.require(reader, channelId, { path, source, kinds: [kind] })
        }
      }
    },
  }
}

/** The variables of the text on the card: the fields of the donation, under the names that automations know. */
function lookupIn({ displayname, username, amount, currency, message }: ShownDonation): Lookup {
  const values = { displayname, username, amount: String(amount), currency, message }
  return (name) => {
    const [field] = Object.entries(values).find(([one]) => name === one || name === `event.${one}`) ?? []
    return field === undefined ? undefined : () => values[field as keyof typeof values]
  }
}
