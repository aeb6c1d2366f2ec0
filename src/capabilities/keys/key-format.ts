import type { Ids } from '../../kernel/ambient.ts'
import { createHash, zlib } from '../../kernel/node.ts'
import { secretPrefixes } from '../../kernel/text/secret-shapes.ts'

const bodyLength = 32
const checksumLength = 6
const shape = new RegExp(`^(?:${secretPrefixes.liveKey}|${secretPrefixes.testKey})[0-9A-Za-z]{38}$`)
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A prefix for secret scanners, 190 random bits, and a checksum that detects typing errors. */
export function makeKey(ids: Ids, isTest: boolean): string {
  const body = (isTest ? secretPrefixes.testKey : secretPrefixes.liveKey) + ids.secret(bodyLength)
  return body + checksum(body)
}

/** A cheap check that rejects guesses before they reach the database. */
export function hasKeyFormat(key: string): boolean {
  return shape.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
}

/** Keys are random, so a fast hash is enough; a slow one would let unauthenticated clients load the server. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function checksum(text: string): string {
  let rest = zlib().crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = (base62[rest % 62] ?? '0') + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
