import type { Clock } from '../../kernel/ambient.ts'
import { createHmac, hkdfSync, randomBytes } from '../../kernel/node.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'

/** The header of a request that this server sends to its own public address. */
export const roundTripHeader = 'showcaller-round-trip'
const maxAgeMs = 60_000
const shape = /^(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/

export type RoundTripProof = ReturnType<typeof createRoundTripProof>

/**
 * Proves that an address leads to this server: a request with a signed random number is answered with a second signature
 * that only the owner of the instance secret can compute. It covers the Host that arrived, too. Stateless, so that any
 * node may answer; a repeated request gets the same answer, which is of no use to anybody.
 */
export function createRoundTripProof({ secret, clock }: { secret: () => string; clock: Clock }) {
  let known: Buffer | undefined
  function sign(text: string): string {
    known ??= Buffer.from(hkdfSync('sha256', secret(), 'showcaller', 'round-trip', 32))
    return createHmac('sha256', known).update(text).digest('base64url')
  }

  return {
    ask(): { readonly header: string; readonly nonce: string } {
      const nonce = randomBytes(32).toString('base64url')
      const at = clock.now()
      return { header: `${at}.${nonce}.${sign(`ask.${at}.${nonce}`)}`, nonce }
    },

    /** Undefined if the request is not ours or is old. */
    answer(header: string, host: string): string | undefined {
      const [, at = '', nonce = '', signature = ''] = shape.exec(header) ?? []
      if (at === '' || !isSameSecret(signature, sign(`ask.${at}.${nonce}`))) return undefined
      if (Math.abs(clock.now() - Number(at)) > maxAgeMs) return undefined
      return sign(`answer.${nonce}.${host}`)
    },

    isAnswer: (answer: string, nonce: string, host: string): boolean =>
      isSameSecret(answer, sign(`answer.${nonce}.${host}`)),
  }
}
