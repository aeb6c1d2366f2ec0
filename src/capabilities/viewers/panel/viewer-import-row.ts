import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../../kernel/storage/database.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import type { Platform } from '../../../platforms/contract/platforms.ts'
import type { Cause } from '../../events/events.ts'
import { fallbackDay } from '../contract/fallback-day.ts'
import type { FoundViewer, ViewerReference } from '../lookup.ts'

const panelErrors = defineMessages('errors.panel', {
  emptyLine: 'The line has neither points, coin nor watch_minutes.',
  tooFewMinutes: 'watch_minutes must be at least the {least} watched here.',
})

const reason = 'Import'

export interface ImportRow {
  readonly line: number
  readonly viewer: FoundViewer
  readonly totals: {
    readonly points: number | undefined
    readonly coin: number | undefined
    readonly watchMinutes: number | undefined
  }
}

/** With an id and a name the file is trusted; with a name only, the platform is asked for the id. */
export async function findRow(
  ctx: Context,
  channel: Channel,
  platform: Platform,
  written: { readonly line: number; readonly user_id?: string; readonly username?: string },
  totals: ImportRow['totals'],
): Promise<ImportRow> {
  const { line, user_id: userid, username } = written
  if (Object.values(totals).every((total) => total === undefined)) {
    throw new Failure('invalid_parameter', { message: panelErrors.emptyLine.of() })
  }
  return { line, viewer: await viewerOf(ctx, channel, platform, { userid, username }), totals }
}

/** The id in a file is the platform's own, unlike the `userid` of the API. */
async function viewerOf(
  ctx: Context,
  channel: Channel,
  platform: Platform,
  { userid, username }: ViewerReference,
): Promise<FoundViewer> {
  if (userid === undefined) return ctx.viewers.resolve(channel, platform, { username })
  const known = await ctx.viewers.findByPlatformId(channel, platform, userid)
  if (known !== undefined) return known
  if (username === undefined) return ctx.viewers.resolve(channel, platform, { userid })
  return { platform, fresh: { id: userid, username, displayname: username } }
}

/** Totals are set, not added, so the same file again changes nothing. */
export async function setRow(
  ctx: Context,
  tx: Writer,
  cause: Cause,
  { viewer: found, totals }: ImportRow,
): Promise<'created' | 'changed' | 'unchanged'> {
  const viewer = await ctx.viewers.ensure(tx, cause.channel, found)
  const { points = viewer.points, coin = viewer.coin, watchMinutes = viewer.watchMinutes } = totals
  const by = watchMinutes - viewer.watchMinutes
  if (by < 0) {
    const { minutes } = await ctx.watchTime.on(tx, cause.channel.id, viewer, fallbackDay)
    if (minutes < -by) {
      const least = viewer.watchMinutes - minutes
      throw new Failure('invalid_parameter', { message: panelErrors.tooFewMinutes.of({ least }) })
    }
  }
  if (points !== viewer.points) await ctx.points.set(tx, cause, viewer, points, reason)
  if (coin !== viewer.coin) await ctx.points.setCoins(tx, cause, { ...viewer, points }, coin, reason)
  if (by !== 0) {
    const change = { mode: by > 0 ? 'add' : 'remove', amount: Math.abs(by), day: fallbackDay } as const
    await ctx.watchTime.adjust(tx, cause, viewer, change)
  }
  if ('fresh' in found) return 'created'
  return points === viewer.points && coin === viewer.coin && by === 0 ? 'unchanged' : 'changed'
}
