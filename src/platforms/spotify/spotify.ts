import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
import { createAccountApi } from '../sign-in/account-api.ts'
import { createOAuth } from '../sign-in/oauth.ts'
import { spotifyPermissions } from './permissions.ts'
import { bearer, defaultAuthUrl, ownUserIn, playerScopes } from './player.external.ts'
import { createSpotifyPlayer } from './spotify-player.ts'

export interface SpotifySettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl?: string | undefined
  readonly authUrl?: string | undefined
}

/** Spotify, for a server with its own Spotify app: not a platform, but a player that can be controlled. */
export function createSpotify(needs: ServiceNeeds & { readonly settings: SpotifySettings }): ConnectedService {
  const { settings, http, tokens, redirectUri } = needs
  const { clientId, clientSecret } = settings
  const apiUrl = settings.apiUrl ?? 'https://api.spotify.com/v1'
  const authUrl = settings.authUrl ?? defaultAuthUrl
  const oauth = createOAuth({
    ...needs,
    credentials: { clientId, clientSecret },
    redirectUri: () => redirectUri('spotify'),
    provider: {
      service: 'spotify',
      authorizeUrl: `${authUrl}/authorize`,
      tokenUrl: `${authUrl}/api/token`,
      // With a client secret the refresh token does not rotate, which is more robust than PKCE.
      usesPkce: false,
      secretIn: 'header',
    },
  })
  const api = createAccountApi({
    http,
    tokens,
    renew: oauth.renew,
    service: 'spotify',
    baseUrl: apiUrl,
    headers: bearer,
  })

  return {
    service: 'spotify',
    oauth,
    scopes: { broadcaster: playerScopes },
    permissions: spotifyPermissions,
    music: createSpotifyPlayer({ api, tokens }),

    async identify(accessToken, signal) {
      const url = new URL(`${apiUrl}/me`)
      const { body } = await http.send(
        { service: 'spotify', account: 'sign-in', method: 'GET', url, headers: bearer(accessToken) },
        signal,
      )
      return ownUserIn(body)
    },
  }
}
