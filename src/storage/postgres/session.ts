import { Client } from 'pg'
import { isLost, NoAnswer } from './errors.ts'
import { frames } from './frames.ts'
import type { Query } from './query.ts'

export interface Command {
  readonly query: Query
  readonly values: readonly (string | null)[]
}

export type Row = Record<string, unknown>

export interface Outcome {
  readonly rows: Row[]
  /** `COMMIT`, `UPDATE 3`: what was done, in PostgreSQL's words. */
  tag: string
}

export interface Session {
  isOpen(): boolean
  /** Sends all of them at once and waits for all. Outside a transaction they are one by themselves. */
  send(commands: readonly Command[], timeoutMs: number): Promise<Outcome[]>
  /** Plain text, several statements if need be; for set-up. */
  exec(text: string): Promise<Row[]>
  /** Says goodbye. */
  close(): Promise<void>
  /** Lets go at once. */
  drop(): void
}

/** Between what the server gives a statement and what we wait for, so that a slow one is told from a hung server. */
export const statementTimeoutMs = 1700
/** What a caller waits for storage in all, so that every request is answered within two seconds. */
export const answerTimeoutMs = 1900
const connectTimeoutMs = 1500
const idleInTransactionMs = 5000
const goodbyeMs = 500

/** Held by every connection of every node as long as it lives: who wants the database alone can see that he is not. */
export const presenceLock = -2
export const migrationLock = -1

const settingsFor = {
  // One snapshot for all reads of a turn, as SQLite gives them.
  read: `SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on;
    SET statement_timeout = ${statementTimeoutMs}; SELECT pg_advisory_lock_shared(${presenceLock})`,
  write: `SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off;
    SET statement_timeout = ${statementTimeoutMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
    SELECT pg_advisory_lock_shared(${presenceLock})`,
  /** Moves tables: takes as long as it takes. */
  care: `SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off;
    SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
} as const

export type Purpose = keyof typeof settingsFor

/** One connection. Statements are prepared on it when they first come by. */
export async function openSession(url: string, purpose: Purpose): Promise<Session> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'showcaller',
    keepAlive: true,
  })
  const driver = client as unknown as { connection: Wire; query(batch: Submittable): void }
  const { connection } = driver
  const prepared = new Map<Query, Prepared>()
  let made = 0
  let isOpen = true
  // What is under way hears of it by itself; this only keeps the process from ending.
  client.on('error', ended)
  client.on('end', ended)

  function ended(): void {
    isOpen = false
  }

  function drop(): void {
    isOpen = false
    connection.stream.destroy()
  }

  function prepare(query: Query): Prepared {
    const known = prepared.get(query)
    if (known !== undefined) return known
    // A name is never used twice, so that one whose preparation failed stands in nobody's way.
    const fresh = { name: `s${++made}`, columns: [] }
    prepared.set(query, fresh)
    frames.parse(fresh.name, query.text)
    frames.describe(fresh.name)
    return fresh
  }

  function send(commands: readonly Command[], timeoutMs: number): Promise<Outcome[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    const outcomes: Outcome[] = commands.map(() => ({ rows: [], tag: '' }))
    const plans: Prepared[] = []
    const fresh = new Set<Query>()
    let current = 0
    // Once more round the event loop: when that was held up, the answer may have been here for long.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
    let isOver = false

    function giveUp(): void {
      if (!isOver) fail(new NoAnswer(`no answer from the database within ${timeoutMs} ms`))
    }

    function fail(error: unknown): void {
      isOver = true
      clearTimeout(timer)
      // The one that failed may need another plan, and what came after it was not even prepared.
      for (const [index, { query }] of commands.slice(current).entries()) {
        if (index === 0 || fresh.has(query)) prepared.delete(query)
      }
      if (isLost(error)) drop()
      completed.set(error as object, outcomes.slice(0, current))
      reject(error)
    }

    const batch: Submittable = {
      submit({ stream }) {
        for (const { query, values } of commands) {
          if (!prepared.has(query)) fresh.add(query)
          const plan = prepare(query)
          plans.push(plan)
          frames.bind(plan.name, values)
          frames.execute()
        }
        frames.sync()
        const whole = frames.take()
        if (stream.writable) stream.write(whole)
      },
      handleRowDescription({ fields }) {
        const plan = plans[current]
        if (plan !== undefined)
          plan.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
      },
      handleDataRow({ fields }) {
        outcomes[current]?.rows.push(rowOf(plans[current]?.columns ?? [], fields))
      },
      handleCommandComplete({ text }) {
        const outcome = outcomes[current++]
        if (outcome !== undefined) outcome.tag = text
      },
      handleReadyForQuery() {
        isOver = true
        clearTimeout(timer)
        resolve(outcomes)
      },
      handleError: fail,
    }
    if (isOpen) driver.query(batch)
    else fail(new Error('Connection terminated'))
    return promise
  }

  await client.connect().catch((error: unknown) => {
    drop()
    throw error
  })
  const session: Session = {
    isOpen: () => isOpen,
    send,
    drop,
    async exec(text) {
      const result = await client.query<Row>(text)
      return (Array.isArray(result) ? result.at(-1) : result).rows
    },
    async close() {
      isOpen = false
      // A server that hangs does not say goodbye.
      const giveUp = setTimeout(drop, goodbyeMs)
      await client.end().catch(() => {})
      clearTimeout(giveUp)
    },
  }
  const giveUp = setTimeout(drop, connectTimeoutMs)
  try {
    await session.exec(settingsFor[purpose])
  } catch (error) {
    drop()
    throw error
  } finally {
    clearTimeout(giveUp)
  }
  return session
}

/** What came of the commands of a batch that were done when one failed. */
export function outcomesBefore(error: unknown): readonly Outcome[] {
  return completed.get(error as object) ?? []
}

const completed = new WeakMap<object, readonly Outcome[]>()

/** What the driver calls while a batch is under way. */
interface Submittable {
  submit(wire: Wire): void
  handleRowDescription(message: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
  handleCommandComplete(message: { readonly text: string }): void
  handleReadyForQuery(): void
  handleError(error: unknown): void
}

/** The driver's own connection, as far as a batch speaks to it. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): void; destroy(): void }
}

type ReadValue = (text: string) => unknown

interface Prepared {
  readonly name: string
  columns: readonly { readonly name: string; readonly read: ReadValue }[]
}

/** Whole numbers of every width, and what sums of them become. Ours stay below 2^53. */
const numberTypes = new Set([20, 21, 23, 26, 700, 701, 1700])
const booleanType = 16

function readerOf(type: number): ReadValue {
  if (numberTypes.has(type)) return Number
  // As SQLite says it.
  return type === booleanType ? (text) => (text === 't' ? 1 : 0) : (text) => text
}

function rowOf(columns: Prepared['columns'], fields: readonly (string | null)[]): Row {
  const row: Row = {}
  let index = 0
  for (const { name, read } of columns) {
    const field = fields[index++] ?? null
    row[name] = field === null ? null : read(field)
  }
  return row
}

/** How many rows the last word of a tag counts. */
export function changedBy({ tag }: Outcome): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0
}
