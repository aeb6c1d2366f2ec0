import type { Clock } from '../../kernel/ambient.ts'
import type { BucketReport } from './errors.external.ts'

/** Discord allows 50 requests in a second; a few are left for other programs with the same token. */
const maxPerSecond = 45
const secondMs = 1_000
const maxBuckets = 2_000

interface Bucket {
  /** How many more requests may be sent; undefined until an answer has said it. */
  remaining: number | undefined
  resetAt: number
  inFlight: number
}

export type DiscordRateLimits = ReturnType<typeof createDiscordRateLimits>

/**
 * When a request may be sent: each route has a bucket, which several routes may share, and all requests of a bot share
 * one limit per second. The limits of a bucket are learned from its answers, so its first request is sent alone.
 */
export function createDiscordRateLimits({ clock }: { clock: Clock }) {
  /** The name of the bucket of each route, as Discord reports it. */
  const names = new Map<string, string>()
  const buckets = new Map<string, Bucket>()
  let pausedUntil = 0
  let second = 0
  let sentInSecond = 0

  function bucketOf(route: string, major: string): Bucket {
    const key = `${names.get(route) ?? route} ${major}`
    let bucket = buckets.get(key)
    if (bucket === undefined) {
      if (buckets.size >= maxBuckets) forgetIdle()
      bucket = { remaining: undefined, resetAt: 0, inFlight: 0 }
      buckets.set(key, bucket)
    }
    return bucket
  }

  function forgetIdle(): void {
    const now = clock.steady()
    for (const [key, { inFlight, resetAt }] of buckets) if (inFlight === 0 && resetAt <= now) buckets.delete(key)
  }

  return {
    /**
     * Milliseconds until the request may be sent, `undefined` if it has to wait for the answer of another one, and 0 if
     * it is counted as sent now.
     */
    take(route: string, major: string): number | undefined {
      const now = clock.steady()
      if (pausedUntil > now) return pausedUntil - now
      const bucket = bucketOf(route, major)
      if (bucket.remaining !== undefined && bucket.resetAt <= now) bucket.remaining = undefined
      if (bucket.remaining === undefined && bucket.inFlight > 0) return undefined
      if (bucket.remaining !== undefined && bucket.remaining <= 0) return bucket.resetAt - now
      if (now - second >= secondMs) {
        second = now
        sentInSecond = 0
      }
      if (sentInSecond >= maxPerSecond) return second + secondMs - now
      sentInSecond++
      bucket.inFlight++
      if (bucket.remaining !== undefined) bucket.remaining--
      return 0
    },

    /** After the answer of a request that was counted, whatever it was. */
    give(route: string, major: string, report: BucketReport | undefined): void {
      const sent = bucketOf(route, major)
      sent.inFlight = Math.max(0, sent.inFlight - 1)
      if (report === undefined) return
      if (names.get(route) !== report.bucket) {
        if (names.size >= maxBuckets) names.clear()
        names.set(route, report.bucket)
      }
      const bucket = bucketOf(route, major)
      const resetAt = clock.steady() + report.resetMs
      // Answers come in any order: the lowest number of a window is the newest. In a new window, requests that are still
      // under way may not be part of the number.
      const isSameWindow = bucket.remaining !== undefined && bucket.resetAt > clock.steady()
      bucket.remaining = isSameWindow
        ? Math.min(bucket.remaining ?? 0, report.remaining)
        : report.remaining - sent.inFlight
      bucket.resetAt = isSameWindow ? Math.max(bucket.resetAt, resetAt) : resetAt
    },

    /** Discord asked for a pause, of one bucket or of everything. */
    pause(route: string, major: string, waitMs: number, isGlobal: boolean): void {
      const until = clock.steady() + waitMs
      if (isGlobal) pausedUntil = Math.max(pausedUntil, until)
      else {
        const bucket = bucketOf(route, major)
        bucket.remaining = 0
        bucket.resetAt = Math.max(bucket.resetAt, until)
      }
    },
  }
}

/**
 * The route of a path, without the ids that do not count for limits, and the id of the channel or server, which does:
 * each has a limit of its own.
 */
export function routeOf(method: string, path: string): { route: string; major: string } {
  const [first = '', id = '', ...rest] = path.split('?')[0]?.replace(/^\//, '').split('/') ?? []
  const isMajor = first === 'channels' || first === 'guilds' || first === 'webhooks'
  const shape = rest.map((part) => (/^\d{15,}$/.test(part) ? ':id' : part))
  const route = `${method} /${[first, isMajor ? ':major' : id, ...shape].join('/')}`
  return { route, major: isMajor ? id : '' }
}
