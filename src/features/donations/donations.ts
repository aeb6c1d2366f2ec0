import type { Platform, Provider } from '../../contract/platforms.ts'
import type { Writer } from '../../storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Overlays } from '../overlays/overlays.ts'

/** How long the alert waits for an overlay page. */
const expiresInMs = 5 * 60_000
const usualSound = 'builtin:coin'

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

export type Donations = ReturnType<typeof createDonations>

interface DonationNeeds {
  readonly events: Events
  readonly overlays: Overlays
  readonly soundUrl: (source: string) => string | undefined
}

export function createDonations({ events, overlays, soundUrl }: DonationNeeds) {
  return {
    /** The log entry is the deed, and needs no overlay; the alert follows where one is. */
    async simulate(tx: Writer, cause: Cause, donation: Donation): Promise<{ id: string }> {
      const { provider, amount, currency, username, displayname, message, userId, platform } = donation
      const shown = { provider, amount, currency, message, is_test: 1, username, displayname }
      const data = { ...shown, user_id: userId }
      await events.appendNew(tx, cause, { kind: 'donation', list: 'donors', platform, data })
      const url = soundUrl(usualSound)
      const payload = { ...shown, ...(url === undefined ? {} : { sound: { url } }) }
      return overlays.queue(tx, cause, { kind: 'donation', idPrefix: 'donation', payload, expiresInMs })
    },
  }
}
