import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { ServiceSettings } from './all-service-settings.ts'
import type { Service } from './services.ts'

export interface CheckNeeds {
  readonly http: HttpClient
  readonly clock: Clock
  readonly log: Log
  readonly webhookUri: (service: Service) => string
}

/** Makes one real call with these settings. Returns the sentence to show; throws a `Failure` that says what is wrong. */
export type ServiceCheck<S extends Service> = (
  needs: CheckNeeds & { readonly settings: NonNullable<ServiceSettings[S]> },
  signal: AbortSignal,
) => Promise<Text>

/** How the credentials of each service are checked, and which permissions it is asked for. */
const loaders: {
  readonly [S in Service]: () => Promise<{
    readonly check: ServiceCheck<S>
    readonly permissions: readonly string[]
  }>
} = {
  kick: async () => (await import('../kick/check.ts')).kickCheck,
  twitch: async () => (await import('../twitch/check.ts')).twitchCheck,
  youtube: async () => (await import('../youtube/check.ts')).youtubeCheck,
  tiktok: async () => (await import('../tiktok/check.ts')).tiktokCheck,
  spotify: async () => (await import('../spotify/check.ts')).spotifyCheck,
}

export async function checkService<S extends Service>(
  service: S,
  settings: NonNullable<ServiceSettings[S]>,
  needs: CheckNeeds,
  signal: AbortSignal,
): Promise<Text> {
  const { check } = await loaders[service]()
  return check({ ...needs, settings }, signal)
}

/** The permissions that a person is asked for, or has to choose at the service. */
export async function permissionsOf(service: Service): Promise<readonly string[]> {
  return (await loaders[service]()).permissions
}
