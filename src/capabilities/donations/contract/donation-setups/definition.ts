import type { SetupStepDefinition } from '../../../../definitions/define-service-setup.ts'
import { labelMessage } from '../../../../definitions/field-texts.ts'
import type { Message } from '../../../../kernel/text/message.ts'
import type { Provider } from '../donation-providers.ts'

/** How a person connects a donation provider. Its receiver is `src/platforms/donations/<name>.external.ts`. */
interface DonationSetupDefinition {
  readonly name: Provider
  /** What the provider calls the secret that a person copies from its settings. */
  readonly secretLabel: string
  /** What the provider calls the account that is asked for beside the secret; absent where it needs none. */
  readonly accountLabel?: string
  /** What a person does at the provider before the secret is entered here. */
  readonly steps: readonly SetupStepDefinition[]
}

export interface DonationSetup {
  readonly secretLabel: Message<string>
  readonly accountLabel: Message<string> | undefined
  readonly steps: readonly SetupStepDefinition[]
}

export function defineDonationSetup(definition: DonationSetupDefinition): DonationSetup {
  const { name, secretLabel, accountLabel, steps } = definition
  return {
    steps,
    secretLabel: labelMessage(`donationProvider.${name}.secretLabel`, secretLabel),
    accountLabel:
      accountLabel === undefined ? undefined : labelMessage(`donationProvider.${name}.accountLabel`, accountLabel),
  }
}
