import { createScopedBus } from '../../kernel/bus/scoped-bus.ts'
import type { ServiceSettings } from './all-service-settings.ts'
import type { ConnectedService, ServiceNeeds } from './connected-service.ts'
import type { Service } from './services.ts'

type Opener<S extends Service> = (
  needs: ServiceNeeds & { readonly settings: NonNullable<ServiceSettings[S]> },
) => ConnectedService

/** How each service is loaded. */
const loaders: { readonly [S in Service]: () => Promise<Opener<S>> } = {
  kick: async () => (await import('../kick/kick.ts')).createKick,
  twitch: async () => (await import('../twitch/twitch.ts')).createTwitch,
  youtube: async () => (await import('../youtube/youtube.ts')).createYouTube,
  tiktok: async () => (await import('../tiktok/tiktok.ts')).createTikTok,
  spotify: async () => (await import('../spotify/spotify.ts')).createSpotify,
}

export interface OpenedService {
  readonly connected: ConnectedService
  /** Ends its subscriptions to the bus. Its event listeners are stopped by `listening`. */
  close(): void
}

/** Opens a service with these settings. The modules of a service without settings are not loaded. */
export async function openService<S extends Service>(
  service: S,
  settings: ServiceSettings[S],
  needs: ServiceNeeds,
): Promise<OpenedService | undefined> {
  if (settings === undefined) return undefined
  const opener: Opener<S> = await loaders[service]()
  const bus = createScopedBus(needs.bus)
  return { connected: opener({ ...needs, bus, settings }), close: bus.close }
}
