/** The four platforms. Inside the house they have their own names; the words on the wire stand beside them. */
export const platforms = ['kick', 'twitch', 'youtube', 'tiktok'] as const
export type Platform = (typeof platforms)[number]

export const platformWords = ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD'] as const
export type PlatformWord = (typeof platformWords)[number]

const wordByPlatform = { kick: 'PlatformA', twitch: 'PlatformB', youtube: 'PlatformC', tiktok: 'PlatformD' } as const
const platformByWord = { PlatformA: 'kick', PlatformB: 'twitch', PlatformC: 'youtube', PlatformD: 'tiktok' } as const

/** What a person calls it, for sentences. */
export const platformTitles: Readonly<Record<Platform, string>> = {
  kick: 'Kick',
  twitch: 'Twitch',
  youtube: 'YouTube',
  tiktok: 'TikTok',
}

export function platformNamed(word: PlatformWord): Platform {
  return platformByWord[word]
}

export function wordFor(platform: Platform): PlatformWord {
  return wordByPlatform[platform]
}

/** The short key that `clips` and `platforms` in the answer of clip use. */
export function keyFor(platform: 'kick' | 'twitch'): 'alpha' | 'beta' {
  return platform === 'kick' ? 'alpha' : 'beta'
}
