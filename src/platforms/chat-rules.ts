import type { ChatMode } from './contract/chat-modes.ts'

/** Who may write in the chat, how often and what. */
export interface ChatRules {
  readonly followersOnly: boolean
  /** How long a viewer must have followed while `followersOnly` is set. */
  readonly followersMinutes: number
  /** 0: slow mode is off. */
  readonly slowSeconds: number
  readonly subscribersOnly: boolean
  readonly emoteOnly: boolean
  /** A message that was written before is refused. */
  readonly uniqueOnly: boolean
}

/** A mode of the chat as the API and the event log have it. `seconds` is null for a mode without a time. */
export interface ChatModeState {
  readonly mode: ChatMode
  readonly enabled: boolean
  readonly seconds: number | null
}

export const noChatRules: ChatRules = {
  followersOnly: false,
  followersMinutes: 0,
  slowSeconds: 0,
  subscribersOnly: false,
  emoteOnly: false,
  uniqueOnly: false,
}

export function modesOf(rules: ChatRules): ChatModeState[] {
  const { followersOnly, followersMinutes, slowSeconds, subscribersOnly, emoteOnly, uniqueOnly } = rules
  const followed = followersOnly ? followersMinutes * 60 : null
  return [
    { mode: 'slow', enabled: slowSeconds > 0, seconds: slowSeconds > 0 ? slowSeconds : null },
    { mode: 'followers', enabled: followersOnly, seconds: followed },
    { mode: 'subscribers', enabled: subscribersOnly, seconds: null },
    { mode: 'emote_only', enabled: emoteOnly, seconds: null },
    { mode: 'unique', enabled: uniqueOnly, seconds: null },
  ]
}

/** The rules that one mode changes. Platforms count the time of followers in minutes, so seconds are rounded up. */
export function rulesOf({ mode, enabled, seconds }: ChatModeState, defaultSlowSeconds: number): Partial<ChatRules> {
  switch (mode) {
    case 'slow':
      return { slowSeconds: enabled ? (seconds ?? defaultSlowSeconds) : 0 }
    case 'followers':
      return { followersOnly: enabled, ...(enabled && { followersMinutes: Math.ceil((seconds ?? 0) / 60) }) }
    case 'subscribers':
      return { subscribersOnly: enabled }
    case 'emote_only':
      return { emoteOnly: enabled }
    case 'unique':
      return { uniqueOnly: enabled }
  }
}
