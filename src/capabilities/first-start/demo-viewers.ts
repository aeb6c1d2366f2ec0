import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import { type Platform, platformDefinitions } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { findSandboxUser } from '../../platforms/sandbox/users.ts'
import type { Cause } from '../events/events.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Points on Kick; viewers have a share of them on the other platforms. Watch time is proportional to points. */
const regulars: readonly (readonly [name: string, points: number])[] = [
  ['alice', 1200],
  ['bob', 850],
  ['carol', 640],
  ['dave', 520],
  ['erin', 480],
  ['frank', 410],
  ['grace', 360],
  ['heidi', 300],
  ['ivan', 260],
  ['judy', 220],
  ['mallory', 10],
  ['niaj', 180],
  ['olivia', 165],
  ['peggy', 140],
  ['rupert', 120],
  ['sybil', 95],
  ['trent', 80],
  ['victor', 60],
  ['walter', 40],
  ['testuser', 25],
]
/** The shares of the watch time on yesterday and the days before. */
const daysAgo = [0.5, 0.3, 0.2]

/** Adds viewers whose balances equal the sum of their ledger and whose watch time equals the sum of its days. */
export async function addDemoViewers(ctx: Context, tx: Writer, cause: Cause, channel: Channel): Promise<void> {
  const now = ctx.clock.now()
  for (const { name: platform, sandbox } of platformDefinitions) {
    for (const [name, pointsOnKick] of regulars) {
      const amount = Math.floor(pointsOnKick * sandbox.share)
      const fresh = demoUser(platform, name)
      const viewer = await ctx.viewers.ensure(tx, channel, { platform, fresh })
      await ctx.points.add(tx, cause, viewer, amount, 'first-start')
      for (const [index, share] of daysAgo.entries()) {
        const minutes = Math.floor((amount / 2) * share)
        if (minutes === 0) continue
        const day = localDay(channel.timeZone, now - (index + 1) * dayMs)
        const known = await ctx.viewers.ensure(tx, channel, { known: viewer })
        await ctx.watchTime.adjust(tx, cause, known, { mode: 'add', amount: minutes, day })
      }
    }
  }
}

export function demoUser(platform: Platform, username: string): PlatformUser {
  const user = findSandboxUser(platform, { username })
  if (user === undefined) throw new Error(`the sandbox has no user ${username}`)
  return user
}
