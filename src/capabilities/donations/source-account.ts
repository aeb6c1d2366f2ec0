import { donationReceivers } from '../../platforms/donations/receivers.ts'
import { isWebhookProvider, type Provider } from './contract/donation-providers.ts'
import { donationSetups } from './contract/donation-setups.ts'

/** Undefined if the provider needs an account id and neither the input nor the token contains one. */
export function accountOf(
  provider: Provider,
  given: { readonly secret: string; readonly account: string | undefined },
): string | undefined {
  if (donationSetups[provider].accountLabel === undefined || isWebhookProvider(provider)) return ''
  return given.account ?? donationReceivers[provider].accountIn?.(given.secret)
}
