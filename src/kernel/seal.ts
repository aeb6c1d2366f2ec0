import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from './node.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export type Seal = ReturnType<typeof createSeal>

/**
 * Encrypts secrets (AES-256-GCM), so that the database and its backups do not contain them. Each purpose has its own key,
 * derived from the instance secret with HKDF. `place` is authenticated: a value sealed for one place does not open in
 * another.
 */
export function createSeal({ secret, purpose }: { secret: () => string; purpose: string }) {
  let known: Buffer | undefined
  function key(): Buffer {
    known ??= Buffer.from(hkdfSync('sha256', secret(), 'showcaller', purpose, keyBytes))
    return known
  }

  return {
    close(text: string, place: string): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key(), nonce).setAAD(Buffer.from(place))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },

    /** Undefined for a value that was not sealed for this place with this key. */
    open(sealed: string, place: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, nonceBytes)
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      if (tag.length < tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, key(), nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
