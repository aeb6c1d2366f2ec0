import type { Context } from '../../context.ts'
import type { Channel } from '../channels/channels.ts'
import type { DeskState } from './desk.ts'

export const needCodes = [
  'platform_trouble',
  'overlay_away',
  'no_key',
  'key_expires_soon',
  'cue_failed',
  'no_platform',
] as const
export type NeedCode = (typeof needCodes)[number]

const soonMs = 7 * 24 * 60 * 60 * 1000
const latelyMs = 60 * 60 * 1000

/** What a broadcaster should look after, most urgent first. Nothing is listed that is as it should be. */
export async function listNeeds(
  ctx: Context,
  channel: Channel,
  state: DeskState,
): Promise<{ code: NeedCode; count: number }[]> {
  const now = ctx.clock.now()
  const [keys, firings] = await Promise.all([ctx.keys.list(channel), ctx.overlays.recent(channel, 50)])
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  const counts: Readonly<Record<NeedCode, number>> = {
    platform_trouble: state.booths.filter(({ trouble }) => trouble !== null).length,
    no_platform: state.booths.length === 0 ? 1 : 0,
    cue_failed: firings.filter((firing) => firing.state === 'failed' && now - firing.createdAt < latelyMs).length,
    overlay_away: state.overlay ? 0 : 1,
    key_expires_soon: working.filter(({ expiresAt }) => expiresAt !== null && expiresAt - now < soonMs).length,
    no_key: working.length === 0 ? 1 : 0,
  }
  return Object.entries(counts).flatMap(([code, count]) => (count > 0 ? { code: code as NeedCode, count } : []))
}
