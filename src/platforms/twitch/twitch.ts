import { createAccountApi } from '../account-api.ts'
import type { ConnectedService, ServiceNeeds } from '../connected-service.ts'
import { createListenerStatus } from '../listener-status.ts'
import { createOAuth } from '../oauth.ts'
import { createOwnLines } from '../own-lines.ts'
import { createTwitchBadges } from './badges.ts'
import { createTwitchConnector } from './connector.ts'
import { apiHeaders, createHelix, isTokenRefused, missingScope, ownUserIn, waitSeconds } from './helix.external.ts'
import { authExtra, botScopes, broadcasterScopes, validateHeaders, validatePath } from './sign-in.external.ts'

export interface TwitchSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl?: string | undefined
  readonly authUrl?: string | undefined
  readonly eventSubUrl?: string | undefined
}

/** Twitch, for a server with its own Twitch app. */
export function createTwitch(needs: ServiceNeeds & { readonly settings: TwitchSettings }): ConnectedService {
  const { settings, http, tokens, redirectUri } = needs
  const { clientId, clientSecret } = settings
  const apiUrl = settings.apiUrl ?? 'https://api.twitch.tv/helix'
  const authUrl = settings.authUrl ?? 'https://id.twitch.tv/oauth2'
  const address = settings.eventSubUrl ?? 'wss://eventsub.wss.twitch.tv/ws'

  const oauth = createOAuth({
    ...needs,
    credentials: { clientId, clientSecret },
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
  const helix = createHelix(createAccountApi({ ...shared, baseUrl: apiUrl, headers, waitSeconds }))
  const auth = createAccountApi({ ...shared, baseUrl: authUrl, headers: validateHeaders })

  return {
    service: 'twitch',
    signIn: { scopes: [] },
    oauth,
    scopes: { broadcaster: broadcasterScopes, bot: botScopes },
    connector: createTwitchConnector({
      ...needs,
      address,
      helix,
      badges: createTwitchBadges({ ...needs, helix, isWanted: () => needs.bus.hasListeners('live-event') }),
      ownLines: createOwnLines({ ...needs, service: 'twitch' }),
      listenerStatus: createListenerStatus({ ...needs, service: 'twitch' }),
      check: (owner, signal) =>
        auth.call(owner, { method: 'GET', path: validatePath, scopes: [], settle: () => undefined }, signal),
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
