import { kick } from '../kick/settings.ts'
import { spotify } from '../spotify/settings.ts'
import { tiktok } from '../tiktok/settings.ts'
import { twitch } from '../twitch/settings.ts'
import { youtube } from '../youtube/settings.ts'
import type { Service } from './services.ts'

/** The settings of each service that an operator can configure. */
export const allServiceSettings = { kick, twitch, youtube, tiktok, spotify } satisfies Record<
  Service,
  { readonly names: readonly string[]; readonly lines: readonly string[] }
>

/** The settings of the services that the operator has configured; others are absent. */
export type ServiceSettings = {
  readonly [S in Service]?: ReturnType<(typeof allServiceSettings)[S]['read']>
}
