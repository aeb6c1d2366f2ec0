import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../ambient.ts'
import { createHash } from '../../node.ts'
import { createSeal } from '../../seal.ts'
import { type Database, type Reader, sql, type Writer } from '../../storage/database.ts'
import { Failure } from '../contract/failures.ts'
import { idempotencyMessages as messages } from './messages.ts'
import { createRecordCounts, type RecordLimits, recordLimits } from './record-counts.ts'

const keptForMs = 24 * 60 * 60 * 1000
/** Longer than any external call takes: an older unfinished call of another node was interrupted. */
const longestActionMs = 45_000
const lookEveryMs = 100

interface RecordRow {
  readonly body_hash: string
  readonly state: 'started' | 'done'
  readonly status: number | null
  readonly answer: string | null
  readonly created_at: number
}

type RecordKey = { channel: number; operation: string; key: string }

const findRecord = sql<RecordKey, RecordRow>(
  `SELECT body_hash, state, status, answer, created_at FROM idempotency
   WHERE channel_id = :channel AND operation = :operation AND idempotency_key = :key`,
)
type NewRecord = RecordKey & {
  actor: string
  bodyHash: string
  state: 'started' | 'done'
  status: number | null
  answer: string | null
  bytes: number
  now: number
}

const upsertRecord = sql<NewRecord>(
  `INSERT INTO idempotency
     (channel_id, operation, idempotency_key, actor, body_hash, state, status, answer, bytes, created_at)
   VALUES (:channel, :operation, :key, :actor, :bodyHash, :state, :status, :answer, :bytes, :now)
   ON CONFLICT (channel_id, operation, idempotency_key) DO UPDATE SET actor = excluded.actor,
     body_hash = excluded.body_hash, state = excluded.state, status = excluded.status, answer = excluded.answer,
     bytes = excluded.bytes, created_at = excluded.created_at`,
)
const deleteRecord = sql<RecordKey>(
  'DELETE FROM idempotency WHERE channel_id = :channel AND operation = :operation AND idempotency_key = :key',
)
const deleteOld = sql<{ before: number }>('DELETE FROM idempotency WHERE created_at < :before')

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

