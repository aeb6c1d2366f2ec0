import type { HttpClient } from '../calls/http-client.ts'
import { createListenerStatus } from '../listener-status.ts'
import { createOwnLines } from '../own-lines.ts'
import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
import { createAccountApi } from '../sign-in/account-api.ts'
import { createOAuth } from '../sign-in/oauth.ts'
import { createBans } from './bans.ts'
import { createBroadcasts } from './broadcasts.ts'
import { createChatStream } from './chat-stream.ts'
import { createYouTubeConnector } from './connector.ts'
import { createDataApi, ownChannelIn } from './data-api.external.ts'
import { failureOf, isQuotaExceeded } from './errors.external.ts'
import { youtubePermissions } from './permissions.ts'
import { quotaCostOf } from './quota-costs.external.ts'
import { createQuotaCounter } from './quota-counter.ts'
import { authExtra, defaultTokenUrl, manageScope, membersScope, readScope } from './sign-in.external.ts'
import { defaultTiming, type YouTubeTiming } from './timing.ts'

const defaultUnitsPerDay = 10_000
const scopes = [readScope, manageScope]

export interface YouTubeSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl?: string | undefined
  /** The host of the chat stream, which differs from the API host. */
  readonly streamUrl?: string | undefined
  readonly authUrl?: string | undefined
  readonly tokenUrl?: string | undefined
  /** The app's daily quota, if Google has changed the default. */
  readonly unitsPerDay?: number | undefined
  /** Whether to request access to the list of members, which YouTube allows only some channels. */
  readonly members?: boolean | undefined
  readonly timing?: Partial<YouTubeTiming> | undefined
}

/** YouTube, for a server with its own Google Cloud project. */
export function createYouTube(needs: ServiceNeeds & { readonly settings: YouTubeSettings }): ConnectedService {
  const { settings, db, clock, tokens, redirectUri } = needs
  const { clientId, clientSecret, members = false } = settings
  const apiUrl = settings.apiUrl ?? 'https://www.googleapis.com/youtube/v3'
  const streamUrl = settings.streamUrl ?? 'https://youtube.googleapis.com/youtube/v3'
  const authUrl = settings.authUrl ?? 'https://accounts.google.com/o/oauth2/v2'
  const tokenUrl = settings.tokenUrl ?? defaultTokenUrl
  const timing = { ...defaultTiming, ...settings.timing }
  const unitsPerDay = settings.unitsPerDay ?? defaultUnitsPerDay
  const quota = createQuotaCounter({ db, clock, app: clientId, unitsPerDay })

  /** Nothing leaves for the API that is not in the book. */
  const http: HttpClient = {
    async send(request, signal) {
      if (!signal.aborted) await quota.spend(quotaCostOf(request))
      return needs.http.send(request, signal)
    },
  }
  const oauth = createOAuth({
    ...needs,
    credentials: { clientId, clientSecret },
    redirectUri: () => redirectUri('youtube'),
    provider: {
      service: 'youtube',
      authorizeUrl: `${authUrl}/auth`,
      tokenUrl: `${tokenUrl}/token`,
      revoke: { url: `${tokenUrl}/revoke`, by: 'form', fields: {} },
      usesPkce: true,
      secretIn: 'form',
      authorizeExtra: authExtra,
    },
  })
  const headers = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` })
  const { renew } = oauth
  const account = createAccountApi({ http, tokens, renew, service: 'youtube', baseUrl: apiUrl, headers })
  const api = createDataApi({ api: account, quota })

  return {
    service: 'youtube',
    signIn: {
      scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
      // Google keeps a limited number of refresh tokens per account and drops the oldest, so none is requested here.
      extra: { access_type: 'online', prompt: 'select_account' },
    },
    oauth,
    scopes: { broadcaster: members ? [...scopes, membersScope] : scopes, bot: scopes },
    permissions: youtubePermissions,
    connector: createYouTubeConnector({
      ...needs,
      api,
      quota,
      timing,
      stream: createChatStream({ streamUrl, tokens, renew, quota, openMs: timing.streamOpenMs }),
      broadcasts: createBroadcasts({ api, clock, timing }),
      bans: createBans({ db }),
      ownLines: createOwnLines({ ...needs, service: 'youtube' }),
      listenerStatus: createListenerStatus({ ...needs, service: 'youtube' }),
      listsMembers: members,
    }),

    async identify(accessToken, signal) {
      const url = new URL(`${apiUrl}/channels?part=snippet&mine=true`)
      const request = { service: 'youtube', account: 'sign-in', method: 'GET', url } as const
      const { status, body } = await http.send({ ...request, headers: headers(accessToken) }, signal)
      if (status < 400) return ownChannelIn(body)
      if (isQuotaExceeded(body)) throw await quota.exhaust()
      throw failureOf({ channelId: 0, service: 'youtube', role: 'broadcaster' }, body)
    },
  }
}
