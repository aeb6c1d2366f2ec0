import { whenNeeded } from './schema/when-needed.ts'

/**
 * Parts of Node without an ES module import, which would also load what nobody here uses: files and blobs with
 * `node:buffer` (1 ms of the start-up time), Web Crypto with `node:crypto` (6 ms), streams and promises with `node:fs`
 * (5 ms), a WebSocket client with `node:http` (20 ms), lists of addresses with `node:net` (1 ms), the decoders of texts
 * with `node:util` (2 ms).
 */
export const { isUtf8 } = process.getBuiltinModule('node:buffer')

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

export const fs = process.getBuiltinModule('node:fs')

export const { createServer, IncomingMessage, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')

export const net = process.getBuiltinModule('node:net')
export const { isIP } = net

export const { isDeepStrictEqual, promisify } = process.getBuiltinModule('node:util')

/** Loaded by the first request: 2 ms of the start-up time. */
export const zlib = whenNeeded(() => process.getBuiltinModule('node:zlib'))
