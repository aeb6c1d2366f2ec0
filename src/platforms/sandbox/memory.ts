import type { Clock } from '../../kernel/ambient.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../contract/platforms.ts'
import type { PlatformCategory } from '../platform.ts'
import { initialStreams } from './initial-streams.ts'

/** One platform of one channel. */
export interface SandboxPlace {
  readonly channelId: number
  readonly platform: Platform
}
type PlaceParams = { channel: number; platform: string }

export const linesKept = 200

export interface SandboxStream {
  readonly live: number
  readonly title: string
  readonly category_id: string
  readonly category: string
  readonly viewers: number
  readonly followers: number
  readonly started_at: number | null
}

const here = 'channel_id = :channel AND platform = :platform'

/** The viewer count is the number of silent viewers plus the users who wrote or joined. */
const findStream = sql<PlaceParams, SandboxStream>(
  `SELECT live, title, category_id, category, followers, started_at,
     viewer_count + (SELECT count(*) FROM sandbox_present WHERE ${here}) AS viewers
   FROM sandbox_streams WHERE ${here}`,
)
const insertStream = sql<
  PlaceParams & {
    live: number
    title: string
    categoryId: string
    category: string
    viewers: number
    followers: number
    startedAt: number | null
  }
>(
  `INSERT INTO sandbox_streams
     (channel_id, platform, live, title, category_id, category, viewer_count, followers, started_at)
   VALUES (:channel, :platform, :live, :title, :categoryId, :category, :viewers, :followers, :startedAt)
   ON CONFLICT (channel_id, platform) DO NOTHING`,
)
const setLive = sql<PlaceParams & { live: number; startedAt: number | null }>(
  `UPDATE sandbox_streams SET live = :live, started_at = :startedAt, pinned_id = NULL, pinned_until = NULL
   WHERE ${here} AND live <> :live`,
)
const setTitle = sql<PlaceParams & { title: string }>(`UPDATE sandbox_streams SET title = :title WHERE ${here}`)
const setCategory = sql<PlaceParams & { id: string; name: string }>(
  `UPDATE sandbox_streams SET category_id = :id, category = :name WHERE ${here}`,
)
const nextLine = sql<PlaceParams, { line: number }>(
  `UPDATE sandbox_streams SET last_line = last_line + 1 WHERE ${here} RETURNING last_line AS line`,
)
const insertLine = sql<
  PlaceParams & {
    line: number
    id: string
    username: string
    text: string
    author: string
    at: number
    replyTo: string | null
    isAnnouncement: number
  }
>(
  `INSERT INTO sandbox_chat (channel_id, platform, line, id, username, text, author, at, reply_to, is_announcement)
   VALUES (:channel, :platform, :line, :id, :username, :text, :author, :at, :replyTo, :isAnnouncement)`,
)
const findLine = sql<PlaceParams & { id: string }, { username: string }>(
  `SELECT username FROM sandbox_chat WHERE ${here} AND id = :id`,
)
const dropOldLines = sql<PlaceParams & { upTo: number }>(`DELETE FROM sandbox_chat WHERE ${here} AND line <= :upTo`)
const dropLine = sql<PlaceParams & { id: string }>(`DELETE FROM sandbox_chat WHERE ${here} AND id = :id`)
const clearLines = sql<PlaceParams>(`DELETE FROM sandbox_chat WHERE ${here}`)
const findFollower = sql<PlaceParams & { username: string }, { at: number }>(
  `SELECT at FROM sandbox_followers WHERE ${here} AND username = :username`,
)
const listLines = sql<PlaceParams, SandboxChatLine>(
  `SELECT id, username, text, author, at, reply_to AS "replyTo", is_announcement AS "isAnnouncement" FROM sandbox_chat WHERE ${here} ORDER BY line LIMIT ${linesKept}`,
)

const insertFollower = sql<PlaceParams & { username: string; at: number }>(
  `INSERT INTO sandbox_followers (channel_id, platform, username, at) VALUES (:channel, :platform, :username, :at)
   ON CONFLICT (channel_id, platform, username) DO NOTHING`,
)
const countFollower = sql<PlaceParams>(`UPDATE sandbox_streams SET followers = followers + 1 WHERE ${here}`)

const upsertPresent = sql<PlaceParams & { username: string; at: number }>(
  `INSERT INTO sandbox_present (channel_id, platform, username, seen_at) VALUES (:channel, :platform, :username, :at)
   ON CONFLICT (channel_id, platform, username) DO UPDATE SET seen_at = excluded.seen_at`,
)
const dropPresent = sql<PlaceParams & { username: string }>(
  `DELETE FROM sandbox_present WHERE ${here} AND username = :username`,
)
const emptyRoom = sql<PlaceParams>(`DELETE FROM sandbox_present WHERE ${here}`)
const listPresent = sql<PlaceParams, { username: string }>(
  `SELECT username FROM sandbox_present WHERE ${here} ORDER BY username LIMIT 20000`,
)

const upsertBan = sql<PlaceParams & { username: string; reason: string; minutes: number | null; at: number }>(
  `INSERT INTO sandbox_bans (channel_id, platform, username, reason, minutes, at)
   VALUES (:channel, :platform, :username, :reason, :minutes, :at)
   ON CONFLICT (channel_id, platform, username) DO UPDATE SET reason = excluded.reason, minutes = excluded.minutes,
     at = excluded.at`,
)
const dropBan = sql<PlaceParams & { username: string }>(
  `DELETE FROM sandbox_bans WHERE ${here} AND username = :username`,
)
/** Expired timeouts are not listed. */
const listBans = sql<PlaceParams & { now: number }, Ban>(
  `SELECT username, reason, minutes, at FROM sandbox_bans
   WHERE ${here} AND (minutes IS NULL OR at + minutes * 60000 > :now) ORDER BY at, username LIMIT 1000`,
)

