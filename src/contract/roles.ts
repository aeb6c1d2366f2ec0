/** What somebody can be in a chat, as platforms tell it with a message. `everyone` and `user:<name>` need no telling. */
export const chatRoles = ['follower', 'subscriber', 'vip', 'moderator', 'broadcaster'] as const
export type ChatRole = (typeof chatRoles)[number]

export function isChatRole(word: string): word is ChatRole {
  return (chatRoles as readonly string[]).includes(word)
}
