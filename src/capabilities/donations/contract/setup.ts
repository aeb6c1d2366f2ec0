import { defineServiceSetup, type ServiceSetup } from '../../../definitions/define-service-setup.ts'
import type { Provider, ProviderDefinition } from './donation-providers.ts'
import { donationSetups } from './donation-setups.ts'

/** The setup of a donation provider, from its definition. */
export function donationSetup({ name, title }: ProviderDefinition): ServiceSetup<Provider> {
  const { steps, secretLabel, accountLabel } = donationSetups[name]
  return defineServiceSetup({
    name,
    title,
    group: 'donations',
    belongsTo: 'channel',
    fields: {
      secret: { title: secretLabel.text, isSecret: true },
      ...(accountLabel !== undefined && {
        account: { title: accountLabel.text, help: 'Only if the token does not name it.', isOptional: true },
      }),
    },
    steps,
  })
}
