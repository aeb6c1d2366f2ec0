import { definePlatform } from './definition.ts'

export const youtube = definePlatform({
  name: 'youtube',
  title: 'YouTube',
  signInTitle: 'YouTube (Google)',
  wireName: 'PlatformC',
  brandName: 'YouTube',
  commandFlag: { wireName: 'platform_video_flag', brandName: 'platform_youtube' },
  color: 'oklch(0.62 0.22 27)',
  maxMessageLength: 200,
  allows: {
    title: true,
    category: false,
    videoCategory: true,
    tags: true,
    chatModes: false,
    commercials: true,
    broadcasts: true,
    polls: true,
  },
  sandbox: {
    firstUserId: 30_001,
    isLive: false,
    title: 'Welcome to the sandbox',
    silentViewers: 9,
    followers: 310,
    share: 0.2,
  },
})
