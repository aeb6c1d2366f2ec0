import { kick } from './kick/settings.ts'
import type { Service } from './services.ts'
import { spotify } from './spotify/settings.ts'
import { tiktok } from './tiktok/settings.ts'
import { twitch } from './twitch/settings.ts'
import { youtube } from './youtube/settings.ts'

/** What an operator can set for each service. */
export const allServiceSettings = { kick, twitch, youtube, tiktok, spotify } satisfies Record<
  Service,
  { readonly names: readonly string[]; readonly lines: readonly string[] }
>

/** Present are the services that the operator has set up. */
export type ServiceSettings = {
  readonly [S in Service]?: ReturnType<(typeof allServiceSettings)[S]['read']>
}
