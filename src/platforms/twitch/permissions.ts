import { defineMessages } from '../../messages/message.ts'
import type { Permissions } from '../permissions.ts'
import type { botScopes, broadcasterScopes } from './sign-in.external.ts'

type Scope = (typeof broadcasterScopes)[number] | (typeof botScopes)[number]

const titles = defineMessages('permissions.twitch', {
  sendChat: 'Send chat messages',
  readChat: 'Read chat messages',
  beBot: 'Appear as a bot in chat',
  editStream: 'Change the title and the category',
  createClips: 'Create clips',
  readFollowers: 'See your followers',
  readChatters: 'See who is in the chat',
  ban: 'Ban and time out viewers',
  deleteMessages: 'Delete chat messages',
  chatSettings: 'Change slow mode and followers-only mode',
  readModeration: 'See bans and unbans',
  readSubscriptions: 'See your subscribers',
  readBits: 'See Bits',
})

/** Every permission that is asked for, and the capabilities that need it. */
export const twitchPermissions: Permissions<Scope> = {
  'user:write:chat': { title: titles.sendChat, capabilities: ['chat', 'chat as bot'] },
  'user:read:chat': { title: titles.readChat, capabilities: ['chat in'] },
  'user:bot': { title: titles.beBot, capabilities: ['chat as bot'] },
  'channel:manage:broadcast': { title: titles.editStream, capabilities: ['title', 'category'] },
  'clips:edit': { title: titles.createClips, capabilities: ['clips'] },
  'moderator:read:followers': { title: titles.readFollowers, capabilities: ['followers', 'follows'] },
  'moderator:read:chatters': { title: titles.readChatters, capabilities: ['present'] },
  'moderator:manage:banned_users': { title: titles.ban, capabilities: ['moderation'] },
  'moderator:manage:chat_messages': { title: titles.deleteMessages, capabilities: ['moderation', 'clear chat'] },
  'moderator:manage:chat_settings': { title: titles.chatSettings, capabilities: ['chat rules'] },
  'channel:moderate': { title: titles.readModeration, capabilities: ['bans'] },
  'channel:read:subscriptions': { title: titles.readSubscriptions, capabilities: ['subscriptions', 'subscriber list'] },
  'bits:read': { title: titles.readBits, capabilities: ['bits'] },
}
