import { randomBytes, randomInt } from './node-crypto.ts'

/** Time and chance are handed in, so that tests can hold them. */
export interface Clock {
  /** Milliseconds since 1970, for what is written down. */
  now(): number
  /** Milliseconds that never jump, for limits and time-outs. */
  steady(): number
}

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

/** Request ids are made on the hot path: a random block, then a count. */
export function nextRequestId(): string {
  if (requestCount >= 0xffff) {
    requestBlock = randomBytes(8).toString('hex')
    requestCount = 0
  }
  return `req_${requestBlock}${(requestCount++).toString(16).padStart(4, '0')}`
}
