import { buymeacoffee } from './buymeacoffee.external.ts'
import { donationalerts } from './donationalerts.external.ts'
import { fourthwall } from './fourthwall.external.ts'
import { kofi } from './kofi.external.ts'
import type { DonationReceivers } from './receiver.ts'
import { streamelements } from './streamelements.external.ts'
import { streamlabs } from './streamlabs.external.ts'
import { tiltify } from './tiltify.external.ts'
import { tipeeestream } from './tipeeestream.external.ts'

/** The receiver of each provider. */
export const donationReceivers: DonationReceivers = {
  streamlabs,
  streamelements,
  kofi,
  buymeacoffee,
  tipeeestream,
  tiltify,
  fourthwall,
  donationalerts,
}
