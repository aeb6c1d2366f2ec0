/** The scopes of the broadcaster's account. Each is needed for a feature of this server. */
export const broadcasterScopes = [
  'user:read',
  'channel:read',
  'channel:write',
  'chat:write',
  'events:subscribe',
  'moderation:ban',
  'moderation:chat_message:manage',
  'kicks:read',
]

export const botScopes = ['user:read', 'chat:write']

/** Kick's page replaces the first 127.0.0.1 in its address with localhost. This parameter protects the redirect URI. */
export function authorizeFirst(redirectUri: string): Record<string, string> {
  return new URL(redirectUri).hostname === '127.0.0.1' ? { redirect: '127.0.0.1' } : {}
}

/** Sent together with a token that is revoked. */
export const revokeFields = { token_hint_type: 'access_token' }

/** The client credentials grant of the app. */
export const appGrantForm = { grant_type: 'client_credentials' }
