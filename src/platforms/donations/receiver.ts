import type { ProviderDefinition } from '../../contract/donation-providers.ts'
import type { SocketProtocol } from './donation-socket.ts'
import type { ReceivedDonation } from './received-donation.ts'

/** How the deliveries of a provider are read that calls our address. */
export interface WebhookReceiver {
  /** Throws `invalid_signature` for a delivery that is not genuine; undefined for one that is not a donation. */
  read(delivery: WebhookDelivery): ReceivedDonation | undefined
}

export interface WebhookDelivery {
  /** The bytes as they came: signatures cover them. */
  readonly body: Buffer
  readonly secret: string
  header(name: string): string | undefined
}

/** How donations are received from a provider that we keep a connection to. */
export interface SocketReceiver {
  readonly url: string
  protocol(needs: { readonly url: string; readonly token: string; readonly account: string }): SocketProtocol
  /** The account that a token belongs to, where the token itself says so. */
  accountIn?(token: string): string | undefined
}

/** One receiver for each provider: a missing one does not compile. */
export type DonationReceivers = {
  readonly [D in ProviderDefinition as D['name']]: D extends { readonly delivery: 'webhook' }
    ? WebhookReceiver
    : SocketReceiver
}
