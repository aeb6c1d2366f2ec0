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
  timingSafeEqual,
  verify,
} = process.getBuiltinModule('node:crypto')
