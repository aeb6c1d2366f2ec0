import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { platformMessages } from '../messages.ts'
import type { AccountRole, Service } from '../services/services.ts'

const stateLifeMs = 10 * 60_000
const stateShape = /^(\d{1,15})\.[0-9A-Za-z]{40}$/

interface StateRow {
  readonly service: Service
  readonly role: AccountRole
  readonly pre_session_hash: string
  readonly redirect_uri: string
  readonly sealed_verifier: string
  readonly account_id: string | null
  readonly expires_at: number
}

const insertState = sql<{
  channel: number
  hash: string
  service: string
  role: string
  preSessionHash: string
  redirectUri: string
  sealedVerifier: string
  accountId: string | null
  expiresAt: number
}>(
  `INSERT INTO oauth_states (channel_id, hash, service, role, pre_session_hash, redirect_uri, sealed_verifier, account_id,
     expires_at)
   VALUES (:channel, :hash, :service, :role, :preSessionHash, :redirectUri, :sealedVerifier, :accountId, :expiresAt)`,
)
const takeState = sql<{ channel: number; hash: string }, StateRow>(
  `DELETE FROM oauth_states WHERE channel_id = :channel AND hash = :hash
   RETURNING service, role, pre_session_hash, redirect_uri, sealed_verifier, account_id, expires_at`,
)
const findState = sql<{ channel: number; hash: string }, { pre_session_hash: string }>(
  'SELECT pre_session_hash FROM oauth_states WHERE channel_id = :channel AND hash = :hash',
)
const dropOldStates = sql<{ channel: number; now: number }>(
  'DELETE FROM oauth_states WHERE channel_id = :channel AND expires_at <= :now',
)

/** A sign-in that is under way. */
interface BegunOAuth {
  readonly channelId: number
  readonly role: AccountRole
  /** The account that the sign-in was started for; null for any. */
  readonly accountId: string | null
  readonly redirectUri: string
}

/**
 * The sign-ins that are under way at one service. A `state` (RFC 6749, section 10.12) names one of them, ties it to the
 * browser that began it, and keeps its code verifier (RFC 7636) encrypted. Each is valid once and for ten minutes.
 */
export function createOAuthStates(needs: {
  db: Database
  clock: Clock
  ids: Ids
  secret: () => string
  service: Service
}) {
  const { db, clock, ids, service } = needs
  const seal = createSeal({ secret: needs.secret, purpose: 'oauth states' })

  return {
    async begin(
      { channelId: channel, role, accountId, redirectUri, preSession }: BegunOAuth & { readonly preSession: string },
      /** Writes rows of the caller into the same transaction. */
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<{ state: string; verifier: string }> {
      const state = `${channel}.${ids.secret(40)}`
      const verifier = ids.secret(64)
      const hash = hashOf(state)
      const now = clock.now()
      await db.write(async (tx) => {
        await tx.run(dropOldStates, { channel, now })
        await tx.run(insertState, {
          channel,
          hash,
          service,
          role,
          preSessionHash: hashOf(preSession),
          redirectUri,
          sealedVerifier: seal.close(verifier, hash),
          accountId,
          expiresAt: now + stateLifeMs,
        })
        await noteBegin?.(tx)
      })
      return { state, verifier }
    },

    /** Whether the sign-in with this state began in a browser that holds none of `preSessions`. Does not use it up. */
    async isBegunElsewhere(state: string, preSessions: readonly string[]): Promise<boolean> {
      const channel = channelIn(state)
      if (channel === undefined) return false
      const row = await db.get(findState, { channel, hash: hashOf(state) })
      return row !== undefined && !preSessions.some((one) => hashOf(one) === row.pre_session_hash)
    },

    /** Uses the state up, even for a failed attempt. One of `preSessions` must be the one it was created with. */
    async take(
      state: string,
      preSessions: readonly string[],
    ): Promise<BegunOAuth & { readonly preSession: string; readonly verifier: string }> {
      const channelId = channelIn(state)
      const hash = hashOf(state)
      const row =
        channelId === undefined ? undefined : await db.write((tx) => tx.get(takeState, { channel: channelId, hash }))
      const verifier = row && seal.open(row.sealed_verifier, hash)
      const preSession = preSessions.find((one) => row?.pre_session_hash === hashOf(one))
      if (
        channelId === undefined ||
        row === undefined ||
        verifier === undefined ||
        preSession === undefined ||
        row.service !== service ||
        row.expires_at <= clock.now()
      ) {
        throw new Failure('invalid_parameter', { message: platformMessages.invalidState.of() })
      }
      const { role, account_id: accountId, redirect_uri: redirectUri } = row
      return { channelId, role, accountId, redirectUri, preSession, verifier }
    },
  }
}

function channelIn(state: string): number | undefined {
  const channel = Number(stateShape.exec(state)?.[1] ?? Number.NaN)
  return Number.isSafeInteger(channel) ? channel : undefined
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
