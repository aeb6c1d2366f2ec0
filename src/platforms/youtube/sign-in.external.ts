export const defaultTokenUrl = 'https://oauth2.googleapis.com'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

export const readScope = scope('youtube.readonly')
/** For chat, title and bans: Google has no narrower scope with write access. */
export const manageScope = scope('youtube.force-ssl')
/** For channels that YouTube allows to list their members. */
export const membersScope = scope('youtube.channel-memberships.creator')

/**
 * `offline` requests a refresh token; `consent` makes Google send one on every sign-in. Without `select_account` Google
 * reuses the current sign-in, which is the wrong account when a bot is connected.
 */
export const authExtra = { access_type: 'offline', prompt: 'consent select_account' }
