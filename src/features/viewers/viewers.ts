import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import { nameKey } from '../../contract/text.ts'
import type { PlatformUser, UserReference } from '../../platforms/platform.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import { type Database, type Reader, sql, type Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { createRanking } from './ranking.ts'

export interface Viewer {
  readonly id: number
  readonly platform: Platform
  readonly userId: string
  readonly username: string
  readonly displayname: string
  readonly person: string | null
  readonly isBot: boolean
  readonly points: number
  readonly coin: number
  readonly watchMinutes: number
  readonly messageCount: number
}

/** A viewer we know, or one that the platform knows and we are about to. */
export type FoundViewer = { readonly known: Viewer } | { readonly platform: Platform; readonly fresh: PlatformUser }

export interface ViewerReference {
  readonly userid?: string | undefined
  readonly username?: string | undefined
}

interface ViewerRow {
  readonly id: number
  readonly platform: Platform
  readonly platform_user_id: string
  readonly username: string
  readonly displayname: string
  readonly person: string | null
  readonly is_bot: number
  readonly points: number
  readonly coin: number
  readonly watch_minutes: number
  readonly message_count: number
}

const columns = `id, platform, platform_user_id, username, displayname, person, is_bot, points, coin, watch_minutes,
  message_count`
const findById = sql<{ channel: number; id: number }, ViewerRow>(
  `SELECT ${columns} FROM viewers WHERE channel_id = :channel AND id = :id`,
)
const findByUser = sql<{ channel: number; platform: string; userId: string }, ViewerRow>(
  `SELECT ${columns} FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId`,
)
// A name can pass from one account to another: whoever was seen with it last is meant.
const findByName = sql<{ channel: number; platform: string; key: string }, ViewerRow>(
  `SELECT ${columns} FROM viewers WHERE channel_id = :channel AND platform = :platform AND name_key = :key
   ORDER BY id DESC LIMIT 1`,
)
const findByPerson = sql<{ channel: number; platform: string; person: string }, ViewerRow>(
  `SELECT ${columns} FROM viewers
   WHERE channel_id = :channel AND person = :person AND platform = :platform ORDER BY id LIMIT 1`,
)
const findByFormerName = sql<{ channel: number; platform: string; key: string }, { id: number }>(
  `SELECT viewer_id AS id FROM former_names
   WHERE channel_id = :channel AND platform = :platform AND name_key = :key ORDER BY until DESC LIMIT 1`,
)
const nextViewer = sql<{ channel: number }, { id: number }>(
  'UPDATE channels SET last_viewer = last_viewer + 1 WHERE id = :channel RETURNING last_viewer AS id',
)
const insertViewer = sql<{
  channel: number
  id: number
  platform: string
  userId: string
  username: string
  key: string
  displayname: string
  person: string | null
  isBot: number
  now: number
}>(
  `INSERT INTO viewers (channel_id, id, platform, platform_user_id, username, name_key, displayname, person, is_bot,
     created_at)
   VALUES (:channel, :id, :platform, :userId, :username, :key, :displayname, :person, :isBot, :now)`,
)
const renameViewer = sql<{ channel: number; id: number; username: string; key: string; displayname: string }>(
  `UPDATE viewers SET username = :username, name_key = :key, displayname = :displayname
   WHERE channel_id = :channel AND id = :id`,
)
const keepFormerName = sql<{ channel: number; platform: string; key: string; id: number; now: number }>(
  `INSERT INTO former_names (channel_id, platform, name_key, viewer_id, until)
   VALUES (:channel, :platform, :key, :id, :now)
   ON CONFLICT (channel_id, platform, name_key, viewer_id) DO UPDATE SET until = excluded.until`,
)

type Ranking = ReturnType<typeof createRanking>
export type Viewers = ReturnType<typeof createViewers>

