/** `node:crypto` without an ES module import, which would also load Web Crypto: 6 ms of the start-up time. */
export const {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomInt,
  scrypt,
  timingSafeEqual,
  verify,
} = process.getBuiltinModule('node:crypto')

/** Compares a secret that somebody sent with the stored one, in constant time whatever their lengths. */
export function isSameSecret(given: string, stored: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(stored))
}
