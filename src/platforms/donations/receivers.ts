import { buymeacoffee } from './buymeacoffee.external.ts'
import { kofi } from './kofi.external.ts'
import type { DonationReceivers } from './receiver.ts'
import { streamelements } from './streamelements.external.ts'
import { streamlabs } from './streamlabs.external.ts'

/** The receiver of each provider. */
export const donationReceivers: DonationReceivers = { streamlabs, streamelements, kofi, buymeacoffee }
