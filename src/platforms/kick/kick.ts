import type { Text } from '../../kernel/text/message.ts'
import { createListenerStatus } from '../listener-status.ts'
import { createOwnLines } from '../own-lines.ts'
import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
import { createAccountApi } from '../sign-in/account-api.ts'
import { createOAuth } from '../sign-in/oauth.ts'
import { createAppToken } from './app-token.ts'
import { createKickConnector } from './connector.ts'
import { createDeliveries } from './deliveries.ts'
import { apiHeaders, createKickApi, tokenOwnerIn, usersPath } from './kick-api.external.ts'
import { createKickListener } from './listener.ts'
import { kickMessages } from './messages.ts'
import { createKickMirror } from './mirror.ts'
import { kickPermissions } from './permissions.ts'
import { createKickKey } from './public-key.ts'
import { createRecentChanges } from './recent-changes.ts'
import { createKickReporter } from './reporter.ts'
import { createKickRewards } from './rewards.external.ts'
import { authorizeFirst, botScopes, broadcasterScopes, revokeFields } from './sign-in.external.ts'
import { createSubscriptionReports } from './subscription-reports.ts'
import { createKickSubscriptions } from './subscriptions.external.ts'
import { createTokenCheck } from './token-check.external.ts'
import { createKickWebhook } from './webhook.ts'

export interface KickSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl?: string | undefined
  readonly authUrl?: string | undefined
  /** Replaces the public key of Kick's API, which verifies webhook signatures. */
  readonly publicKey?: string | undefined
  /** How often the subscriptions are checked, and the delay after a failed check. */
  readonly checkEveryMs?: number | undefined
  readonly retryMs?: number | undefined
}

const kickApiUrl = 'https://api.kick.com'
export const kickAuthUrl = 'https://id.kick.com'

/** Kick, for a server with its own Kick app. */
export function createKick(needs: ServiceNeeds & { readonly settings: KickSettings }): ConnectedService {
  const { settings, http, clock, tokens, redirectUri, webhookUri } = needs
  const credentials = { clientId: settings.clientId, clientSecret: settings.clientSecret }
  const apiUrl = settings.apiUrl ?? kickApiUrl
  const authUrl = settings.authUrl ?? kickAuthUrl
  const tokenUrl = `${authUrl}/oauth/token`

  const oauth = createOAuth({
    ...needs,
    credentials,
    redirectUri: () => redirectUri('kick'),
    provider: {
      service: 'kick',
      authorizeUrl: `${authUrl}/oauth/authorize`,
      tokenUrl,
      revoke: { url: `${authUrl}/oauth/revoke`, by: 'query', fields: revokeFields },
      usesPkce: true,
      secretIn: 'form',
      authorizeFirst,
    },
  })
  const accountApi = createAccountApi({
    http,
    tokens,
    renew: oauth.renew,
    service: 'kick',
    baseUrl: apiUrl,
    headers: apiHeaders,
    isTokenDead: createTokenCheck({ http, authUrl }),
  })
  const appToken = createAppToken({ http, clock, tokenUrl, credentials })
  const subscriptions = createKickSubscriptions({ ...needs, api: accountApi, apiUrl, appToken })
  const listenerStatus = createListenerStatus({ ...needs, service: 'kick' })
  const ownLines = createOwnLines({ ...needs, service: 'kick' })
  const report = createKickReporter({ ...needs, ownLines })
  const subscriptionReports = createSubscriptionReports(needs)
  const api = createKickApi(accountApi)
  const { checkEveryMs, retryMs } = settings

  const unreachable = () => unreachableMessage(webhookUri('kick'), settings)

  return {
    service: 'kick',
    signIn: { scopes: ['user:read'] },
    oauth,
    scopes: { broadcaster: broadcasterScopes, bot: botScopes },
    permissions: kickPermissions,
    connector: createKickConnector({
      ...needs,
      api,
      rewards: createKickRewards({ ...needs, api: accountApi }),
      ownLines,
      listenerStatus,
      listener: createKickListener({ ...needs, listenerStatus, subscriptions, unreachable, checkEveryMs, retryMs }),
      recentChanges: createRecentChanges({ clock }),
    }),
    webhook: createKickWebhook({
      ...needs,
      key: createKickKey({ ...needs, apiUrl, given: settings.publicKey }),
      deliveries: createDeliveries(needs),
      listenerStatus,
      report,
      subscriptionReports,
      isOurSubscription: (channelId, accountId, id) =>
        subscriptions.isOurs({ channelId, service: 'kick', role: 'broadcaster' }, accountId, id),
    }),

    mirror: createKickMirror({
      ...needs,
      api,
      listenerStatus,
      report,
      subscriptionReports,
      isOn: needs.isMirrorOn,
    }),

    leave: ({ channelId, accountId }, signal) => subscriptions.endAll(channelId, accountId, signal),

    async identify(accessToken, signal) {
      const url = new URL(`${apiUrl}${usersPath}`)
      const request = { service: 'kick', account: 'sign-in', method: 'GET', url } as const
      const { body } = await http.send({ ...request, headers: apiHeaders(accessToken) }, signal)
      return tokenOwnerIn(body)
    },
  }
}

/** The error message if the webhook address is a loopback address that Kick cannot reach. */
export function unreachableMessage(address: string, { apiUrl = kickApiUrl }: KickSettings): Text | undefined {
  return isLoopback(address) && !isLoopback(apiUrl) ? kickMessages.unreachable.of({ address }) : undefined
}

function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}
