/**
 * How each secret of this server begins. The functions that create secrets read it here, and the log removes every text
 * that begins like one of them, so a new sort of secret cannot be forgotten there.
 */
export const secretPrefixes = {
  liveKey: 'sc_live_',
  testKey: 'sc_test_',
  overlayLink: 'ov_',
  playerLink: 'pl_',
  extensionToken: 'ext_',
  signInLink: 'link_',
  session: 'session_',
  webhookSecret: 'whsec_',
} as const

/** How tokens of other services begin, as far as they have a prefix. */
export const foreignPrefixes = [
  // Google: access tokens, refresh tokens, the secret of an app, API keys.
  'ya29.',
  '1//',
  'GOCSPX-',
  'AIza',
  // OpenAI and compatible servers, ElevenLabs, Euler Stream.
  'sk-',
  'sk_',
  'euler_',
] as const

/** Fields and parameters whose value is a secret, whatever the value looks like. */
export const secretFields = [
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'code_verifier',
  'authorization',
  'api_key',
  'apikey',
  'passphrase',
  'password',
  'verification_token',
] as const

/** Patterns with the part that stays in the first group. The rest of the match is removed. */
const shapes: readonly RegExp[] = [
  new RegExp(`\\b(${[...Object.values(secretPrefixes), ...foreignPrefixes].map(escaped).join('|')})[\\w-]{8,}`, 'g'),
  // JSON Web Tokens: Streamlabs, StreamElements, identity tokens.
  /\b(eyJ)[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  // Tokens without a prefix: a header, a field of JSON (also of JSON inside a string) or a parameter of an address.
  /\b((?:Bearer|OAuth|Basic)\s+)[\w.~+/=-]{8,}/gi,
  // A quoted name needs a quoted value: without it, null would be replaced, and the line would no longer be JSON.
  new RegExp(
    `\\b((?:${secretFields.join('|')})(?:\\\\?["']\\s*:\\s*\\\\?["']|\\s*[:=]\\s*\\\\?["']?))[^\\s"'&\\\\,;}]{4,}`,
    'gi',
  ),
  // The password in an address, as in DATABASE_URL.
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/gi,
  // The address of a donation webhook and the state of a sign-in: the channel and random characters.
  /\b(\d{1,15}[.-])[0-9A-Za-z]{32,}\b/g,
]

export function redactSecrets(text: string): string {
  return shapes.reduce((clean, shape) => clean.replace(shape, '$1…'), text)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
