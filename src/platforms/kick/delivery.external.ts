import { verify } from '../../kernel/node.ts'
import { asObject, objectIn, textIn } from '../calls/json-fields.ts'

/** The public key in Kick's documentation (docs.kick.com, Webhooks), used if Kick's API does not return one. */
export const documentedKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq/+l1WnlRrGSolDMA+A8
6rAhMbQGmQ2SapVcGM3zq8ANXjnhDWocMqfWcTd95btDydITa10kDvHzw9WQOqp2
MZI7ZyrfzJuz5nhTPCiJwTwnEtWft7nV14BYRDHvlfqPUaZ+1KR4OCaO/wWIk/rQ
L/TjY0M70gse8rlBkbo2a8rKhu69RQTRsoaf4DVhDPEeSeI5jVrRDGAMGL3cGuyY
6CLKGdjVEM78g3JfYOvDU/RvfqD7L89TZ3iN94jrmWdGz34JNlEI5hqK8dd7C5EF
BEbZ5jgB8s8ReQV8H+MkuffjdAj3ajDDX3DOJMIut1lBrUVD1AaSrGCKHooWoL2e
twIDAQAB
-----END PUBLIC KEY-----`

export const publicKeyPath = '/public/v1/public-key'

export interface KickDelivery {
  readonly id: string
  /** The raw header text, which the signature covers. */
  readonly timestamp: string
  readonly topic: string
  readonly signature: string
  /** Not covered by the signature. */
  readonly subscriptionId: string
  readonly body: Buffer
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Undefined if a header is missing or repeated. */
export function deliveryIn(headers: Headers, body: Buffer): KickDelivery | undefined {
  const id = headers['kick-event-message-id']
  const timestamp = headers['kick-event-message-timestamp']
  const topic = headers['kick-event-type']
  const signature = headers['kick-event-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string') return undefined
  if (typeof topic !== 'string' || typeof signature !== 'string') return undefined
  const subscriptionId = String(headers['kick-event-subscription-id'] ?? '')
  return { id, timestamp, topic, signature, subscriptionId, body }
}

/** RSA with SHA-256 over `id.timestamp.body`. */
export function isSigned({ id, timestamp, signature, body }: KickDelivery, publicKey: string): boolean {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  try {
    return verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export function publicKeyIn(body: unknown): string {
  return textIn(objectIn(asObject(body), 'data'), 'public_key')
}
