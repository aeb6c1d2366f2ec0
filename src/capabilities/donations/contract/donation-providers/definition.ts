import type { SetupStepDefinition } from '../../../../definitions/define-service-setup.ts'
import { type Message, message } from '../../../../kernel/text/message.ts'

/** What is known of a donation provider without talking to it. Its receiver is `src/platforms/donations/<name>.external.ts`. */
export interface DonationProviderDefinition {
  /** Its name in the database, in addresses and in the panel's API. */
  readonly name: string
  /** Its name in requests and answers of the public API: in the specification's names and in brand names. */
  readonly wireName: string
  readonly brandName: string
  /** Its own name, as people write it. */
  readonly title: string
  /** `webhook`: the provider calls an address of ours. `socket`: we keep a connection to it. */
  readonly delivery: 'webhook' | 'socket'
  /** What the provider calls the secret that a person copies from its settings. */
  readonly secretLabel: string
  /** What the provider calls the account that is asked for beside the secret; absent where it needs none. */
  readonly accountLabel?: string
  /** What a person does at the provider before the secret is entered here. */
  readonly steps: readonly SetupStepDefinition[]
}

export type DonationProvider<D extends DonationProviderDefinition = DonationProviderDefinition> = Omit<
  D,
  'secretLabel' | 'accountLabel'
> & {
  readonly secretLabel: Message<string>
  readonly accountLabel: Message<string> | undefined
}

export function defineDonationProvider<const D extends DonationProviderDefinition>(definition: D): DonationProvider<D> {
  const { name, secretLabel, accountLabel } = definition
  return {
    ...definition,
    secretLabel: message<string>(`donationProvider.${name}.secretLabel`, secretLabel),
    accountLabel:
      accountLabel === undefined ? undefined : message<string>(`donationProvider.${name}.accountLabel`, accountLabel),
  }
}