export function createViewers(needs: {
  db: Database
  clock: Clock
  platforms: Platforms
  rankings: { points: Ranking; watch: Ranking }
}) {
  const { db, clock, platforms, rankings } = needs

  /** By id, by person, by name: everything that can be answered without asking a platform. */
  async function findKnown(
    channel: number,
    platform: Platform,
    reference: ViewerReference,
  ): Promise<Viewer | undefined> {
    const { userid, username } = reference
    if (userid !== undefined) {
      const found = await findKnownById(channel, platform, userid)
      if (found !== undefined) return asViewer(found)
    }
    if (username === undefined) return undefined
    const key = nameKey(username)
    const found = await db.get(findByName, { channel, platform, key })
    if (found !== undefined) return asViewer(found)
    const former = await db.get(findByFormerName, { channel, platform, key })
    const row = former && (await db.get(findById, { channel, id: former.id }))
    return row && asViewer(row)
  }

  async function findKnownById(channel: number, platform: Platform, userId: string): Promise<ViewerRow | undefined> {
    if (platform !== 'kick') {
      const onKick = await db.get(findByUser, { channel, platform: 'kick', userId })
      const person = onKick?.person
      const linked = person && (await db.get(findByPerson, { channel, platform, person }))
      if (linked) return linked
    }
    return db.get(findByUser, { channel, platform, userId })
  }

  /** The last resort: the platforms themselves. A person's Kick id leads to the same person's account elsewhere. */
  async function askPlatforms(
    channel: number,
    platform: Platform,
    reference: ViewerReference,
  ): Promise<PlatformUser | undefined> {
    const { userid, username } = reference
    if (userid !== undefined && platform !== 'kick') {
      const person = (await ask(channel, 'kick', { id: userid }))?.person
      const linked = person === undefined ? undefined : await ask(channel, platform, { person })
      if (linked !== undefined) return linked
    }
    const byId = userid === undefined ? undefined : await ask(channel, platform, { id: userid })
    return byId ?? (username === undefined ? undefined : ask(channel, platform, { username }))
  }

  async function ask(channel: number, platform: Platform, reference: UserReference): Promise<PlatformUser | undefined> {
    const connection = await platforms.find(channel, platform)
    if (connection === undefined) return undefined
    return inTime(connection, (signal) => connection.connector.findUser(connection.account, reference, signal))
  }

  async function find(
    channel: Channel,
    platform: Platform,
    reference: ViewerReference,
  ): Promise<FoundViewer | undefined> {
    const known = await findKnown(channel.id, platform, reference)
    if (known !== undefined) return { known }
    const fresh = await askPlatforms(channel.id, platform, reference)
    return fresh && { platform, fresh }
  }

  /** The row as it is inside this transaction, made or renamed where the platform knows better. */
  async function ensure(tx: Writer, channel: { readonly id: number }, found: FoundViewer): Promise<Viewer> {
    if ('known' in found) {
      const row = await tx.get(findById, { channel: channel.id, id: found.known.id })
      if (row === undefined) throw new Failure('user_not_found')
      return asViewer(row)
    }
    const { platform, fresh } = found
    const there = await tx.get(findByUser, { channel: channel.id, platform, userId: fresh.id })
    if (there === undefined) return create(tx, channel.id, platform, fresh)
    if (there.username === fresh.username && there.displayname === fresh.displayname) return asViewer(there)
    return rename(tx, channel.id, there, fresh)
  }

  async function create(tx: Writer, channel: number, platform: Platform, user: PlatformUser): Promise<Viewer> {
    const id = (await tx.get(nextViewer, { channel }))?.id
    if (id === undefined) throw new Error(`channel ${channel} does not exist`)
    const isBot = user.isBot ?? false
    const { username, displayname, person = null } = user
    await tx.run(insertViewer, {
      channel,
      id,
      platform,
      userId: user.id,
      username,
      key: nameKey(username),
      displayname,
      person,
      isBot: isBot ? 1 : 0,
      now: clock.now(),
    })
    if (!isBot) {
      const place = { channelId: channel, platform, viewerId: id }
      await rankings.points.enter(tx, place, 0)
      await rankings.watch.enter(tx, place, 0)
    }
    const nothing = { points: 0, coin: 0, watchMinutes: 0, messageCount: 0 }
    return { id, platform, userId: user.id, username, displayname, person, isBot, ...nothing }
  }

  async function rename(tx: Writer, channel: number, row: ViewerRow, user: PlatformUser): Promise<Viewer> {
    const key = nameKey(user.username)
    const { id, platform } = row
    await tx.run(renameViewer, { channel, id, username: user.username, key, displayname: user.displayname })
    if (nameKey(row.username) !== key) {
      await tx.run(keepFormerName, { channel, platform, key: nameKey(row.username), id, now: clock.now() })
    }
    return { ...asViewer(row), username: user.username, displayname: user.displayname }
  }

  return {
    find,
    ensure,

    async resolve(channel: Channel, platform: Platform, reference: ViewerReference): Promise<FoundViewer> {
      if (reference.userid === undefined && reference.username === undefined) throw new Failure('user_required')
      const found = await find(channel, platform, reference)
      if (found === undefined) {
        const who = reference.username ?? reference.userid
        throw new Failure('user_not_found', { message: `No viewer ${who} is known on this platform.` })
      }
      return found
    },

    /** For reading: the viewer as a row, made on the spot when the platform knew someone new. */
    async get(channel: Channel, platform: Platform, reference: ViewerReference): Promise<Viewer> {
      const found = await this.resolve(channel, platform, reference)
      return 'known' in found ? found.known : db.write((tx) => ensure(tx, channel, found))
    },

    async getById(reader: Reader, channelId: number, id: number): Promise<Viewer | undefined> {
      const row = await reader.get(findById, { channel: channelId, id })
      return row && asViewer(row)
    },
  }
}

function asViewer(row: ViewerRow): Viewer {
  return {
    id: row.id,
    platform: row.platform,
    userId: row.platform_user_id,
    username: row.username,
    displayname: row.displayname,
    person: row.person,
    isBot: row.is_bot === 1,
    points: row.points,
    coin: row.coin,
    watchMinutes: row.watch_minutes,
    messageCount: row.message_count,
  }
}
