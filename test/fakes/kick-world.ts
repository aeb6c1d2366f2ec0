export interface KickUser {
  readonly id: number
  readonly name: string
  /** In the address of their page. */
  readonly slug: string
}

const names = ['Streamer', 'StreamerBot', 'alice', 'bob', 'carol', 'Zoe', 'Yuri', 'snake_case', 'AppBot']

/** A little Kick: one channel, some people, some categories. */
export function createKickWorld() {
  const users: readonly KickUser[] = names.map((name, index) => ({
    id: 700_001 + index,
    name,
    slug: name.toLowerCase().replaceAll('_', '-'),
  }))
  const [broadcaster, bot] = users as [KickUser, KickUser]

  return {
    users,
    broadcaster,
    bot,
    categories: [
      { id: 15, name: 'Just Chatting' },
      { id: 12, name: 'Minecraft' },
      { id: 410, name: 'Chess' },
    ],
    title: 'First title',
    categoryId: 15,
    tags: [] as string[],
    isLive: true,
    viewers: 23,
    /** Kick tells the old title for a while after it took a new one. */
    reported: undefined as { title: string; categoryId: number } | undefined,
    activeSubscribers: 2,
    gifted: [
      { name: 'bob', amount: 500 },
      { name: 'alice', amount: 20 },
    ],
    lines: [] as { id: string; by: string; text: string }[],
    bans: new Map<number, { minutes: number | undefined; reason: string }>(),
    /** Whether the operator has made a bot for the app. */
    hasAppBot: true,
    /** Whether Kick answers every message of the app's bot with an error. */
    isAppBotBroken: false,
    /** Whether chat calls are answered with 401 although the token is good. */
    refusesGoodTokens: false,
    /** Whether refusals of bans have their reason in `message` instead of `data`. */
    hasReasonInMessage: false,
    /** Receives every line that is written, before whoever wrote it has an answer. */
    onLine: (_line: { id: string; by: KickUser; text: string }) => {},
    /** Does not take the next line, for this reason. */
    refusal: undefined as string | undefined,

    find({ id, slug }: { id?: number; slug?: string | null }): KickUser | undefined {
      return users.find((user) => user.id === id || user.slug === slug)
    },

    get(name: string): KickUser {
      const user = users.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (user === undefined) throw new Error(`nobody is called ${name}`)
      return user
    },
  }
}

export type KickWorld = ReturnType<typeof createKickWorld>
