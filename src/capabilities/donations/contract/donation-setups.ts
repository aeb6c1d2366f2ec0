import type { Provider } from './donation-providers.ts'
import { buymeacoffee } from './donation-setups/buymeacoffee.ts'
import type { DonationSetup } from './donation-setups/definition.ts'
import { donationalerts } from './donation-setups/donationalerts.ts'
import { fourthwall } from './donation-setups/fourthwall.ts'
import { kofi } from './donation-setups/kofi.ts'
import { streamelements } from './donation-setups/streamelements.ts'
import { streamlabs } from './donation-setups/streamlabs.ts'
import { tiltify } from './donation-setups/tiltify.ts'
import { tipeeestream } from './donation-setups/tipeeestream.ts'

/** How each provider is connected. */
export const donationSetups: { readonly [P in Provider]: DonationSetup } = {
  streamlabs,
  streamelements,
  kofi,
  buymeacoffee,
  tipeeestream,
  tiltify,
  fourthwall,
  donationalerts,
}
