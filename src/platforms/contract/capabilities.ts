import { defineMessages } from '../../kernel/text/message.ts'

/** Everything a platform might be able to do, as a person reads it. */
export const capabilityTitles = defineMessages('capability', {
  chat: 'Send chat messages',
  'chat as bot': 'Send chat messages as a bot',
  'chat in': 'Read chat messages',
  replies: 'Reply to a message',
  announcements: 'Send announcements',
  pins: 'Pin and unpin messages',
  title: 'Change the title',
  category: 'Change the category',
  'category search': 'Search categories',
  viewers: 'Viewer count',
  followers: 'Follower count',
  present: 'List of chatters',
  clips: 'Create clips',
  'raid out': 'Start raids',
  shoutouts: 'Give shoutouts',
  commercials: 'Start ad breaks',
  moderation: 'Ban, time out, unban, delete messages',
  'clear chat': 'Clear the chat',
  'chat rules': 'Chat modes: slow, followers, subscribers, emotes only, unique',
  follows: 'Follow events',
  subscriptions: 'Subscription and gift events',
  'subscriber list': 'List of subscribers',
  bits: 'Bits, KICKs and paid message events',
  bans: 'Ban events',
  raids: 'Raid events',
  rewards: 'Channel point rewards and redemptions',
  polls: 'Polls',
  predictions: 'Predictions',
  'stream events': 'Stream online, offline, title and category events',
  'raid out events': 'Events of own raids',
  'shoutout events': 'Shoutout events',
  'announcement events': 'Announcement events',
  'pin events': 'Pinned message events',
  'chat mode events': 'Chat mode events',
  'role events': 'VIP and moderator events',
  'warning events': 'Warning events',
  'ad events': 'Ad break events',
  'ad warnings': 'Warnings before ad breaks',
  emotes: 'Emotes in chat messages',
  badges: 'Badges in chat messages',
  'deleted messages': 'Deleted chat messages',
  'gift bundles': 'Events of several gifts at once',
  'subscription upgrades': 'Events of continued gift and Prime subscriptions',
  'hype trains': 'Hype trains',
  'watch streaks': 'Watch streaks',
  likes: 'Likes',
  shares: 'Shares',
  'super fans': 'Super fans',
  'subscriber count': 'Subscriber count',
  'bits leaderboard': 'Leaderboard of bits or KICKs',
})

export type CapabilityName = keyof typeof capabilityTitles
export const capabilityNames = Object.keys(capabilityTitles) as readonly CapabilityName[]

export function capabilityTitle(name: CapabilityName): string {
  return capabilityTitles[name]()
}
