import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import { nameKey } from '../../contract/text.ts'
import type { PlatformUser, UserReference } from '../../platforms/platform.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import type { Database, Reader, Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { createRanking } from './ranking.ts'
import { isUnchanged, type Speaker, type Speakers } from './speakers.ts'
import type { Viewer } from './viewer.ts'
import {
  asViewer,
  findByFormerName,
  findById,
  findByName,
  findByPerson,
  findByUser,
  insertViewer,
  keepFormerName,
  renameViewer,
  setBot,
  setFollowed,
  setRoles,
  type ViewerRow,
} from './viewer-rows.ts'

/** A stored viewer, or one that only the platform knows so far. */
export type FoundViewer = { readonly known: Viewer } | { readonly platform: Platform; readonly fresh: PlatformUser }

export interface ViewerReference {
  readonly userid?: string | undefined
  readonly username?: string | undefined
}

type EachAsViewer<R extends readonly ViewerReference[]> = { readonly [K in keyof R]: Viewer }

/** Thrown to roll back a transaction; always caught in this module. */
const notKnown = new Error('the viewer does not exist')

type Ranking = ReturnType<typeof createRanking>
export type Viewers = ReturnType<typeof createViewers>

export function createViewers(needs: {
  db: Database
  clock: Clock
  platforms: Platforms
  rankings: { points: Ranking; watch: Ranking }
  speakers: Speakers
}) {
  const { db, clock, platforms, rankings, speakers } = needs

  /** Finds a stored viewer by id, person or name, without a call to a platform. */
  async function findKnown(
    reader: Reader,
    channel: number,
    platform: Platform,
    reference: ViewerReference,
  ): Promise<Viewer | undefined> {
    const { userid, username } = reference
    if (userid !== undefined) {
      const found = await findKnownById(reader, channel, platform, userid)
      if (found !== undefined) return asViewer(found)
    }
    if (username === undefined) return undefined
    const key = nameKey(username)
    const found = await reader.get(findByName, { channel, platform, key })
    if (found !== undefined) return asViewer(found)
    const former = await reader.get(findByFormerName, { channel, platform, key })
    const row = former && (await reader.get(findById, { channel, id: former.id }))
    return row && asViewer(row)
  }

  async function findKnownById(
    reader: Reader,
    channel: number,
    platform: Platform,
    userId: string,
  ): Promise<ViewerRow | undefined> {
    if (platform !== 'kick') {
      const onKick = await reader.get(findByUser, { channel, platform: 'kick', userId })
      const person = onKick?.person
      const linked = person && (await reader.get(findByPerson, { channel, platform, person }))
      if (linked) return linked
    }
    return reader.get(findByUser, { channel, platform, userId })
  }

  /** Asks the platforms. The Kick id of a person also finds that person's linked accounts on other platforms. */
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
    const known = await findKnown(db, channel.id, platform, reference)
    if (known !== undefined) return { known }
    const fresh = await askPlatforms(channel.id, platform, reference)
    return fresh && { platform, fresh }
  }

  /** The row as this transaction sees it, created or renamed if the platform has newer data. */
  async function ensure(tx: Writer, channel: { readonly id: number }, found: FoundViewer): Promise<Viewer> {
    if ('known' in found) {
      const row = await tx.get(findById, { channel: channel.id, id: found.known.id })
      if (row === undefined) throw new Failure('user_not_found')
      return asViewer(row)
    }
    const { platform, fresh } = found
    const there = await tx.get(findByUser, { channel: channel.id, platform, userId: fresh.id })
    if (there === undefined) return create(tx, channel.id, platform, fresh)
    const row = await withRoles(tx, channel.id, await withBot(tx, channel.id, there, fresh), fresh)
    if (row.username === fresh.username && row.displayname === fresh.displayname) return asViewer(row)
    return rename(tx, channel.id, row, fresh)
  }

  /** A viewer that is found to be a bot is removed from the leaderboards. */
  async function withBot(tx: Writer, channel: number, row: ViewerRow, user: PlatformUser): Promise<ViewerRow> {
    if (user.isBot !== true || row.is_bot === 1) return row
    const place = { channelId: channel, platform: row.platform, viewerId: row.id }
    await rankings.points.leave(tx, place, row.points)
    await rankings.watch.leave(tx, place, row.watch_minutes)
    await tx.run(setBot, { channel, id: row.id })
    speakers.forget(tx, channel, asViewer(row))
    return { ...row, is_bot: 1 }
  }

  /** A report without roles leaves the stored roles as they are. */
  async function withRoles(tx: Writer, channel: number, row: ViewerRow, user: PlatformUser): Promise<ViewerRow> {
    const roles = user.roles?.join(',') ?? row.roles
    if (roles === row.roles) return row
    await tx.run(setRoles, { channel, id: row.id, roles })
    speakers.forget(tx, channel, asViewer(row))
    return { ...row, roles }
  }

  async function create(tx: Writer, channel: number, platform: Platform, user: PlatformUser): Promise<Viewer> {
    const id = await tx.next('viewer', channel)
    const isBot = user.isBot ?? false
    const { username, displayname, person = null } = user
    await tx.run(insertViewer, {
      channel,
      id,
      seniority: -id,
      platform,
      userId: user.id,
      username,
      key: nameKey(username),
      displayname,
      person,
      isBot: isBot ? 1 : 0,
      roles: user.roles?.join(',') ?? '',
      now: clock.now(),
    })
    if (!isBot) {
      const place = { channelId: channel, platform, viewerId: id }
      await rankings.points.enter(tx, place, 0)
      await rankings.watch.enter(tx, place, 0)
    }
    const nothing = { points: 0, coin: 0, watchMinutes: 0, messageCount: 0 }
    const standing = { roles: user.roles ?? [], followedAt: null, countedMonth: 0, pointsSeq: null, coinSeq: null }
    return { id, platform, userId: user.id, username, displayname, person, isBot, ...nothing, ...standing }
  }

  async function rename(tx: Writer, channel: number, row: ViewerRow, user: PlatformUser): Promise<Viewer> {
    const key = nameKey(user.username)
    const { id, platform } = row
    const { username, displayname } = user
    const now = clock.now()
    await tx.run(renameViewer, { channel, id, username, key, displayname, now })
    const former = nameKey(row.username)
    if (former !== key) await tx.run(keepFormerName, { channel, platform, key: former, id, now })
    const viewer = { ...asViewer(row), username, displayname }
    speakers.forget(tx, channel, viewer)
    return viewer
  }

  return {
    find,
    ensure,

    /** The author of a chat message, created or renamed as in `ensure`; recent authors come from the cache. */
    async recognise(
      tx: Writer,
      channel: { readonly id: number },
      platform: Platform,
      reported: PlatformUser,
    ): Promise<Speaker> {
      const known = speakers.find(channel.id, platform, reported.id)
      if (known !== undefined && isUnchanged(known, reported)) return known
      const viewer = await ensure(tx, channel, { platform, fresh: reported })
      speakers.keep(tx, channel.id, viewer)
      return viewer
    },

    /** Stores the time of the first follow only. Returns whether this was the first one. */
    async markFollowed(tx: Writer, channel: { readonly id: number }, viewer: Viewer): Promise<boolean> {
      speakers.forget(tx, channel.id, viewer)
      return (await tx.run(setFollowed, { channel: channel.id, id: viewer.id, now: clock.now() })) > 0
    },

    /** Finds a stored viewer without a call to a platform. */
    async findKnown(
      channel: Channel,
      platform: Platform,
      reference: ViewerReference,
    ): Promise<FoundViewer | undefined> {
      const known = await findKnown(db, channel.id, platform, reference)
      return known && { known }
    },

    async resolve(channel: Channel, platform: Platform, reference: ViewerReference): Promise<FoundViewer> {
      requireReference(reference)
      const found = await find(channel, platform, reference)
      if (found === undefined) {
        const who = reference.username ?? reference.userid
        throw new Failure('user_not_found', { message: `No viewer ${who} is known on this platform.` })
      }
      return found
    },

    /** For reads: the viewer's row, created if only the platform knew the viewer. */
    async get(channel: Channel, platform: Platform, reference: ViewerReference): Promise<Viewer> {
      requireReference(reference)
      const known = await findKnown(db, channel.id, platform, reference)
      if (known !== undefined) return known
      const found = await this.resolve(channel, platform, reference)
      return db.write((tx) => ensure(tx, channel, found))
    },

    /**
     * For writes: the viewers as the transaction sees them, read once inside it. Only for a viewer that is not stored
     * the platform is asked, outside the transaction, which is then started again.
     */
    async change<T, const R extends readonly ViewerReference[]>(
      commit: (work: (tx: Writer) => Promise<T>) => Promise<T>,
      channel: Channel,
      platform: Platform,
      references: R,
      work: (tx: Writer, viewers: EachAsViewer<R>) => Promise<T>,
    ): Promise<T> {
      references.forEach(requireReference)
      try {
        return await commit(async (tx) => {
          const known: Viewer[] = []
          for (const reference of references) {
            const viewer = await findKnown(tx, channel.id, platform, reference)
            if (viewer === undefined) throw notKnown
            known.push(viewer)
          }
          return work(tx, known as EachAsViewer<R>)
        })
      } catch (error) {
        if (error !== notKnown) throw error
      }
      const found: FoundViewer[] = []
      for (const reference of references) found.push(await this.resolve(channel, platform, reference))
      return commit(async (tx) => {
        const viewers: Viewer[] = []
        for (const one of found) viewers.push(await ensure(tx, channel, one))
        return work(tx, viewers as EachAsViewer<R>)
      })
    },

    /** By our own id, which the panel uses. */
    async getKnown(reader: Reader, channelId: number, id: number): Promise<Viewer> {
      const row = await reader.get(findById, { channel: channelId, id })
      if (row === undefined) throw new Failure('user_not_found', { message: 'There is no such viewer.' })
      return asViewer(row)
    },

    async getById(reader: Reader, channelId: number, id: number): Promise<Viewer | undefined> {
      const row = await reader.get(findById, { channel: channelId, id })
      return row && asViewer(row)
    },
  }
}

function requireReference({ userid, username }: ViewerReference): void {
  if (userid === undefined && username === undefined) throw new Failure('user_required')
}