export type Author = 'broadcaster' | 'bot' | 'viewer'

export interface SandboxChatLine {
  readonly id: string
  readonly username: string
  readonly text: string
  readonly author: Author
  readonly at: number
  readonly replyTo: string | null
  /** 0 or 1. */
  readonly isAnnouncement: number
}

type NewLine = Pick<SandboxChatLine, 'id' | 'username' | 'text' | 'author'> & {
  readonly replyTo?: string | undefined
  readonly isAnnouncement?: boolean
}

export interface Ban {
  readonly username: string
  readonly reason: string
  /** Null: permanent. */
  readonly minutes: number | null
  readonly at: number
}

export type SandboxMemory = ReturnType<typeof createSandboxMemory>

/** The stored state of the sandbox. A stream is created when it is first read. */
export function createSandboxMemory({ db, clock }: { db: Database; clock: Clock }) {
  async function stream(place: SandboxPlace): Promise<SandboxStream> {
    const row = await db.get(findStream, at(place))
    if (row !== undefined) return row
    await change(place, async () => undefined)
    return stream(place)
  }

  async function change<T>(place: SandboxPlace, work: (tx: Writer, params: PlaceParams) => Promise<T>): Promise<T> {
    return db.write(async (tx) => {
      const { live, category, silentViewers, ...rest } = initialStreams[place.platform]
      await tx.run(insertStream, {
        ...at(place),
        ...rest,
        live: live ? 1 : 0,
        categoryId: category.id,
        category: category.name,
        viewers: silentViewers,
        startedAt: live ? clock.now() : null,
      })
      return work(tx, at(place))
    })
  }

  return {
    stream,

    /** Runs a change in a transaction, after creating the stream if needed. */
    change,

    /** Returns whether it changed. */
    async setLive(tx: Writer, params: PlaceParams, live: boolean): Promise<boolean> {
      const changed = await tx.run(setLive, { ...params, live: live ? 1 : 0, startedAt: live ? clock.now() : null })
      if (!live) await tx.run(emptyRoom, params)
      return changed > 0
    },

    async setTitle(tx: Writer, params: PlaceParams, title: string): Promise<void> {
      await tx.run(setTitle, { ...params, title })
    },

    async setCategory(tx: Writer, params: PlaceParams, { id, name }: PlatformCategory): Promise<void> {
      await tx.run(setCategory, { ...params, id, name })
    },

    async addLine(tx: Writer, params: PlaceParams, line: NewLine): Promise<void> {
      const number = (await tx.get(nextLine, params))?.line ?? 1
      const { replyTo = null, isAnnouncement = false, ...said } = line
      const more = { replyTo, isAnnouncement: Number(isAnnouncement), at: clock.now() }
      await tx.run(insertLine, { ...params, ...said, ...more, line: number })
      await tx.run(dropOldLines, { ...params, upTo: number - linesKept })
    },

    /** Returns whether the message existed. */
    async dropLine(tx: Writer, params: PlaceParams, id: string): Promise<boolean> {
      return (await tx.run(dropLine, { ...params, id })) > 0
    },

    /** Who wrote a message that is still kept. */
    async findAuthor(place: SandboxPlace, id: string): Promise<string | undefined> {
      return (await db.get(findLine, { ...at(place), id }))?.username
    },

    async clearLines(tx: Writer, params: PlaceParams): Promise<void> {
      await tx.run(clearLines, params)
    },

    async isFollower(place: SandboxPlace, username: string): Promise<boolean> {
      return (await db.get(findFollower, { ...at(place), username })) !== undefined
    },

    async lines(place: SandboxPlace): Promise<SandboxChatLine[]> {
      return db.all(listLines, at(place))
    },

    /** A repeated follow is not counted again. */
    async addFollower(tx: Writer, params: PlaceParams, username: string): Promise<void> {
      const isNew = await tx.run(insertFollower, { ...params, username, at: clock.now() })
      if (isNew > 0) await tx.run(countFollower, params)
    },

    async enter(tx: Writer, params: PlaceParams, username: string): Promise<void> {
      await tx.run(upsertPresent, { ...params, username, at: clock.now() })
    },

    async present(place: SandboxPlace): Promise<string[]> {
      return (await db.all(listPresent, at(place))).map(({ username }) => username)
    },

    async addBan(tx: Writer, params: PlaceParams, ban: Omit<Ban, 'at'>): Promise<void> {
      await tx.run(upsertBan, { ...params, ...ban, at: clock.now() })
      await tx.run(dropPresent, { ...params, username: ban.username })
    },

    async dropBan(tx: Writer, params: PlaceParams, username: string): Promise<boolean> {
      return (await tx.run(dropBan, { ...params, username })) > 0
    },

    async bans(reader: Reader, place: SandboxPlace): Promise<Ban[]> {
      return reader.all(listBans, { ...at(place), now: clock.now() })
    },
  }
}

function at({ channelId, platform }: SandboxPlace): PlaceParams {
  return { channel: channelId, platform }
}
