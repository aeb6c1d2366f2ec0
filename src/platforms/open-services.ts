import type { ConnectedService, ServiceNeeds } from './connected-service.ts'
import type { KickSettings } from './kick/kick.ts'
import type { Service } from './services.ts'
import type { SpotifySettings } from './spotify/spotify.ts'
import type { TikTokSettings } from './tiktok/tiktok.ts'
import type { TwitchSettings } from './twitch/twitch.ts'
import type { YouTubeSettings } from './youtube/youtube.ts'

/** Present are those that the operator has registered an app with. */
export interface ServiceSettings {
  readonly kick?: KickSettings | undefined
  readonly twitch?: TwitchSettings | undefined
  readonly youtube?: YouTubeSettings | undefined
  readonly tiktok?: TikTokSettings | undefined
  readonly spotify?: SpotifySettings | undefined
}

/** What an operator has to set for each, as lines of a file of settings: a remark begins with `#`. */
export const serviceSettings: Readonly<Record<Service, readonly string[]>> = {
  kick: ['SHOWCALLER_KICK_CLIENT_ID', 'SHOWCALLER_KICK_CLIENT_SECRET'],
  twitch: ['SHOWCALLER_TWITCH_CLIENT_ID', 'SHOWCALLER_TWITCH_CLIENT_SECRET'],
  youtube: ['SHOWCALLER_YOUTUBE_CLIENT_ID', 'SHOWCALLER_YOUTUBE_CLIENT_SECRET'],
  tiktok: [
    'SHOWCALLER_TIKTOK_BRIDGE_URL',
    '# or, in its place:',
    'SHOWCALLER_TIKTOK_USERNAME',
    'SHOWCALLER_TIKTOK_EULER_KEY',
  ],
  spotify: ['SHOWCALLER_SPOTIFY_CLIENT_ID', 'SHOWCALLER_SPOTIFY_CLIENT_SECRET'],
}

/** The real services with credentials. The others are not even loaded. */
export async function openServices(settings: ServiceSettings, needs: ServiceNeeds): Promise<ConnectedService[]> {
  const services: ConnectedService[] = []
  const { kick, twitch, youtube, tiktok, spotify } = settings
  if (kick !== undefined) {
    services.push((await import('./kick/kick.ts')).createKick({ ...needs, settings: kick }))
  }
  if (twitch !== undefined) {
    services.push((await import('./twitch/twitch.ts')).createTwitch({ ...needs, settings: twitch }))
  }
  if (youtube !== undefined) {
    services.push((await import('./youtube/youtube.ts')).createYouTube({ ...needs, settings: youtube }))
  }
  if (tiktok !== undefined) {
    services.push((await import('./tiktok/tiktok.ts')).createTikTok({ ...needs, settings: tiktok }))
  }
  if (spotify !== undefined) {
    services.push((await import('./spotify/spotify.ts')).createSpotify({ ...needs, settings: spotify }))
  }
  return services
}
