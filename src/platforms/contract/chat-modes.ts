/** The modes that limit who may write in a chat, and what. */
export const chatModes = ['slow', 'followers', 'subscribers', 'emote_only', 'unique'] as const
export type ChatMode = (typeof chatModes)[number]

/** As people read them. */
export const chatModeTitles = {
  slow: 'Slow mode',
  followers: 'Followers only',
  subscribers: 'Subscribers only',
  emote_only: 'Emotes only',
  unique: 'Unique messages',
} as const satisfies Readonly<Record<ChatMode, string>>

/** The longest time that a mode can ask for: ninety days as a follower. */
export const maxModeSeconds = 90 * 24 * 60 * 60
export const defaultSlowSeconds = 30
