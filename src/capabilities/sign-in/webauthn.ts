import { createHash, createPublicKey, isIP, verify } from '../../kernel/node.ts'

/**
 * What a server has to check of WebAuthn Level 3 (https://www.w3.org/TR/webauthn-3/, sections 7.1 and 7.2) when it does
 * not ask for an attestation: whose page, which challenge, that a person was present and verified, and the signature.
 * The browser decodes the key of the authenticator (`getPublicKey`), so no CBOR has to be read here.
 */
export interface Expected {
  readonly challenge: string
  /** The host and port of the page, as in the Host header. */
  readonly host: string
}

/** COSE numbers of the signature algorithms that are offered: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257] as const

const flagPresent = 0x01
const flagVerified = 0x04
const flagAttested = 0x40
/** The hash of the site, one byte of flags, the counter. */
const headBytes = 37
const attestedHeadBytes = 18
const maxIdBytes = 1023

/** The name that passkeys of this page belong to; undefined at an IP address, where browsers have none. */
export function siteOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  const name = new URL(`http://${host}`).hostname
  return name.startsWith('[') || isIP(name) !== 0 ? undefined : name
}

/** Of a new passkey: its id, or undefined when something is not as expected. */
export function readRegistration(
  answer: { readonly clientData: Buffer; readonly authenticatorData: Buffer; readonly publicKey: Buffer },
  expected: Expected,
): { readonly id: string; readonly publicKey: string; readonly signCount: number } | undefined {
  const { authenticatorData: data } = answer
  if (!isExpectedClient(answer.clientData, 'webauthn.create', expected)) return undefined
  if (!isExpectedAuthenticator(data, expected) || !hasFlags(data, flagAttested)) return undefined
  if (data.length < headBytes + attestedHeadBytes) return undefined
  const length = data.readUInt16BE(headBytes + attestedHeadBytes - 2)
  const start = headBytes + attestedHeadBytes
  if (length === 0 || length > maxIdBytes || data.length < start + length) return undefined
  const publicKey = readKey(answer.publicKey)
  if (publicKey === undefined) return undefined
  const id = data.subarray(start, start + length).toString('base64url')
  return { id, publicKey: answer.publicKey.toString('base64url'), signCount: counterOf(data) }
}

/** Of a sign-in: the new counter, or undefined when something is not as expected. */
export function readAssertion(
  answer: { readonly clientData: Buffer; readonly authenticatorData: Buffer; readonly signature: Buffer },
  known: { readonly publicKey: string; readonly signCount: number },
  expected: Expected,
): { readonly signCount: number } | undefined {
  const { clientData, authenticatorData: data, signature } = answer
  if (!isExpectedClient(clientData, 'webauthn.get', expected) || !isExpectedAuthenticator(data, expected)) {
    return undefined
  }
  const key = readKey(Buffer.from(known.publicKey, 'base64url'))
  if (key === undefined) return undefined
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  if (!isValid(hash, signed, key, signature)) return undefined
  const signCount = counterOf(data)
  // A counter that does not grow is the sign of a copied key; synchronised passkeys always report 0.
  if ((signCount !== 0 || known.signCount !== 0) && signCount <= known.signCount) return undefined
  return { signCount }
}

function isValid(hash: string | null, signed: Buffer, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify(hash, signed, key, signature)
  } catch {
    return false
  }
}

type KeyObject = ReturnType<typeof createPublicKey>

/** Only keys of the offered algorithms. */
function readKey(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    if (type === 'ec') return details?.namedCurve === 'prime256v1' ? key : undefined
    if (type === 'rsa') return (details?.modulusLength ?? 0) >= 2048 ? key : undefined
    return type === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

function isExpectedClient(clientData: Buffer, type: string, { challenge, host }: Expected): boolean {
  try {
    const client = JSON.parse(clientData.toString()) as Record<string, unknown>
    const origin = String(client.origin)
    return (
      client.type === type &&
      client.challenge === Buffer.from(challenge).toString('base64url') &&
      client.crossOrigin !== true &&
      URL.canParse(origin) &&
      new URL(origin).host === new URL(`${new URL(origin).protocol}//${host}`).host
    )
  } catch {
    return false
  }
}

function isExpectedAuthenticator(data: Buffer, { host }: Expected): boolean {
  const site = siteOf(host)
  if (site === undefined || data.length < headBytes || !hasFlags(data, flagPresent | flagVerified)) return false
  return data.subarray(0, 32).equals(createHash('sha256').update(site).digest())
}

function hasFlags(data: Buffer, flags: number): boolean {
  return ((data[32] ?? 0) & flags) === flags
}

function counterOf(data: Buffer): number {
  return data.readUInt32BE(33)
}
