import { randomBytes, randomInt } from './node.ts'

/** Time and randomness are injected, so that tests can control them. */
export interface Clock {
  /** Milliseconds since 1970, for stored timestamps. */
  now(): number
  /** Milliseconds of a monotonic clock, for limits and timeouts. */
  steady(): number
}

/** Starts the time of a call: the signal aborts with a `TimeoutError` when it is over. */
export type TimeLimit = (milliseconds: number) => AbortSignal

export const systemTimeLimit: TimeLimit = (milliseconds) => AbortSignal.timeout(milliseconds)

export const systemClock: Clock = { now: () => Date.now(), steady: () => performance.now() }

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export interface Ids {
  /** `prefix_` and 20 random characters, for deliveries, keys, clips, chat lines. */
  next(prefix: string): string
  secret(length: number): string
}

export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomBase62(20)}`,
  secret: randomBase62,
}

function randomBase62(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += base62[randomInt(62)]
  return text
}

let requestBlock = ''
let requestCount = Number.POSITIVE_INFINITY

/** Request ids are created for every request, so only their prefix is random; the rest is a counter. */
export function nextRequestId(): string {
  if (requestCount >= 0xffff) {
    requestBlock = randomBytes(8).toString('hex')
    requestCount = 0
  }
  return `req_${requestBlock}${(requestCount++).toString(16).padStart(4, '0')}`
}
