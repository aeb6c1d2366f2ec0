import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import {
  askingLater,
  askingNobody,
  askingPlatforms,
  askNeeded,
  type FoundViewer,
  lookUp,
  type ViewerReference,
} from './lookup.ts'
import { viewerErrors } from './messages.ts'
import type { createRanking } from './ranking.ts'
import { isUnchanged, type Speaker, type Speakers } from './speakers.ts'
import type { Viewer } from './viewer.ts'
import {
  asViewer,
  findById,
  findByUser,
  insertViewer,
  keepFormerName,
  renameViewer,
  setBot,
  setFollowed,
  setRoles,
  type ViewerRow,
} from './viewer-rows.ts'

type EachAsViewer<R extends readonly ViewerReference[]> = { readonly [K in keyof R]: Viewer }

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
  const asking = askingPlatforms(platforms)
  const askingStored = { ...askingNobody, knowsPersons: asking.knowsPersons }

  function find(channel: Channel, platform: Platform, reference: ViewerReference): Promise<FoundViewer | undefined> {
    return lookUp({ reader: db, channel: channel.id, platform, asking }, reference)
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

    /**
     * Finds a stored viewer without a call to a platform: undefined also where only the platform could say who is
     * meant, as for a Kick id that is not stored.
     */
    async findKnown(
      channel: Channel,
      platform: Platform,
      reference: ViewerReference,
      reader: Reader = db,
    ): Promise<{ readonly known: Viewer } | undefined> {
      const place = { reader, channel: channel.id, platform, asking: askingStored }
      try {
        const found = await lookUp(place, reference)
        return found !== undefined && 'known' in found ? found : undefined
      } catch (error) {
        if (error instanceof Failure && error.code === 'platform_unavailable') return undefined
        throw error
      }
    },

    /** By the platform's own id alone, as files of viewers name them. */
    async findByPlatformId(channel: Channel, platform: Platform, userId: string): Promise<FoundViewer | undefined> {
      const row = await db.get(findByUser, { channel: channel.id, platform, userId })
      return row && { known: asViewer(row) }
    },

    async resolve(channel: Channel, platform: Platform, reference: ViewerReference): Promise<FoundViewer> {
      requireReference(reference)
      const found = await find(channel, platform, reference)
      if (found === undefined) throw notFound(reference)
      return found
    },

    /** For reads: the viewer's row, created if only the platform knew the viewer. */
    async get(channel: Channel, platform: Platform, reference: ViewerReference): Promise<Viewer> {
      const found = await this.resolve(channel, platform, reference)
      return 'known' in found ? found.known : db.write((tx) => ensure(tx, channel, found))
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
            const found = await lookUp({ reader: tx, channel: channel.id, platform, asking: askingLater }, reference)
            if (found === undefined || !('known' in found)) throw askNeeded
            known.push(found.known)
          }
          return work(tx, known as EachAsViewer<R>)
        })
      } catch (error) {
        if (error !== askNeeded) throw error
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
      if (row === undefined) throw new Failure('user_not_found', { message: viewerErrors.notFound() })
      return asViewer(row)
    },

    async getById(reader: Reader, channelId: number, id: number): Promise<Viewer | undefined> {
      const row = await reader.get(findById, { channel: channelId, id })
      return row && asViewer(row)
    },
  }
}

function notFound({ userid = '', username = userid }: ViewerReference): Failure {
  return new Failure('user_not_found', { message: viewerErrors.notKnown({ who: username }) })
}

function requireReference({ userid, username }: ViewerReference): void {
  if (userid === undefined && username === undefined) throw new Failure('user_required')
}
