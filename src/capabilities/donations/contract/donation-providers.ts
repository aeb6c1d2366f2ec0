/** What is known of a donation provider without talking to it. */
interface DonationProviderDefinition {
  /** Its name in the database, in addresses and in the panel's API. */
  readonly name: string
  /** Its name in requests and answers of the public API: in the specification's names and in brand names. */
  readonly wireName: string
  readonly brandName: string
  /** Its own name, as people write it. */
  readonly title: string
  /** `webhook`: the provider calls an address of ours. `socket`: we keep a connection to it. */
  readonly delivery: 'webhook' | 'socket'
}

/**
 * Every donation provider, in the order people see them. Every page of the panel loads this list, because events name
 * their provider; how a provider is connected stands apart (`donation-setups.ts`).
 */
export const donationProviders = [
  { name: 'streamlabs', wireName: 'ProviderA', brandName: 'Streamlabs', title: 'Streamlabs', delivery: 'socket' },
  {
    name: 'streamelements',
    wireName: 'ProviderB',
    brandName: 'StreamElements',
    title: 'StreamElements',
    delivery: 'socket',
  },
  { name: 'kofi', wireName: 'ProviderC', brandName: 'Ko-fi', title: 'Ko-fi', delivery: 'webhook' },
  {
    name: 'buymeacoffee',
    wireName: 'ProviderD',
    brandName: 'BuyMeACoffee',
    title: 'Buy Me a Coffee',
    delivery: 'webhook',
  },
  { name: 'tipeeestream', wireName: 'ProviderE', brandName: 'TipeeeStream', title: 'TipeeeStream', delivery: 'socket' },
  { name: 'tiltify', wireName: 'ProviderF', brandName: 'Tiltify', title: 'Tiltify', delivery: 'webhook' },
  { name: 'fourthwall', wireName: 'ProviderG', brandName: 'Fourthwall', title: 'Fourthwall', delivery: 'webhook' },
  {
    name: 'donationalerts',
    wireName: 'ProviderH',
    brandName: 'DonationAlerts',
    title: 'DonationAlerts',
    delivery: 'socket',
  },
] as const satisfies readonly DonationProviderDefinition[]

export type ProviderDefinition = (typeof donationProviders)[number]
export type Provider = ProviderDefinition['name']
export type ProviderWireName = ProviderDefinition['wireName']
export type WebhookProvider = Extract<ProviderDefinition, { readonly delivery: 'webhook' }>['name']
export type SocketProvider = Exclude<Provider, WebhookProvider>

export const providers = donationProviders.map(({ name }) => name)
export const providerWireNames = donationProviders.map(({ wireName }) => wireName)
export const webhookProviders = providers.filter(isWebhookProvider)
export const socketProviders = providers.filter((name): name is SocketProvider => !isWebhookProvider(name))

export function providerOf(name: Provider): ProviderDefinition {
  return find((provider) => provider.name === name)
}

export function providerNamed(wireName: ProviderWireName): Provider {
  return find((provider) => provider.wireName === wireName).name
}

export function providerWireNameOf(name: Provider): ProviderWireName {
  return providerOf(name).wireName
}

export function isProvider(name: string): name is Provider {
  return donationProviders.some((provider) => provider.name === name)
}

export function isWebhookProvider(name: Provider): name is WebhookProvider {
  return providerOf(name).delivery === 'webhook'
}

function find(matches: (provider: ProviderDefinition) => boolean): ProviderDefinition {
  const found = donationProviders.find(matches)
  if (found === undefined) throw new Error('There is no such donation provider.')
  return found
}
