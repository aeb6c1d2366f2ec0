import type { ProviderDefinition } from '../../capabilities/donations/contract/donation-providers.ts'
import type { SocketProtocol } from './donation-socket.ts'
import type { ReceivedDonation } from './received-donation.ts'

/** Reads the deliveries of a provider that sends webhooks. */
export interface WebhookReceiver {
  /** Throws `invalid_signature` for a delivery with a wrong signature; undefined for one that is not a donation. */
  read(delivery: DonationDelivery): ReceivedDonation | undefined
}

export interface DonationDelivery {
  /** The raw bytes, which the signature covers. */
  readonly body: Buffer
  readonly secret: string
  /** When it arrived, in milliseconds since 1970. */
  readonly receivedAt: number
  header(name: string): string | undefined
}

/** Receives donations of a provider over a WebSocket. */
export interface SocketReceiver {
  readonly url: string
  protocol(needs: { readonly url: string; readonly token: string; readonly account: string }): SocketProtocol
  /** The account in the token, if the token contains it. */
  accountIn?(token: string): string | undefined
}

/** One receiver for each provider: a missing one does not compile. */
export type DonationReceivers = {
  readonly [D in ProviderDefinition as D['name']]: D extends { readonly delivery: 'webhook' }
    ? WebhookReceiver
    : SocketReceiver
}
