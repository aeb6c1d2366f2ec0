import { randomBytes } from 'node:crypto'

export interface YouTubeUser {
  readonly id: string
  /** Without the @. */
  readonly handle: string
  readonly title: string
}

/** A message of a live chat, as YouTube documents it. */
export interface ChatItem {
  readonly id: string
  readonly snippet: Readonly<Record<string, unknown>>
  readonly authorDetails?: Readonly<Record<string, unknown>>
}

const titles = ['Streamer', 'StreamerBot', 'alice', 'bob', 'carol', 'Zoe', 'Ivy']
const everybody = titles.map((title, index): YouTubeUser => {
  return { id: `UC${String(index).padStart(22, '0')}`, handle: title.toLowerCase(), title }
})

/** A little YouTube: one channel with a broadcast that was not planned, some people, a chat. */
export function createYouTubeWorld() {
  const [broadcaster, bot] = everybody as [YouTubeUser, YouTubeUser]
  let count = 0

  const world = {
    people: [...everybody],
    broadcaster,
    bot,
    categories: [
      { id: '20', title: 'Gaming' },
      { id: '24', title: 'Entertainment' },
      { id: '19', title: 'Travel & Events' },
    ],
    video: {
      id: 'vid00000001',
      title: 'First title',
      categoryId: '20',
      description: 'About this stream',
      tags: ['one', 'two'],
      defaultLanguage: 'en',
    },
    /** Videos of other channels, whole, by their id. */
    otherVideos: {} as Record<string, Readonly<Record<string, unknown>>>,
    status: 'active' as 'active' | 'upcoming' | 'completed',
    /** Hours from now until the broadcast is planned to start. */
    startsInHours: 24,
    /** Other broadcasts that are planned; YouTube lists all of them in no order that it documents. */
    alsoPlanned: [] as { id: string; startsInHours: number | undefined }[],
    /** Whether the stream of the broadcast receives a picture. */
    isEncoderSending: true,
    chatId: 'Cg0KC3ZpZDAwMDAwMDAx',
    hasChat: true,
    viewers: 17,
    subscribers: 1230,
    poll: undefined as
      | { id: string; questionText: string; options: { optionText: string; tally?: string }[]; isActive: boolean }
      | undefined,
    /** Oldest first. */
    newSubscribers: [] as { id: string; by: string; at: Date }[],
    /** In seconds. */
    adBreaks: [] as number[],
    members: [] as { handle: string; levels: number }[],
    superChats: [] as { id: string; by: string; micros: string; comment: string; at: Date }[],
    lines: [] as { id: string; by: string; text: string }[],
    bans: new Map<string, { id: string; seconds: number | undefined }>(),
    chat: [] as ChatItem[],
    /** Of the next page of the chat that is asked for. */
    pollMs: 0,
    /** The next line is not taken, with these words. */
    refusal: undefined as { status: number; reason: string; message: string } | undefined,
    /** Receives everything that appears in the chat. */
    onItem: (_item: ChatItem) => {},

    newId: (prefix: string): string => `${prefix}.${randomBytes(9).toString('base64url')}.${++count}`,

    find({ id, handle }: { id?: string | null; handle?: string | null }): YouTubeUser | undefined {
      const wanted = handle?.replace(/^@/, '').toLowerCase()
      return world.people.find((one) => one.id === id || one.handle === wanted)
    },

    get(handle: string): YouTubeUser {
      const found = world.people.find((one) => one.handle === handle)
      if (found === undefined) throw new Error(`nobody is called ${handle}`)
      return found
    },

    /** Stands in the chat from now on. */
    post(item: ChatItem): ChatItem {
      world.chat.push(item)
      world.onItem(item)
      return item
    },
  }
  return world
}

export type YouTubeWorld = ReturnType<typeof createYouTubeWorld>
