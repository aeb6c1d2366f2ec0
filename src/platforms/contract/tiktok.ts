import { definePlatform } from './definition.ts'

export const tiktok = definePlatform({
  name: 'tiktok',
  title: 'TikTok',
  wireName: 'PlatformD',
  brandName: 'TikTok',
  commandFlag: { wireName: 'platform_tiktok_flag', brandName: 'platform_tiktok' },
  color: 'oklch(0.74 0.12 200)',
  maxMessageLength: 150,
  allows: { title: false, category: false, chatModes: false },
  sandbox: { firstUserId: 40_001, isLive: false, title: '', silentViewers: 5, followers: 150, share: 0.1 },
})
