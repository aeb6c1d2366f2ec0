import { createHmac, randomBytes } from '../../kernel/node.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'

const idShape = /^([1-9]\d{0,14})\.([\w-]{24})\.([\w-]{43})$/

/**
 * The id of a spoken line, which is all that is needed to fetch it: unguessable, and signed with the instance secret (an
 * HMAC) together with its channel. A line is looked for, and spoken again, only by an id that this server has issued.
 */
export function makeSpeechId(secret: string, channelId: number): string {
  const name = `${channelId}.${randomBytes(18).toString('base64url')}`
  return `${name}.${signatureOf(secret, name)}`
}

/** The channel of an id that this server has issued; undefined for any other. */
export function channelOfSpeech(secret: string, id: string): number | undefined {
  const [, channel = '', name = '', signature = ''] = idShape.exec(id) ?? []
  if (signature === '' || !isSameSecret(signature, signatureOf(secret, `${channel}.${name}`))) return undefined
  return Number(channel)
}

function signatureOf(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`speech ${name}`).digest('base64url')
}
