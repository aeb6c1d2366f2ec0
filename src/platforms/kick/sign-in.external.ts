/** What the broadcaster is asked to allow: each for something that this server does. */
export const broadcasterScopes = [
  'user:read',
  'channel:read',
  'channel:write',
  'chat:write',
  'events:subscribe',
  'moderation:ban',
  'moderation:chat_message:manage',
]

export const botScopes = ['user:read', 'chat:write']

/** Kick's page turns the first 127.0.0.1 in its address into localhost; this one is there to be turned. */
export function authorizeFirst(redirectUri: string): Record<string, string> {
  return new URL(redirectUri).hostname === '127.0.0.1' ? { redirect: '127.0.0.1' } : {}
}

/** What stands beside the token when it is given back. */
export const revokeFields = { token_hint_type: 'access_token' }

/** For the app itself, in nobody's name. */
export const appGrantForm = { grant_type: 'client_credentials' }
