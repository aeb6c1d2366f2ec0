const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

export const readScope = scope('youtube.readonly')
/** Chat, title and bans: Google has no narrower one that lets anything be written. */
export const manageScope = scope('youtube.force-ssl')
/** For the few channels that YouTube has allowed to list their members. */
export const membersScope = scope('youtube.channel-memberships.creator')

/**
 * `offline` gives a refresh token, and only together with `consent` on every sign-in. Without `select_account` Google
 * takes whoever is signed in, which is the wrong account when a bot is connected.
 */
export const authExtra = { access_type: 'offline', prompt: 'consent select_account' }
