import { createHash, randomBytes } from '../../../kernel/node.ts'
import { isSameSecret } from '../../../kernel/same-secret.ts'

/** What a client proves that it knows the password with: the scheme that OBS and Streamer.bot share. */
export interface Challenge {
  readonly salt: string
  readonly challenge: string
}

const saltBytes = 32

export function newChallenge(): Challenge {
  return { salt: randomBytes(saltBytes).toString('base64'), challenge: randomBytes(saltBytes).toString('base64') }
}

/** Whether the answer was made from this password: base64(sha256(base64(sha256(password + salt)) + challenge)). */
export function provesPassword(answer: unknown, password: string, { salt, challenge }: Challenge): boolean {
  if (typeof answer !== 'string') return false
  return isSameSecret(answer, hash(hash(password + salt) + challenge))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
