import { createHmac, timingSafeEqual } from '../../kernel/node.ts'

const shapes = { hex: /^[0-9a-f]{64}$/i, base64: /^[0-9A-Za-z+/]{43}=$/ } as const

/** Whether the signature is the HMAC-SHA256 of these bytes with this secret, compared in constant time. */
export function isSignedWith(
  secret: string,
  signed: Buffer,
  signature: string | undefined,
  encoding: keyof typeof shapes,
): boolean {
  if (signature === undefined || !shapes[encoding].test(signature)) return false
  const expected = createHmac('sha256', secret).update(signed).digest()
  return timingSafeEqual(expected, Buffer.from(signature, encoding))
}
