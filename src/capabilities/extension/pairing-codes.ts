import type { Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { secretPrefixes } from '../../kernel/text/secret-shapes.ts'

/** Crockford's Base32 alphabet, without characters that are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8
const tokenShape = new RegExp(`^${secretPrefixes.extensionToken}([1-9]\\d{0,14})_([0-9A-Za-z]{20})_[0-9A-Za-z]{40}$`)

/** A code of two groups of four characters, easy to read out and type. */
export function makePairingCode(ids: Ids): string {
  const bytes = createHash('sha256').update(ids.secret(40)).digest().subarray(0, codeLength)
  const code = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Normalizes a typed code: lower case, spaces and confusable characters are accepted. Undefined if it is invalid. */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isOne = code.length === codeLength && [...code].every((character) => alphabet.includes(character))
  return isOne ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined
}

export function makeExtensionToken(ids: Ids, channelId: number, pairingId: string): string {
  return `${secretPrefixes.extensionToken}${channelId}_${pairingId.replace('pairing_', '')}_${ids.secret(40)}`
}

/** The pairing that a token names, before the token is verified. */
export function pairingNamedBy(token: string): { channelId: number; id: string } | undefined {
  const match = tokenShape.exec(token)
  return match === null ? undefined : { channelId: Number(match[1]), id: `pairing_${match[2]}` }
}
