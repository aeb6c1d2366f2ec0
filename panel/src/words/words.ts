import type { Platform } from '../../../src/contract/platforms.ts'

export const words = {
  platforms: { kick: 'Kick', twitch: 'Twitch', youtube: 'YouTube', tiktok: 'TikTok' } satisfies Record<
    Platform,
    string
  >,
}
