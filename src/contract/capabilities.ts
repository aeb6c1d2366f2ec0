import { defineMessages } from '../messages/message.ts'

/** Everything a platform might be able to do, as a person reads it. */
const titles = defineMessages('capability', {
  chat: 'Send chat messages',
  'chat as bot': 'Send chat messages as a bot',
  'chat in': 'Read chat messages',
  title: 'Change the title',
  category: 'Change the category',
  'category search': 'Search categories',
  viewers: 'Viewer count',
  followers: 'Follower count',
  present: 'List of chatters',
  clips: 'Create clips',
  moderation: 'Ban, time out, unban, delete messages',
  'clear chat': 'Clear the chat',
  'chat rules': 'Slow mode and followers-only mode',
  follows: 'Follow events',
  subscriptions: 'Subscription and gift events',
  'subscriber list': 'List of subscribers',
  bits: 'Bits, KICKs and paid message events',
  bans: 'Ban events',
  raids: 'Raid events',
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

export type CapabilityName = keyof typeof titles
export const capabilityNames = Object.keys(titles) as readonly CapabilityName[]

export function capabilityTitle(name: CapabilityName): string {
  return titles[name]()
}
