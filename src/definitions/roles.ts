import { defineMessages } from '../kernel/text/message.ts'
import { commonEventLabels } from './common-event-labels.ts'

/** What somebody can be in a chat, as platforms report it with a message. */
export const chatRoles = ['follower', 'subscriber', 'vip', 'moderator', 'broadcaster'] as const
export type ChatRole = (typeof chatRoles)[number]

/** Whom a permission can name, beside single viewers by `user:<name>`. */
export const permissionRoles = ['everyone', ...chatRoles] as const
export type PermissionRole = (typeof permissionRoles)[number]

export const roleTitles = defineMessages('roles', {
  everyone: commonEventLabels.everyone,
  follower: commonEventLabels.followers,
  subscriber: commonEventLabels.subscribers,
  vip: commonEventLabels.vips,
  moderator: commonEventLabels.moderators,
  broadcaster: commonEventLabels.broadcaster,
}) satisfies Readonly<Record<PermissionRole, () => string>>

/** The English titles of the roles, for the schemas of fields that choose among them. */
export const chatRoleTitles = Object.fromEntries(chatRoles.map((role) => [role, roleTitles[role].text])) as Readonly<
  Record<ChatRole, string>
>

export function isChatRole(word: string): word is ChatRole {
  return (chatRoles as readonly string[]).includes(word)
}

/** The title of a role; a word that is not a role stays as it is. */
export function roleTitle(word: string): string {
  const role = permissionRoles.find((one) => one === word)
  return role === undefined ? word : roleTitles[role]()
}
