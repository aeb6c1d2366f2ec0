import { defineMessages } from '../../kernel/text/message.ts'
import type { Permissions } from '../sign-in/permissions.ts'
import { manageScope, membersScope, readScope } from './sign-in.external.ts'

const titles = defineMessages('permissions.youtube', {
  read: 'View your YouTube account',
  manage: 'Manage your YouTube account: title, chat and bans',
  members: 'See your channel members',
})

/** Every permission that is asked for, and the capabilities that need it. */
export const youtubePermissions: Permissions = {
  [readScope]: { title: titles.read, capabilities: ['chat in', 'viewers', 'followers', 'follows'] },
  [manageScope]: {
    title: titles.manage,
    capabilities: ['chat', 'chat as bot', 'title', 'category', 'tags', 'moderation', 'broadcasts', 'polls'],
  },
  [membersScope]: { title: titles.members, capabilities: ['subscriber list'] },
}
