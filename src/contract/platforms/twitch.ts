import { definePlatform } from './definition.ts'

export const twitch = definePlatform({
  name: 'twitch',
  title: 'Twitch',
  wireName: 'PlatformB',
  brandName: 'Twitch',
  wireWord: 'beta',
  commandFlag: { wireName: 'platform_beta', brandName: 'platform_twitch' },
  color: 'oklch(0.62 0.2 295)',
  maxMessageLength: 500,
  allows: {
    title: true,
    category: true,
    chatModes: true,
    replies: true,
    raids: true,
    shoutouts: true,
    announcements: true,
    commercials: true,
    maxClipSeconds: 60,
  },
  clipHosts: ['clips.twitch.tv', 'www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
  sandbox: {
    firstUserId: 20_001,
    isLive: true,
    title: 'Welcome to the sandbox',
    category: 'Just Chatting',
    silentViewers: 17,
    followers: 940,
    share: 0.5,
  },
})
