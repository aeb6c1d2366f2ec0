import { type Provider, providers } from '../../contract/platforms.ts'

/** What a person has to know of each provider. */
export interface SourceKind {
  readonly title: string
  /** `webhook`: it calls us. `socket`: we call it, and stay on the line. */
  readonly kind: 'webhook' | 'socket'
  readonly secretLabel: string
  /** What is asked beside the secret. */
  readonly accountLabel: string | null
}

export const sourceKinds: Readonly<Record<Provider, SourceKind>> = {
  streamlabs: { title: 'Streamlabs', kind: 'socket', secretLabel: 'Socket API token', accountLabel: null },
  streamelements: { title: 'StreamElements', kind: 'socket', secretLabel: 'JWT token', accountLabel: 'Account ID' },
  kofi: { title: 'Ko-fi', kind: 'webhook', secretLabel: 'Verification token', accountLabel: null },
  buymeacoffee: { title: 'Buy Me a Coffee', kind: 'webhook', secretLabel: 'Signing secret', accountLabel: null },
}

export const hookProviders = ['kofi', 'buymeacoffee'] as const
export type HookProvider = (typeof hookProviders)[number]
export type SocketProvider = Exclude<Provider, HookProvider>

export function isHookProvider(provider: Provider): provider is HookProvider {
  return sourceKinds[provider].kind === 'webhook'
}

/** In the order people see them: what they can be, all of them. */
export const sourceOrder = providers
