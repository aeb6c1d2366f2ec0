import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { findUseridOnKick } from '../events/viewer-ids.ts'
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
import { isUnchanged, type Speaker } from './speakers.ts'
import type { StoredViewer, Viewer } from './viewer.ts'
import { createViewerRecords, type ViewerRecordNeeds } from './viewer-records.ts'
import { asViewer, findById, findByUser, setFollowed, storedViewerLookups, viewerLookups } from './viewer-rows.ts'

type EachAsViewer<R extends readonly ViewerReference[]> = { readonly [K in keyof R]: StoredViewer }

export type Viewers = ReturnType<typeof createViewers>

export function createViewers(needs: ViewerRecordNeeds & { readonly db: Database; readonly platforms: Platforms }) {
  const { db, clock, platforms, speakers } = needs
  const { ensure } = createViewerRecords(needs)
  const asking = askingPlatforms(platforms)
  const askingStored = { ...askingNobody, knowsPersons: asking.knowsPersons }

  function find(channel: Channel, platform: Platform, reference: ViewerReference): Promise<FoundViewer | undefined> {
    return lookUp({ reader: db, channel: channel.id, platform, asking, lookups: viewerLookups }, reference)
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
      const isLinked = viewer.person !== null && platform !== 'kick'
      const linkedUserid = isLinked ? await findUseridOnKick(tx, channel.id, viewer.id) : undefined
      const speaker = { ...viewer, linkedUserid }
      speakers.keep(tx, channel.id, speaker)
      return speaker
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
      const place = { reader, channel: channel.id, platform, asking: askingStored, lookups: viewerLookups }
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
          const place = {
            ...{ reader: tx, channel: channel.id, platform },
            ...{ asking: askingLater, lookups: storedViewerLookups },
          }
          const known: StoredViewer[] = []
          for (const reference of references) {
            const found = await lookUp(place, reference)
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
        const viewers: StoredViewer[] = []
        for (const one of found) viewers.push(await ensure(tx, channel, one))
        return work(tx, viewers as EachAsViewer<R>)
      })
    },

    /** By our own id, which the panel uses. */
    async getKnown(reader: Reader, channelId: number, id: number): Promise<Viewer> {
      const row = await reader.get(findById, { channel: channelId, id })
      if (row === undefined) throw new Failure('user_not_found', { message: viewerErrors.notFound.of() })
      return asViewer(row)
    },

    async getById(reader: Reader, channelId: number, id: number): Promise<Viewer | undefined> {
      const row = await reader.get(findById, { channel: channelId, id })
      return row && asViewer(row)
    },
  }
}

function notFound({ userid = '', username = userid }: ViewerReference): Failure {
  return new Failure('user_not_found', { message: viewerErrors.notKnown.of({ who: username }) })
}

function requireReference({ userid, username }: ViewerReference): void {
  if (userid === undefined && username === undefined) throw new Failure('user_required')
}
