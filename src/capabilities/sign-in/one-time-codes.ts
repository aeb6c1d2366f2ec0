import { createHmac, randomBytes } from '../../kernel/node.ts'

/** RFC 6238 with what every authenticator app understands: SHA-1, 30 seconds, six digits. */
const stepMs = 30_000
const digits = 6
const secretBytes = 20
/** Clocks of phones may be half a minute off. */
const allowedSteps = [0, -1, 1] as const
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const codeSecretShape = /^[A-Z2-7]{32}$/

export function makeCodeSecret(): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('')
}

/** The address that authenticator apps read. */
export function codeAddress(secret: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Showcaller' })
  return `otpauth://totp/Showcaller:${encodeURIComponent(account)}?${query}`
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decode(secret)).update(counter).digest()
  const offset = (hash[hash.length - 1] ?? 0) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The time step of a valid code that is newer than the last one used; undefined for every other code. */
export function stepOfCode(secret: string, code: string, now: number, lastStep: number): number | undefined {
  const current = Math.floor(now / stepMs)
  const typed = code.replaceAll(/\s/g, '')
  return allowedSteps.map((by) => current + by).find((step) => step > lastStep && codeAt(secret, step) === typed)
}

function decode(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
