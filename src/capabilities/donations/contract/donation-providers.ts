import { buymeacoffee } from './donation-providers/buymeacoffee.ts'
import { kofi } from './donation-providers/kofi.ts'
import { streamelements } from './donation-providers/streamelements.ts'
import { streamlabs } from './donation-providers/streamlabs.ts'

/** Every donation provider, in the order people see them. */
export const donationProviders = [streamlabs, streamelements, kofi, buymeacoffee] as const

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
