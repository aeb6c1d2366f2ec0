import type { ListeningState } from '../contract/listening.ts'
import { platforms as allPlatforms, type Platform } from '../contract/platforms.ts'
import { allServiceSettings } from './all-service-settings.ts'
import { type CapabilityLine, capabilitiesOf } from './capabilities.ts'
import type { ConnectedService } from './connected-service.ts'
import type { Connecting } from './connecting.ts'
import { platformMessages } from './messages.ts'
import type { PlatformConnector } from './platform.ts'
import type { Platforms } from './platforms.ts'
import {
  type AccountOwner,
  type AccountRole,
  accountRoles,
  services as allServices,
  type Service,
  serviceTitles,
} from './services.ts'
import type { SignedInAccount, Tokens } from './tokens.ts'

export interface AccountView {
  readonly role: AccountRole
  readonly state: 'not_connected' | 'connected' | 'needs_reconnect'
  readonly account: SignedInAccount | undefined
  /** Why the account has to be connected again, or why the last attempt failed. */
  readonly reason: string | undefined
  /** Scopes that were requested and not granted. */
  readonly missingScopes: readonly string[]
}

export interface ServiceView {
  readonly service: Service
  readonly title: string
  readonly isConfigured: boolean
  readonly isOnSandbox: boolean
  readonly settings: readonly string[]
  readonly redirectAddress: string
  readonly webhookAddress: string | undefined
  readonly accounts: readonly AccountView[]
  readonly listening: ListeningState | undefined
  readonly capabilities: readonly CapabilityLine[]
}

export type PlatformOverview = ReturnType<typeof createPlatformOverview>

/** The status of every service, for the panel. */
export function createPlatformOverview(needs: {
  connecting: Connecting
  platforms: Platforms
  tokens: Tokens
  redirectUri: (service: Service) => string
  webhookUri: (service: Service) => string
  /** The sandbox connectors, which show the capabilities of a platform without credentials. */
  sandboxConnectors: readonly PlatformConnector[]
}) {
  const { connecting, platforms, tokens, redirectUri, webhookUri, sandboxConnectors } = needs

  async function accountOf(owner: AccountOwner, { scopes }: ConnectedService): Promise<AccountView> {
    const { role } = owner
    const account = await tokens.findAccount(owner)
    if (account === undefined) {
      const reason = connecting.connectErrorOf(owner)
      return { role, state: 'not_connected', account, reason, missingScopes: [] }
    }
    const missingScopes = (scopes[role] ?? []).filter((scope) => !account.scopes.includes(scope))
    const isOver = account.reauthSince !== null
    const reason = isOver ? rejectedReason(serviceTitles[owner.service], account.reauthReason) : undefined
    const state = isOver ? 'needs_reconnect' : 'connected'
    return { role, state, account, reason: reason ?? connecting.connectErrorOf(owner), missingScopes }
  }

  async function viewOf(channelId: number, service: Service): Promise<ServiceView> {
    const found = connecting.find(service)
    const mine = accountRoles.filter((role) => found?.scopes[role] !== undefined)
    const platform = allPlatforms.find((one): one is Platform => one === service)
    const connection = platform && (await platforms.find(channelId, platform))
    const connector = found?.connector ?? sandboxConnectors.find((one) => one.platform === service)
    return {
      service,
      title: serviceTitles[service],
      isConfigured: found !== undefined,
      isOnSandbox: found === undefined && platform !== undefined,
      settings: allServiceSettings[service].lines,
      redirectAddress: redirectUri(service),
      webhookAddress: service === 'kick' ? webhookUri(service) : undefined,
      accounts: found ? await Promise.all(mine.map((role) => accountOf({ channelId, service, role }, found))) : [],
      listening: connection?.connector.listening?.(connection.account),
      capabilities: connector ? capabilitiesOf(connector, { bot: found === undefined || mine.includes('bot') }) : [],
    }
  }

  return {
    async list(channelId: number): Promise<ServiceView[]> {
      return Promise.all(allServices.map((service) => viewOf(channelId, service)))
    },

    get: viewOf,
  }
}

function rejectedReason(service: string, reason: string | null): string {
  return reason === null
    ? platformMessages.signInRejected({ service })
    : platformMessages.signInRejectedBecause({ service, reason })
}
