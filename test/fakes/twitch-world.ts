export interface TwitchUser {
  readonly id: string
  readonly login: string
  readonly name: string
}

const names = ['Streamer', 'StreamerBot', 'alice', 'bob', 'carol', 'Zoe', 'Yuri']

/** A little Twitch: one channel, some people, some games. */
export function createTwitchWorld() {
  const users: readonly TwitchUser[] = names.map((name, index) => ({
    id: String(50_001 + index),
    login: name.toLowerCase(),
    name,
  }))
  const [broadcaster, bot] = users as [TwitchUser, TwitchUser]

  return {
    users,
    broadcaster,
    bot,
    games: [
      { id: '509658', name: 'Just Chatting' },
      { id: '27471', name: 'Minecraft' },
      { id: '743', name: 'Chess' },
    ],
    title: 'First title',
    gameId: '509658',
    isLive: true,
    viewers: 17,
    followers: 321,
    chatters: ['alice', 'bob', 'streamer'],
    subscribers: [
      { login: 'streamer', tier: '3000', isGift: false },
      { login: 'alice', tier: '1000', isGift: false },
      { login: 'bob', tier: '2000', isGift: true },
    ],
    lines: [] as { id: string; by: string; text: string; replyTo?: string }[],
    badges: {
      global: { moderator: [{ id: '1', title: 'Moderator' }], subscriber: [{ id: '0', title: 'Subscriber' }] },
      own: { subscriber: [{ id: '12', title: '1-Year Subscriber' }] },
    },
    bits: [
      { login: 'bob', score: 900 },
      { login: 'alice', score: 300 },
    ],
    bans: new Map<string, { seconds: number | undefined; reason: string }>(),
    clips: new Map<string, { title: string; seconds: number; looksUntilReady: number }>(),
    settings: {
      slow_mode: false,
      slow_mode_wait_time: null as number | null,
      follower_mode: false,
      follower_mode_duration: null as number | null,
      subscriber_mode: false,
      emote_mode: false,
      unique_chat_mode: false,
    },
    raids: [] as string[],
    shoutouts: [] as string[],
    announcements: [] as string[],
    commercials: [] as number[],
    /** Twitch answers 200 and plays nothing. */
    isAdCooldown: false,
    /** Seconds since 1970, and how long; 0 while no ad is scheduled. */
    nextAd: { at: 0, seconds: 60 },
    /** How often the next ad can be moved. */
    snoozes: 1,
    isRaidPending: false,
    tags: [] as string[],
    markers: [] as string[],
    warnings: [] as { login: string; reason: string }[],
    moderators: new Set<string>(),
    vips: new Set<string>(),
    isShieldModeOn: false,
    pin: undefined as { id: string; by: TwitchUser; text: string; endsAt?: string | null } | undefined,
    /** Receives every line that is written, before its author has an answer. */
    onLine: (_line: { id: string; by: TwitchUser; text: string }) => {},
    /** Drops the next line with this reason, as AutoMod or slow mode would. */
    dropReason: undefined as string | undefined,

    find({ id, login }: { id?: string | null; login?: string | null }): TwitchUser | undefined {
      return users.find((user) => user.id === id || user.login === login?.toLowerCase())
    },

    get(login: string): TwitchUser {
      const user = users.find((one) => one.login === login)
      if (user === undefined) throw new Error(`nobody is called ${login}`)
      return user
    },
  }
}

export type TwitchWorld = ReturnType<typeof createTwitchWorld>
