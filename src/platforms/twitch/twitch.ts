import { createListenerStatus } from '../listener-status.ts'
import { createOwnLines } from '../own-lines.ts'
import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
import { createAccountApi } from '../sign-in/account-api.ts'
import { createDeviceCode } from '../sign-in/device-code.ts'
import { createOAuth } from '../sign-in/oauth.ts'
import { createTwitchBadges } from './badges.ts'
import { createHelixChannel } from './channel-actions.external.ts'
import { createTwitchConnector } from './connector.ts'
import { apiHeaders, createHelix, isTokenRefused, missingScope, ownUserIn, waitSeconds } from './helix.external.ts'
import { twitchPermissions } from './permissions.ts'
import {
  authExtra,
  botScopes,
  broadcasterScopes,
  defaultAuthUrl,
  grantedScopesIn,
  validateHeaders,
  validatePath,
} from './sign-in.external.ts'

export interface TwitchSettings {
  readonly clientId: string
  /** Absent for a public client: accounts are then connected with a code. */
  readonly clientSecret?: string | undefined
  readonly apiUrl?: string | undefined
  readonly authUrl?: string | undefined
  readonly eventSubUrl?: string | undefined
  /** How long a subscription waits for the message of whoever renews it. */
  readonly shareWaitMs?: number | undefined
}

/** Twitch, for a server with its own Twitch app. */
export function createTwitch(needs: ServiceNeeds & { readonly settings: TwitchSettings }): ConnectedService {
  const { settings, http, tokens, redirectUri } = needs
  const { clientId, clientSecret } = settings
  const credentials = { clientId, clientSecret }
  const apiUrl = settings.apiUrl ?? 'https://api.twitch.tv/helix'
  const authUrl = settings.authUrl ?? defaultAuthUrl
  const address = settings.eventSubUrl ?? 'wss://eventsub.wss.twitch.tv/ws'

  const oauth = createOAuth({
    ...needs,
    credentials,
    redirectUri: () => redirectUri('twitch'),
    provider: {
      service: 'twitch',
      authorizeUrl: `${authUrl}/authorize`,
      tokenUrl: `${authUrl}/token`,
      revoke: { url: `${authUrl}/revoke`, by: 'form' },
      usesPkce: false,
      secretIn: 'form',
      authorizeExtra: authExtra,
    },
  })
  const shared = { http, tokens, renew: oauth.renew, service: 'twitch', isTokenRefused, missingScope } as const
  const headers = (accessToken: string) => apiHeaders(clientId, accessToken)
  const helixApi = createAccountApi({ ...shared, baseUrl: apiUrl, headers, waitSeconds })
  const helix = createHelix(helixApi)
  const auth = createAccountApi({ ...shared, baseUrl: authUrl, headers: validateHeaders })

  return {
    service: 'twitch',
    // Twitch has no PKCE: a redirect needs the secret.
    ...(clientSecret !== undefined && { signIn: { scopes: [] } }),
    hasRedirect: clientSecret !== undefined,
    oauth,
    deviceCode: createDeviceCode({
      ...needs,
      service: 'twitch',
      credentials,
      deviceUrl: `${authUrl}/device`,
      tokenUrl: `${authUrl}/token`,
    }),
    scopes: { broadcaster: broadcasterScopes, bot: botScopes },
    permissions: twitchPermissions,
    connector: createTwitchConnector({
      ...needs,
      address,
      shareWaitMs: settings.shareWaitMs,
      api: helixApi,
      helix,
      helixChannel: createHelixChannel(helixApi),
      badges: createTwitchBadges({ ...needs, helix, isWanted: () => needs.bus.hasListeners('live-event') }),
      ownLines: createOwnLines({ ...needs, service: 'twitch' }),
      listenerStatus: createListenerStatus({ ...needs, service: 'twitch' }),
      async check(owner, signal) {
        const { refreshedAt } = await tokens.getAccount(owner)
        const call = { method: 'GET', path: validatePath, scopes: [], read: grantedScopesIn } as const
        const scopes = await auth.call(owner, call, signal)
        await tokens.noteScopes(owner, refreshedAt, scopes)
      },
    }),

    async identify(accessToken, signal) {
      const url = new URL(`${apiUrl}/users`)
      const account = 'sign-in'
      const { body } = await http.send(
        { service: 'twitch', account, method: 'GET', url, headers: headers(accessToken) },
        signal,
      )
      return ownUserIn(body)
    },
  }
}
