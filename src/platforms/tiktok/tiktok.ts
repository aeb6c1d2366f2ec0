import { createListenerStatus } from '../listener-status.ts'
import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
import type { TikTokAdapter } from './adapter.ts'
import { defaultSocketTiming, type SocketTiming } from './adapter-socket.ts'
import { createBridge } from './bridge.ts'
import { createTikTokConnector } from './connector.ts'
import { createEuler } from './euler.ts'
import { createTikTokSignIn } from './sign-in.ts'
import { createTikFinity } from './tikfinity.ts'

const defaultEulerUrl = 'wss://ws.eulerstream.com'

/** The adapter to use and its settings. */
export type TikTokSettings = { readonly timing?: Partial<SocketTiming> | undefined } & (
  | { readonly adapter: 'bridge'; readonly url: string; readonly token?: string | undefined }
  | { readonly adapter: 'tikfinity'; readonly username: string; readonly url: string }
  | {
      readonly adapter: 'euler'
      readonly username: string
      readonly key: string
      readonly url?: string | undefined
    }
)

export function createTikTok(needs: ServiceNeeds & { readonly settings: TikTokSettings }): ConnectedService {
  const { settings, clock, secret, redirectUri } = needs
  const adapter = adapterOf(needs, settings)

  return {
    service: 'tiktok',
    oauth: createTikTokSignIn({ clock, secret, redirectUri: () => redirectUri('tiktok') }),
    scopes: { broadcaster: [] },
    identify: (_accessToken, signal) => adapter.identify(signal),
    connector: createTikTokConnector({
      ...needs,
      adapter,
      likesMs: settings.timing?.likesMs ?? defaultSocketTiming.likesMs,
      listenerStatus: createListenerStatus({ ...needs, service: 'tiktok' }),
    }),
  }
}

/** Creates the configured adapter. */
export function adapterOf(needs: Pick<ServiceNeeds, 'clock' | 'log'>, settings: TikTokSettings): TikTokAdapter {
  const { clock, log } = needs
  const timing = { ...defaultSocketTiming, ...settings.timing }
  if (settings.adapter === 'bridge') {
    return createBridge({ clock, log, timing, url: settings.url, token: settings.token })
  }
  if (settings.adapter === 'tikfinity') {
    return createTikFinity({ clock, log, timing, url: settings.url, username: settings.username })
  }
  const { username, key, url = defaultEulerUrl } = settings
  return createEuler({ clock, log, timing, url, username, key })
}
