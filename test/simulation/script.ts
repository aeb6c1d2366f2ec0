import { createRandom } from '../trust/random.ts'

/** How big the show is. */
export interface Size {
  readonly seed: number
  readonly minutes: number
  readonly viewers: number
  readonly messagesPerSecond: number
}

export const platforms = ['kick', 'twitch'] as const
export type Platform = (typeof platforms)[number]

/** One thing that happens; `viewer` counts from 0. A repeated event has the same id. */
export type Action = { readonly id: string; readonly platform: Platform; readonly viewer: number } & (
  | { readonly kind: 'join' }
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'follow' }
  | { readonly kind: 'subscribe'; readonly months: number; readonly giver: number | null }
  | { readonly kind: 'raid'; readonly viewers: number }
  | { readonly kind: 'bits'; readonly amount: number }
  | { readonly kind: 'ban'; readonly minutes: number | null }
)

/** What happens in one second: first the bans, one by one; then the rest at once; then everything that is written. */
export interface Second {
  readonly bans: readonly Action[]
  readonly others: readonly Action[]
  readonly lines: readonly Action[]
}

export const timeZone = 'Europe/Berlin'
export const midnightAt = Date.UTC(2026, 2, 10, 23)
/** Midnight in Berlin is in the middle, so that the show lies on two days and in two hours of the clock. */
export function startOf({ minutes }: Size): number {
  return midnightAt - Math.floor(minutes / 2) * 60_000
}
export const days = [20260310, 20260311] as const

/** The rules of the show. */
export const rules = {
  perMinute: 2,
  perMessage: 5,
  windowSeconds: 60,
  follow: 50,
  subscription: 200,
  gift: 100,
  raid: 150,
  maxPerHour: 400,
  presenceMinutes: 5,
  multipliers: { follower: 1, subscriber: 1.5, vip: 2, moderator: 1, broadcaster: 1 },
} as const

/** Every fiftieth viewer is a VIP, and the seventh in every hundred is left out of everything. */
export function isVip(viewer: number): boolean {
  return viewer % 50 === 0
}
export function isExcluded(viewer: number): boolean {
  return viewer % 100 === 7
}

export function nameOf(viewer: number): string {
  return `viewer${viewer + 1}`
}

const texts = [
  'hello chat',
  'what a play',
  'gg',
  'lol',
  'is this live?',
  '!hello',
  'nice one',
  'KEKW',
  'first time here',
]

/** The same show for the same seed, second by second. */
export function writeScript({ seed, minutes, viewers, messagesPerSecond }: Size): Second[] {
  const random = createRandom(seed)
  let count = 0
  const seconds: Second[] = []
  const anybody = () => random.between(0, viewers - 1)
  const where = (): Platform => (random.chance(0.7) ? 'kick' : 'twitch')
  for (let second = 0; second < minutes * 60; second++) {
    const busy = new Set<number>()
    /** Nobody does two things at once, so that their order does not matter. */
    const somebody = () => {
      let viewer = anybody()
      while (busy.has(viewer)) viewer = anybody()
      busy.add(viewer)
      return viewer
    }
    const who = () => ({ id: `s${seed}-${++count}`, platform: where(), viewer: somebody() })
    const bans: Action[] = []
    const others: Action[] = []
    if (random.chance(1 / 20))
      bans.push({ ...who(), kind: 'ban', minutes: random.chance(0.2) ? null : random.between(1, 10) })
    for (let joins = 0; joins < Math.ceil(viewers / (minutes * 40)); joins++) {
      if (second < minutes * 40) others.push({ ...who(), kind: 'join' })
    }
    if (random.chance(1 / 5)) others.push({ ...who(), kind: 'follow' })
    if (random.chance(1 / 10)) {
      others.push({ ...who(), kind: 'subscribe', months: random.pick([1, 1, 2, 12]), giver: null })
    }
    if (random.chance(1 / 30)) {
      // Somebody gives away several at once.
      const platform = where()
      const giver = somebody()
      for (let gifts = random.between(1, 5); gifts > 0; gifts--) {
        others.push({ ...who(), platform, kind: 'subscribe', months: 1, giver })
      }
    }
    if (random.chance(1 / 30)) others.push({ ...who(), kind: 'bits', amount: random.between(1, 5000) })
    const isRaid = second % 900 === 450 || random.chance(1 / 600)
    if (isRaid) others.push({ ...who(), kind: 'raid', viewers: random.between(10, 2000) })
    // Bots follow in floods, and a raid brings many who write at once.
    const isFlood = second % 600 >= 300 && second % 600 < 303
    for (let bots = isFlood ? Math.min(100, Math.floor(viewers / 10)) : 0; bots > 0; bots--) {
      others.push({ ...who(), kind: 'follow' })
    }
    const lines: Action[] = []
    const written = messagesPerSecond + (isRaid ? 2 * messagesPerSecond : 0)
    for (let line = 0; line < written; line++) {
      const id = `s${seed}-${++count}`
      lines.push({ id, platform: where(), viewer: anybody(), kind: 'chat', text: random.pick(texts) })
    }
    seconds.push({ bans, others, lines })
  }
  return seconds
}
