import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ViewerEvent } from '../../platforms/platform.ts'
import type { Provider } from '../donations/contract/donation-providers.ts'
import { donatedIn } from '../donations/contract/events.ts'
import type { Cause } from '../events/events.ts'
import { pastEventId } from '../events/past-events.ts'
import { demoUser } from './demo-viewers.ts'

const dayMs = 24 * 60 * 60 * 1000

type DemoActivity = ViewerEvent extends infer E ? (E extends ViewerEvent ? Omit<E, 'id' | 'user'> : never) : never
type DemoEvent = readonly [platform: Platform, name: string, activity: DemoActivity]

const follow = { kind: 'follow' } as const
const unban = { kind: 'unban' } as const

function subscription(
  type: 'sub_new' | 'sub_renew' | 'sub_gift',
  tier: number,
  months: number,
  daysLeft: number,
  now: number,
): DemoActivity {
  return { kind: 'subscription', type, tier, months, expiresAt: now + daysLeft * dayMs }
}

function ban(minutes: number | null, reason: string): DemoActivity {
  return { kind: 'ban', minutes, reason, moderator: 'streamer' }
}

function cheer(amount: number, message: string): DemoActivity {
  return { kind: 'bits', amount, message }
}

/** Oldest first. Every banned viewer is unbanned, so that all viewers of the sandbox can be used. */
function history(now: number): readonly DemoEvent[] {
  return [
    ['kick', 'judy', follow],
    ['twitch', 'ivan', follow],
    ['kick', 'alice', subscription('sub_renew', 1, 6, 24, now)],
    ['kick', 'bob', subscription('sub_new', 1, 1, 19, now)],
    ['kick', 'carol', subscription('sub_gift', 1, 1, 12, now)],
    ['kick', 'dave', subscription('sub_renew', 2, 14, 28, now)],
    // Expired, to demonstrate include_expired.
    ['kick', 'erin', subscription('sub_new', 1, 1, -3, now)],
    ['twitch', 'grace', subscription('sub_new', 1, 1, 21, now)],
    ['kick', 'mallory', ban(10, 'Spam.')],
    ['kick', 'mallory', unban],
    ['twitch', 'mallory', ban(null, 'Still spam.')],
    ['twitch', 'mallory', unban],
    ['kick', 'frank', cheer(100, 'For the next round.')],
    ['kick', 'alice', cheer(500, 'What a run!')],
    ['twitch', 'heidi', cheer(250, 'Cheers!')],
    ['twitch', 'bob', cheer(100, 'Well played.')],
    ['kick', 'olivia', follow],
    ['youtube', 'peggy', follow],
    ['kick', 'victor', follow],
  ]
}

const donations: readonly {
  username: string
  provider: Provider
  amount: number
  currency: string
  message: string
}[] = [
  { username: 'carol', provider: 'kofi', amount: 3, currency: 'EUR', message: 'A coffee for you.' },
  { username: 'trent', provider: 'streamlabs', amount: 10, currency: 'USD', message: 'Keep it up.' },
]

/** Adds past events, so that the activity lists are not empty. They are processed like events of a platform. */
export async function addDemoActivity(ctx: Context, tx: Writer, cause: Cause, channel: Channel): Promise<void> {
  for (const [index, [platform, name, activity]] of history(ctx.clock.now()).entries()) {
    const event: ViewerEvent = { ...activity, id: pastEventId(index + 1), user: demoUser(platform, name) }
    await ctx.activity.record(tx, channel, platform, event)
  }
  for (const { username, ...donation } of donations) {
    const { id, displayname } = demoUser('kick', username)
    const data = {
      ...donation,
      ...donatedIn(donation),
      origin: 'demo',
      is_test: 1,
      user_id: id,
      username,
      displayname,
    } as const
    await ctx.events.appendNew(tx, cause, { kind: 'donation', platform: 'kick', data })
  }
}