export interface Claim {
  readonly channelId: number
  readonly operation: string
  readonly key: string
  /** Who calls, such as an API key: the records of each are limited. */
  readonly actor: string
  readonly bodyHash: string
  /** The answer contains a secret, so it is stored encrypted. */
  readonly isSecret?: boolean
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** Idempotency keys: a repeat with the same key, operation and body within 24 h gets the first answer. */
export function createIdempotency(needs: {
  db: Database
  clock: Clock
  isShared: boolean
  secret: () => string
  limits?: Partial<RecordLimits> | undefined
}) {
  const { db, clock, isShared } = needs
  const seal = createSeal({ secret: needs.secret, purpose: 'stored answers' })
  const limits = { ...recordLimits, ...needs.limits }
  const recordCounts = createRecordCounts(limits)
  /** Running calls of this process; a duplicate waits for the first. */
  const running = new Map<string, Promise<unknown>>()

  async function findRow(reader: Reader, claim: Claim): Promise<RecordRow | undefined> {
    const row = await reader.get(findRecord, keyOf(claim))
    if (row === undefined || row.created_at < clock.now() - keptForMs) return undefined
    if (row.body_hash !== claim.bodyHash) throw new Failure('idempotency_conflict')
    return row
  }

  async function stored(claim: Claim): Promise<StoredAnswer | undefined> {
    for (;;) {
      const row = await findRow(db, claim)
      if (row === undefined) return undefined
      if (row.state === 'done') return answerOf(row, claim)
      // On a single node only a crash leaves an unfinished call. With several, another node may be running it.
      if (!isShared || clock.now() - row.created_at > longestActionMs) throw new Failure('outcome_unknown')
      await delay(lookEveryMs)
    }
  }

  function answerOf({ status, answer }: RecordRow, claim: Claim): StoredAnswer {
    const body = answer !== null && claim.isSecret ? unsealed(claim, answer) : answer
    if (body === null) throw new Failure('outcome_unknown', { message: messages.answerNotKept.of() })
    return { status: status ?? 200, body }
  }

  /** Still JSON, because the erasure of a viewer reads every stored answer. */
  function sealed(claim: Claim, body: string): string {
    return JSON.stringify({ sealed: seal.close(body, placeOf(claim)) })
  }

  function unsealed(claim: Claim, stored: string): string | null {
    const { sealed: text = '' } = JSON.parse(stored) as { sealed?: string }
    return seal.open(text, placeOf(claim)) ?? null
  }

  return {
    /** Runs `work` unless its answer is stored; `replayed` says which. One call at a time for one key. */
    async once(claim: Claim, work: () => Promise<StoredAnswer>): Promise<StoredAnswer & { replayed: boolean }> {
      const name = `${claim.channelId} ${claim.operation} ${claim.key}`
      for (let first = running.get(name); first !== undefined; first = running.get(name)) await first
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(name, promise)
      try {
        const known = await stored(claim)
        if (known !== undefined) return { ...known, replayed: true }
        return { ...(await work()), replayed: false }
      } catch (error) {
        if (!(error instanceof DoneElsewhere)) throw error
        const known = error.answer ?? (await stored(claim))
        if (known === undefined) throw new Failure('outcome_unknown')
        return { ...known, replayed: true }
      } finally {
        running.delete(name)
        resolve()
      }
    },

    /** Recorded before an external call, so that a crash is detected and the call is not repeated. */
    async start(claim: Claim): Promise<void> {
      await db.write(async (tx) => {
        if (isShared && (await findRow(tx, claim)) !== undefined) throw new DoneElsewhere(undefined)
        const started = { state: 'started', status: null, answer: null, bytes: 0 } as const
        await tx.run(upsertRecord, { ...recordOf(claim), ...started, now: clock.now() })
      })
    },

    /** The first statement in the transaction of the effect: a duplicate on another node may have been faster. */
    async requireFirst(tx: Writer, claim: Claim): Promise<void> {
      const row = isShared ? await findRow(tx, claim) : undefined
      if (row?.state === 'done') throw new DoneElsewhere(answerOf(row, claim))
    },

    /** In the same transaction as the effect. */
    async keep(tx: Writer, claim: Claim, answer: StoredAnswer): Promise<void> {
      const stored = claim.isSecret ? sealed(claim, answer.body) : answer.body
      const bytes = Buffer.byteLength(stored)
      const body = bytes > limits.answerBytes ? null : stored
      const done = { state: 'done', status: answer.status, answer: body, bytes: body === null ? 0 : bytes } as const
      await recordCounts.makeRoom(tx, claim)
      await tx.run(upsertRecord, { ...recordOf(claim), ...done, now: clock.now() })
      tx.onCommit(() => recordCounts.add(claim, done.bytes))
    },

    /** A failure without an effect is not stored, so that a retry can succeed. */
    async forget(claim: Claim): Promise<void> {
      await db.write(async (tx) => void (await tx.run(deleteRecord, keyOf(claim))))
    },

    async prune(): Promise<number> {
      recordCounts.clear()
      return db.write((tx) => tx.run(deleteOld, { before: clock.now() - keptForMs }))
    },
  }
}

/** Aborts this attempt: another node has the effect. `answer` is undefined while that node is still running. */
class DoneElsewhere extends Error {
  readonly answer: StoredAnswer | undefined

  constructor(answer: StoredAnswer | undefined) {
    super('done by a duplicate call on another node')
    this.answer = answer
  }
}

/** Hashes the canonical form: white space and the order of keys do not matter. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body, sortedKeys)).digest('hex')
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function recordOf(claim: Claim): RecordKey & { readonly actor: string; readonly bodyHash: string } {
  return { ...keyOf(claim), actor: claim.actor, bodyHash: claim.bodyHash }
}

function placeOf({ channelId, operation, key }: Claim): string {
  return `${channelId}/${operation}/${key}`
}

function keyOf(claim: Claim): RecordKey {
  return { channel: claim.channelId, operation: claim.operation, key: claim.key }
}
