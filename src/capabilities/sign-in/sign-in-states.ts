import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { hashSecret } from '../keys/key-format.ts'

const lifeMs = 10 * 60 * 1000

const insertState = sql<{ hash: string; browser: string; expiresAt: number }>(
  'INSERT INTO sign_in_states (hash, browser_hash, expires_at) VALUES (:hash, :browser, :expiresAt)',
)
const takeState = sql<{ hash: string }, { browser_hash: string; expires_at: number }>(
  'DELETE FROM sign_in_states WHERE hash = :hash RETURNING browser_hash, expires_at',
)
const dropOld = sql<{ now: number }>('DELETE FROM sign_in_states WHERE expires_at <= :now')

export type SignInStates = ReturnType<typeof createSignInStates>

/**
 * Sign-ins in progress, by OAuth or passkey. Each can be completed once, in the browser that started it: the PKCE verifier is in that
 * browser's cookie, only its hash is stored, and the platform receives the challenge.
 */
export function createSignInStates({ db, clock, ids }: { db: Database; clock: Clock; ids: Ids }) {
  async function beginFor(verifier: string): Promise<string> {
    const state = ids.secret(32)
    const now = clock.now()
    await db.write(async (tx) => {
      await tx.run(dropOld, { now })
      await tx.run(insertState, { hash: hashSecret(state), browser: hashSecret(verifier), expiresAt: now + lifeMs })
    })
    return state
  }

  return {
    lifeSeconds: lifeMs / 1000,

    async begin(): Promise<{ state: string; verifier: string; challenge: string }> {
      const verifier = ids.secret(64)
      return { state: await beginFor(verifier), verifier, challenge: challengeOf(verifier) }
    },

    /** For a browser that already has a secret. Returns the state, which is also the challenge of a passkey. */
    beginFor,

    /** Whether this browser started the sign-in and has not completed it yet. */
    async end(state: string, verifier: string): Promise<boolean> {
      const row = await db.write((tx) => tx.get(takeState, { hash: hashSecret(state) }))
      return row !== undefined && row.expires_at > clock.now() && row.browser_hash === hashSecret(verifier)
    },
  }
}

/** PKCE's S256. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
