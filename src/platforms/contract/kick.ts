import { definePlatform } from './definition.ts'

export const kick = definePlatform({
  name: 'kick',
  title: 'Kick',
  wireName: 'PlatformA',
  brandName: 'Kick',
  wireWord: 'alpha',
  commandFlag: { wireName: 'platform_alpha', brandName: 'platform_kick' },
  color: 'oklch(0.76 0.21 140)',
  maxMessageLength: 500,
  allows: {
    title: true,
    category: true,
    chatModes: true,
    replies: true,
    rewards: true,
    tags: true,
    maxClipSeconds: 180,
  },
  clipHosts: ['kick.com', 'www.kick.com'],
  sandbox: {
    firstUserId: 10_001,
    isLive: true,
    title: 'Welcome to the sandbox',
    category: 'Just Chatting',
    silentViewers: 42,
    followers: 1280,
    share: 1,
  },
})
