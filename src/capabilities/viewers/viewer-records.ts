import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { FoundViewer } from './lookup.ts'
import type { createRanking } from './ranking.ts'
import type { Speakers } from './speakers.ts'
import type { Viewer } from './viewer.ts'
import {
  asViewer,
  findById,
  findByUser,
  insertViewer,
  keepFormerName,
  renameViewer,
  setBot,
  setRoles,
  type ViewerRow,
} from './viewer-rows.ts'

type Ranking = ReturnType<typeof createRanking>
export interface ViewerRecordNeeds {
  readonly clock: Clock
  readonly rankings: { readonly points: Ranking; readonly watch: Ranking }
  readonly speakers: Speakers
}

/** Keeps the rows of viewers as the platforms report them: new ones, new names, roles, and who is a bot. */
export function createViewerRecords({ clock, rankings, speakers }: ViewerRecordNeeds) {
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
    // Their accounts on other platforms are cached without it.
    if (platform === 'kick' && person !== null) speakers.forgetAll(tx)
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

  return { ensure }
}
