import { createHash, timingSafeEqual } from './node.ts'

/** Compares a secret that somebody sent with the stored one, in constant time whatever their lengths. */
export function isSameSecret(given: string, stored: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(stored))
}
