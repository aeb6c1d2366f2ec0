import { type ConnectionStatus, mostUrgent } from '../../definitions/connection-state.ts'
import type { ListeningState } from '../../definitions/listening.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import type { CallStatus } from '../calls/call-status.ts'
import { type CapabilityLine, capabilitiesOf } from '../capabilities.ts'
import { platforms as allPlatforms, type Platform } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformConnector } from '../platform.ts'
import type { Platforms } from '../platforms.ts'
import type { Connecting } from '../sign-in/connecting.ts'
import { type PermissionView, permissionViews } from '../sign-in/permissions.ts'
import type { SignedInAccount, Tokens } from '../sign-in/tokens.ts'
import { allServiceSettings } from './all-service-settings.ts'
import type { ConnectedService } from './connected-service.ts'
import {
  type AccountOwner,
  type AccountRole,
  accountRoles,
  services as allServices,
  type Service,
  serviceTitles,
} from './services.ts'

export interface AccountView {
  readonly role: AccountRole
  readonly state: 'not_connected' | 'connected' | 'needs_reconnect'
  readonly account: SignedInAccount | undefined
  /** Why the account has to be connected again, or why the last attempt failed. */
  readonly reason: Text | undefined
  /** Permissions that are requested and were not granted. */
  readonly missing: readonly PermissionView[]
  /** How it is at present. Undefined if no account is connected. */
  readonly connection: ConnectionStatus | undefined
}

/** How an account can be connected. */
export const connectWays = ['redirect', 'code'] as const
export type ConnectWay = (typeof connectWays)[number]

export interface ServiceView {
  readonly service: Service
  readonly title: string
  readonly isConfigured: boolean
  readonly isOnSandbox: boolean
  readonly settings: readonly string[]
  readonly ways: readonly ConnectWay[]
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
  calls: CallStatus
  redirectUri: (service: Service) => string
  webhookUri: (service: Service) => string
  /** The sandbox connectors, which show the capabilities of a platform without credentials. */
  sandboxConnectors: readonly PlatformConnector[]
}) {
  const { connecting, platforms, tokens, calls, redirectUri, webhookUri, sandboxConnectors } = needs

  async function accountOf(
    owner: AccountOwner,
    { scopes, permissions = {} }: ConnectedService,
    listening: ListeningState | undefined,
  ): Promise<AccountView> {
    const { role } = owner
    const account = await tokens.findAccount(owner)
    if (account === undefined) {
      const reason = connecting.connectErrorOf(owner)
      return { role, state: 'not_connected', account, reason, missing: [], connection: undefined }
    }
    const isMissing = (scope: string) => !account.scopes.includes(scope)
    const missing = permissionViews(permissions, (scopes[role] ?? []).filter(isMissing))
    const isOver = account.reauthSince !== null
    const rejected = isOver ? rejectedReason(serviceTitles[owner.service], account.reauthReason) : undefined
    const connection = connectionOf({
      rejected,
      missing,
      listening: role === 'broadcaster' ? listening : undefined,
      calls: calls.of(owner),
    })
    const state = isOver ? 'needs_reconnect' : 'connected'
    return { role, state, account, reason: rejected ?? connecting.connectErrorOf(owner), missing, connection }
  }

  async function viewOf(channelId: number, service: Service): Promise<ServiceView> {
    const found = connecting.find(service)
    const mine = accountRoles.filter((role) => found?.scopes[role] !== undefined)
    const platform = allPlatforms.find((one): one is Platform => one === service)
    const connection = platform && (await platforms.find(channelId, platform))
    const connector = found?.connector ?? sandboxConnectors.find((one) => one.platform === service)
    const listening = connection?.connector.listening?.(connection.account)
    const accounts = found
      ? await Promise.all(mine.map((role) => accountOf({ channelId, service, role }, found, listening)))
      : []
    const able = connector ? capabilitiesOf(connector, { bot: found === undefined || mine.includes('bot') }) : []
    return {
      service,
      title: serviceTitles[service],
      isConfigured: found !== undefined,
      isOnSandbox: found === undefined && platform !== undefined,
      settings: allServiceSettings[service].lines,
      redirectAddress: redirectUri(service),
      webhookAddress: service === 'kick' ? webhookUri(service) : undefined,
      ways: found ? waysOf(found) : [],
      accounts,
      listening,
      capabilities: able.map((line) => ({ ...line, note: lackOf(line, found, accounts) ?? line.note })),
    }
  }

  return {
    async list(channelId: number): Promise<ServiceView[]> {
      return Promise.all(allServices.map((service) => viewOf(channelId, service)))
    },

    get: viewOf,
  }
}

/** The most urgent of everything that is known about an account. */
function connectionOf(known: {
  readonly rejected: Text | undefined
  readonly missing: readonly PermissionView[]
  readonly listening: ListeningState | undefined
  readonly calls: ConnectionStatus | undefined
}): ConnectionStatus {
  const { rejected, missing, listening, calls } = known
  const nothing = { until: null, missing: [] } as const
  const works: ConnectionStatus = { state: 'connected', message: listening?.message ?? noText, ...nothing }
  const lacks = missing.map(({ scope }) => scope)
  const others: (ConnectionStatus | undefined)[] = [
    listening,
    calls,
    lacks.length === 0 ? undefined : { state: 'missing_permission', message: noText, until: null, missing: lacks },
    rejected === undefined ? undefined : { state: 'needs_sign_in', message: rejected, ...nothing },
  ]
  const { state, message, until, missing: scopes } = mostUrgent([works, ...others.filter((one) => one !== undefined)])
  return { state, message, until, missing: scopes }
}

function waysOf({ hasRedirect = true, deviceCode }: ConnectedService): ConnectWay[] {
  return [...(hasRedirect ? (['redirect'] as const) : []), ...(deviceCode ? (['code'] as const) : [])]
}

/** Which permission a capability lacks. Those of the bot's account concern only what it does. */
function lackOf(
  { name, can }: CapabilityLine,
  service: ConnectedService | undefined,
  accounts: readonly AccountView[],
): Text | undefined {
  const role = name === 'chat as bot' ? 'bot' : 'broadcaster'
  const missing = accounts.find((one) => one.role === role)?.missing ?? []
  const lacking = missing.find(({ scope }) => service?.permissions?.[scope]?.capabilities.includes(name))
  return can && lacking !== undefined ? platformMessages.needsPermission.of({ permission: lacking.title }) : undefined
}

function rejectedReason(service: string, reason: Text | null): Text {
  return reason === null
    ? platformMessages.signInRejected.of({ service })
    : platformMessages.signInRejectedBecause.of({ service, reason })
}
