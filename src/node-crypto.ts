/** Node's own, without the detour over an ES module, which would load web cryptography with it: 6 ms of a start. */
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
