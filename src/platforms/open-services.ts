import type { ServiceSettings } from './all-service-settings.ts'
import type { ConnectedService, ServiceNeeds } from './connected-service.ts'
import type { Service } from './services.ts'

type Opener<S extends Service> = (
  needs: ServiceNeeds & { readonly settings: NonNullable<ServiceSettings[S]> },
) => ConnectedService

/** How each service is loaded. */
const loaders: { readonly [S in Service]: () => Promise<Opener<S>> } = {
  kick: async () => (await import('./kick/kick.ts')).createKick,
  twitch: async () => (await import('./twitch/twitch.ts')).createTwitch,
  youtube: async () => (await import('./youtube/youtube.ts')).createYouTube,
  tiktok: async () => (await import('./tiktok/tiktok.ts')).createTikTok,
  spotify: async () => (await import('./spotify/spotify.ts')).createSpotify,
}

/** Opens the services that have credentials. The modules of the others are not loaded. */
export async function openServices(settings: ServiceSettings, needs: ServiceNeeds): Promise<ConnectedService[]> {
  const opened: ConnectedService[] = []
  for (const service of Object.keys(loaders) as Service[]) {
    const found = await open(service, settings, needs)
    if (found !== undefined) opened.push(found)
  }
  return opened
}

async function open<S extends Service>(service: S, settings: ServiceSettings, needs: ServiceNeeds) {
  const own = settings[service]
  if (own === undefined) return undefined
  const opener: Opener<S> = await loaders[service]()
  return opener({ ...needs, settings: own })
}
