import { asObject } from '../calls/json-fields.ts'
import { channelScopes } from './channel-events.external.ts'

export const defaultAuthUrl = 'https://id.twitch.tv/oauth2'

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
  'channel:manage:redemptions',
  'channel:manage:polls',
  'channel:manage:predictions',
  ...channelScopes,
  'channel:read:hype_train',
  'channel:manage:ads',
  'channel:manage:moderators',
  'channel:manage:vips',
  'moderator:manage:shield_mode',
  'moderator:manage:warnings',
] as const

export const botScopes = ['user:write:chat', 'user:bot'] as const

/** Without it Twitch reuses the last sign-in, which is the wrong account when a bot is connected. */
export const authExtra = { force_verify: 'true' }

export const validatePath = '/validate'

export function validateHeaders(accessToken: string): Record<string, string> {
  return { Authorization: `OAuth ${accessToken}` }
}

/** What an account has really granted: it can have taken something back. Null stands for nothing. */
export function grantedScopesIn(body: unknown): string[] {
  const { scopes } = asObject(body)
  return Array.isArray(scopes) ? scopes.map(String) : []
}
