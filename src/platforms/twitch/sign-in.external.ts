/** The scopes of the broadcaster's account. Each is needed for a feature of this server. */
export const broadcasterScopes = [
  'user:write:chat',
  'user:read:chat',
  'channel:manage:broadcast',
  'clips:edit',
  'moderator:read:followers',
  'moderator:read:chatters',
  'moderator:manage:banned_users',
  'moderator:manage:chat_messages',
  'moderator:manage:chat_settings',
  'channel:moderate',
  'channel:read:subscriptions',
  'bits:read',
  'channel:read:hype_train',
]

export const botScopes = ['user:write:chat', 'user:bot']

/** Without it Twitch reuses the last sign-in, which is the wrong account when a bot is connected. */
export const authExtra = { force_verify: 'true' }

export const validatePath = '/validate'

export function validateHeaders(accessToken: string): Record<string, string> {
  return { Authorization: `OAuth ${accessToken}` }
}
