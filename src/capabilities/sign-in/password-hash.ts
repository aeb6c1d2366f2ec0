import { randomBytes, scrypt, timingSafeEqual } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { signInMethodErrors } from './method-messages.ts'

/** One of the settings that OWASP lists for scrypt: 32 MiB of memory for each check. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const keyBytes = 32
const saltBytes = 16
/** A check takes a third of a second of one core, so that a flood of them must not take them all. */
const maxAtOnce = 2
const maxWaiting = 20

let running = 0
const waiting: (() => void)[] = []

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Without a stored hash the same work is done for nothing, so that time does not say which names exist. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (stored ?? nobody).split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) })
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

async function derive(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) {
  await turn()
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r }
      scrypt(password, salt, keyBytes, options, (error, key) => {
        if (error) reject(error)
        else resolve(key)
      })
    })
  } finally {
    running--
    waiting.shift()?.()
  }
}

async function turn(): Promise<void> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) {
      throw new Failure('overloaded', { message: signInMethodErrors.busy.of(), retryAfterSeconds: 10 })
    }
    await new Promise<void>((resolve) => void waiting.push(resolve))
  }
  running++
}
