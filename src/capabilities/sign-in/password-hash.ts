import { randomBytes, scrypt, timingSafeEqual } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { signInMethodErrors } from './method-messages.ts'

/** One of the settings that OWASP lists for scrypt: 32 MiB of memory for each check. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const keyBytes = 32
const saltBytes = 16
/**
 * A check takes half a second of one core. Browsers that never signed in have one check at a time and a short queue;
 * a check for anybody else never waits behind theirs.
 */
export type CheckLane = 'known' | 'unknown'
const maxAtOnce = 2
const maxAtOnceUnknown = 1
const maxWaiting: Readonly<Record<CheckLane, number>> = { known: 20, unknown: 8 }

const running: Record<CheckLane, number> = { known: 0, unknown: 0 }
const waiting: Readonly<Record<CheckLane, (() => void)[]>> = { known: [], unknown: [] }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost, 'known')
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Without a stored hash the same work is done for nothing, so that time does not say which names exist. */
export async function isPassword(password: string, stored: string | undefined, lane: CheckLane): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (stored ?? nobody).split('$')
  const parameters = { N: Number(n), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), parameters, lane)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== undefined
}

const nobody = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  'AAAAAAAAAAAAAAAAAAAAAA',
  Buffer.alloc(keyBytes).toString('base64url'),
].join('$')

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

async function derive(password: string, salt: Buffer, { N, r, p }: Cost, lane: CheckLane): Promise<Buffer> {
  await turn(lane)
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r }
      scrypt(password, salt, keyBytes, options, (error, key) => {
        if (error) reject(error)
        else resolve(key)
      })
    })
  } finally {
    running[lane]--
    startNext()
  }
}

function canStart(lane: CheckLane): boolean {
  if (running.known + running.unknown >= maxAtOnce) return false
  return lane === 'known' || running.unknown < maxAtOnceUnknown
}

async function turn(lane: CheckLane): Promise<void> {
  if (canStart(lane)) {
    running[lane]++
    return
  }
  if (waiting[lane].length >= maxWaiting[lane]) {
    throw new Failure('overloaded', { message: signInMethodErrors.busy.of(), retryAfterSeconds: 10 })
  }
  await new Promise<void>((resolve) => void waiting[lane].push(resolve))
}

/** The next check counts as running before it resumes, so that no other takes its place. */
function startNext(): void {
  const lane = waiting.known.length > 0 ? 'known' : 'unknown'
  const next = canStart(lane) ? waiting[lane].shift() : undefined
  if (next === undefined) return
  running[lane]++
  next()
}
