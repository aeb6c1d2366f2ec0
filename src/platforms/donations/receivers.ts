import { buymeacoffee } from './buymeacoffee.external.ts'
import { kofi } from './kofi.external.ts'
import type { DonationReceivers } from './receiver.ts'
import { streamelements } from './streamelements.external.ts'
import { streamlabs } from './streamlabs.external.ts'

/** How donations of each provider are received. */
export const donationReceivers: DonationReceivers = { streamlabs, streamelements, kofi, buymeacoffee }
