import type { EmoteService } from './chat-parts.ts'
import type { Platform } from './platforms.ts'

/**
 * The hosts of a platform's pictures of emotes and badges; `*.` stands for every name below one. A platform that is left
 * out publishes none.
 */
export const platformPictureHosts = {
  kick: ['files.kick.com'],
  twitch: ['static-cdn.jtvnw.net'],
  tiktok: ['*.tiktokcdn.com', '*.tiktokcdn-us.com', '*.tiktokcdn-eu.com', '*.ibyteimg.com'],
} as const satisfies Partial<Readonly<Record<Platform, readonly string[]>>>

export const emotePictureHosts = {
  '7tv': 'cdn.7tv.app',
  bttv: 'cdn.betterttv.net',
  ffz: 'cdn.frankerfacez.com',
} as const satisfies Readonly<Record<EmoteService, string>>

/** Every host beside this server that overlay pages load pictures from. */
export const pictureHosts: readonly string[] = [
  ...Object.values(platformPictureHosts).flat(),
  ...Object.values(emotePictureHosts),
]

/** Whether an overlay page would load a picture from this address. */
export function isPictureAddress(address: string, hosts: readonly string[] = pictureHosts): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '') return false
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
}
