import { createHmac, timingSafeEqual } from '../../kernel/node.ts'
import { secretPrefixes } from '../../kernel/text/secret-shapes.ts'

const tokenShape = new RegExp(`^${secretPrefixes.overlayLink}([1-9]\\d{0,14})_([\\w-]{43})$`)

/**
 * The token of a channel's overlay link. It is not stored: it is derived from the channel, the generation of its link
 * and the instance secret (an HMAC), so that a new generation invalidates all older links.
 */
export function makeOverlayToken(secret: string, channelId: number, generation: number): string {
  return `${secretPrefixes.overlayLink}${channelId}_${signatureOf(secret, channelId, generation)}`
}

/** The channel that a token names, before the token is verified. */
export function channelNamedBy(token: string): number | undefined {
  const match = tokenShape.exec(token)
  return match === null ? undefined : Number(match[1])
}

export function isOverlayToken(token: string, secret: string, channelId: number, generation: number): boolean {
  const expected = Buffer.from(makeOverlayToken(secret, channelId, generation))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(secret: string, channelId: number, generation: number): string {
  return createHmac('sha256', secret).update(`overlay-link ${channelId} ${generation}`).digest('base64url')
}
