import type { ConnectedService, ServiceNeeds } from './connected-service.ts'
import type { TwitchSettings } from './twitch/twitch.ts'

/** Present are those that the operator has registered an app with. */
export interface ServiceSettings {
  readonly twitch?: TwitchSettings | undefined
}

/** The real services with credentials. The others are not even loaded. */
export async function openServices(settings: ServiceSettings, needs: ServiceNeeds): Promise<ConnectedService[]> {
  const services: ConnectedService[] = []
  const { twitch } = settings
  if (twitch !== undefined) {
    services.push((await import('./twitch/twitch.ts')).createTwitch({ ...needs, settings: twitch }))
  }
  return services
}
