import { defineMessages } from '../../kernel/text/message.ts'
import { capabilityTitles } from '../contract/capabilities.ts'
import type { Permissions } from '../sign-in/permissions.ts'
import { commonPermissions } from '../sign-in/permissions.ts'
import type { botScopes, broadcasterScopes } from './sign-in.external.ts'

type Scope = (typeof broadcasterScopes)[number] | (typeof botScopes)[number]

const titles = defineMessages('permissions.kick', {
  readUser: 'See your user name',
  readChannel: 'See your channel',
  editChannel: commonPermissions.editChannel,
  sendChat: capabilityTitles.chat,
  subscribe: 'Receive the events of your channel',
  ban: commonPermissions.ban,
  deleteMessages: 'Delete chat messages',
  readRewards: 'See channel point rewards',
  editRewards: commonPermissions.editRewards,
  readKicks: 'See the leaderboard of KICKs',
})

/** Every permission that is asked for, and the capabilities that need it. */
export const kickPermissions: Permissions<Scope> = {
  'user:read': { title: titles.readUser, capabilities: [] },
  'channel:read': { title: titles.readChannel, capabilities: ['viewers'] },
  'channel:write': { title: titles.editChannel, capabilities: ['title', 'category', 'tags'] },
  'chat:write': { title: titles.sendChat, capabilities: ['chat', 'chat as bot'] },
  'events:subscribe': {
    title: titles.subscribe,
    capabilities: ['chat in', 'follows', 'subscriptions', 'bits', 'bans'],
  },
  'moderation:ban': { title: titles.ban, capabilities: ['moderation'] },
  'moderation:chat_message:manage': { title: titles.deleteMessages, capabilities: ['moderation'] },
  'channel:rewards:read': { title: titles.readRewards, capabilities: ['rewards'] },
  'channel:rewards:write': { title: titles.editRewards, capabilities: ['rewards'] },
  'kicks:read': { title: titles.readKicks, capabilities: ['bits leaderboard'] },
}
