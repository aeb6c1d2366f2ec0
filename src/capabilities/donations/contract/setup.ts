import { defineServiceSetup, type ServiceSetup } from '../../../definitions/define-service-setup.ts'
import type { DonationProviderDefinition } from './donation-providers/definition.ts'

/** The setup of a donation provider, from its definition. */
export function donationSetup<N extends string>(
  provider: Pick<DonationProviderDefinition, 'title' | 'steps'> & {
    readonly name: N
    readonly secretLabel: { readonly text: string }
    readonly accountLabel: { readonly text: string } | undefined
  },
): ServiceSetup<N> {
  const { name, title, steps, secretLabel, accountLabel } = provider
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
