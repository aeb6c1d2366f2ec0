import { defineMessages } from '../../kernel/text/message.ts'
import { capabilityTitles } from '../contract/capabilities.ts'
import type { Permissions } from '../sign-in/permissions.ts'
import { commonPermissions } from '../sign-in/permissions.ts'
import type { botScopes, broadcasterScopes } from './sign-in.external.ts'

type Scope = (typeof broadcasterScopes)[number] | (typeof botScopes)[number]

const titles = defineMessages('permissions.twitch', {
  sendChat: capabilityTitles.chat,
  readChat: capabilityTitles['chat in'],
  beBot: 'Appear as a bot in chat',
  editStream: commonPermissions.editChannel,
  createClips: capabilityTitles.clips,
  readFollowers: 'See your followers',
  readChatters: 'See who is in the chat',
  ban: commonPermissions.ban,
  deleteMessages: 'Delete and pin chat messages',
  chatSettings: 'Change slow mode and followers-only mode',
  readModeration: 'See bans and unbans',
  readSubscriptions: 'See your subscribers',
  readBits: 'See Bits',
  rewards: commonPermissions.editRewards,
  polls: 'Run polls',
  predictions: 'Run predictions',
  commercials: capabilityTitles.commercials,
  raids: capabilityTitles['raid out'],
  readAds: 'See the ad schedule',
  readVips: 'See changes of VIPs',
  readModerators: 'See changes of moderators',
  announce: capabilityTitles.announcements,
  shoutouts: capabilityTitles.shoutouts,
  readWarnings: 'See warnings',
  readUnbanRequests: 'See unban requests',
  readHypeTrains: 'See hype trains',
  snoozeAds: capabilityTitles['ad snooze'],
  moderators: 'Add and remove moderators',
  vips: 'Add and remove VIPs',
  shieldMode: 'Turn Shield Mode on and off',
  warn: capabilityTitles.warnings,
})

/** Every permission that is asked for, and the capabilities that need it. */
export const twitchPermissions: Permissions<Scope> = {
  'user:write:chat': { title: titles.sendChat, capabilities: ['chat', 'chat as bot'] },
  'user:read:chat': { title: titles.readChat, capabilities: ['chat in'] },
  'user:bot': { title: titles.beBot, capabilities: ['chat as bot'] },
  'channel:manage:broadcast': { title: titles.editStream, capabilities: ['title', 'category', 'tags', 'markers'] },
  'clips:edit': { title: titles.createClips, capabilities: ['clips'] },
  'moderator:read:followers': { title: titles.readFollowers, capabilities: ['followers', 'follows'] },
  'moderator:read:chatters': { title: titles.readChatters, capabilities: ['present'] },
  'moderator:manage:banned_users': { title: titles.ban, capabilities: ['moderation'] },
  'moderator:manage:chat_messages': {
    title: titles.deleteMessages,
    capabilities: ['moderation', 'clear chat', 'pins', 'pin events'],
  },
  'moderator:manage:chat_settings': { title: titles.chatSettings, capabilities: ['chat rules'] },
  'channel:moderate': { title: titles.readModeration, capabilities: ['bans'] },
  'channel:read:subscriptions': { title: titles.readSubscriptions, capabilities: ['subscriptions', 'subscriber list'] },
  'bits:read': { title: titles.readBits, capabilities: ['bits', 'bits leaderboard'] },
  'channel:manage:redemptions': { title: titles.rewards, capabilities: ['rewards'] },
  'channel:manage:polls': { title: titles.polls, capabilities: ['polls'] },
  'channel:manage:predictions': { title: titles.predictions, capabilities: ['predictions'] },
  'channel:edit:commercial': { title: titles.commercials, capabilities: ['commercials'] },
  'channel:manage:raids': { title: titles.raids, capabilities: ['raid out'] },
  'channel:read:ads': { title: titles.readAds, capabilities: ['ad events', 'ad warnings'] },
  'channel:read:vips': { title: titles.readVips, capabilities: ['role events'] },
  'moderation:read': { title: titles.readModerators, capabilities: ['role events'] },
  'moderator:manage:announcements': { title: titles.announce, capabilities: ['announcements'] },
  'moderator:manage:shoutouts': { title: titles.shoutouts, capabilities: ['shoutouts', 'shoutout events'] },
  'moderator:read:unban_requests': { title: titles.readUnbanRequests, capabilities: ['unban request events'] },
  'moderator:read:warnings': { title: titles.readWarnings, capabilities: ['warning events'] },
  'channel:read:hype_train': { title: titles.readHypeTrains, capabilities: ['hype trains'] },
  'channel:manage:ads': { title: titles.snoozeAds, capabilities: ['ad snooze'] },
  'channel:manage:moderators': { title: titles.moderators, capabilities: ['roles'] },
  'channel:manage:vips': { title: titles.vips, capabilities: ['roles'] },
  'moderator:manage:shield_mode': { title: titles.shieldMode, capabilities: ['platform shield'] },
  'moderator:manage:warnings': { title: titles.warn, capabilities: ['warnings'] },
}
