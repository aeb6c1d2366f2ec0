import { Client } from 'pg'
import type { StorageTimeLimits } from '../database.ts'
import { isLost, NoAnswer } from './errors.ts'
import { frames } from './protocol-messages.ts'
import type { Query } from './query.ts'

export interface PostgresCommand {
  readonly query: Query
  readonly values: readonly (string | null)[]
}

export type Row = Record<string, unknown>

export interface Outcome {
  readonly rows: Row[]
  /** The command tag of PostgreSQL, such as `COMMIT` or `UPDATE 3`. */
  tag: string
}

export interface Session {
  isOpen(): boolean
  /** Sends all commands at once (pipelining) and waits for all. Outside a transaction they form one. */
  /** Unless it is given another time, it has that of an answer. */
  send(commands: readonly PostgresCommand[], timeoutMs?: number): Promise<Outcome[]>
  /** Plain SQL, possibly several statements; for set-up. */
  exec(text: string): Promise<Row[]>
  /** Closes the connection properly. */
  close(): Promise<void>
  /** Destroys the connection at once. */
  drop(): void
}

/** Where PostgreSQL does not answer, every request is answered within two seconds. */
export const usualTimeLimits: StorageTimeLimits = {
  connectMs: 1500,
  queueMs: 10_000,
  statementMs: 1700,
  answerMs: 1900,
}
const idleInTransactionMs = 5000
const closeTimeoutMs = 500

/** Held in shared mode by every connection of every node: exclusive access is refused while a node runs. */
export const presenceLock = -2
export const migrationLock = -1

const transactions = {
  // One snapshot for all reads of a turn, as SQLite gives them.
  read: `SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on`,
  write: `SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off;
    SET idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  /** Moves tables: takes as long as it takes. */
  care: `SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off;
    SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
} as const

function settingsFor(purpose: Purpose, statementMs: number): string {
  if (purpose === 'care') return transactions.care
  return `${transactions[purpose]}; SET statement_timeout = ${statementMs}; SELECT pg_advisory_lock_shared(${presenceLock})`
}

export type Purpose = keyof typeof transactions

/** One connection. Statements are prepared on it when they first come by. */
export async function openSession(
  url: string,
  purpose: Purpose,
  timeLimits: StorageTimeLimits = usualTimeLimits,
): Promise<Session> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeLimits.connectMs,
    application_name: 'showcaller',
    keepAlive: true,
  })
  const driver = client as unknown as { connection: Wire; query(batch: Submittable): void }
  const { connection } = driver
  const prepared = new Map<Query, Prepared>()
  let made = 0
  let isOpen = true
  // Commands in progress are rejected by themselves; the listener only keeps the process from ending.
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
    // A name is never used twice, so that a statement that could not be prepared does not block another.
    const fresh = { name: `s${++made}`, columns: [] }
    prepared.set(query, fresh)
    frames.parse(fresh.name, query.text)
    frames.describe(fresh.name)
    return fresh
  }

  function send(commands: readonly PostgresCommand[], timeoutMs = timeLimits.answerMs): Promise<Outcome[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    const outcomes: Outcome[] = commands.map(() => ({ rows: [], tag: '' }))
    const plans: Prepared[] = []
    const fresh = new Set<Query>()
    let current = 0
    // One more turn of the event loop: if it was blocked, the answer may have arrived already.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
    let isOver = false

    function giveUp(): void {
      if (!isOver) fail(new NoAnswer(`no answer from the database within ${timeoutMs} ms`))
    }

    function fail(error: unknown): void {
      isOver = true
      clearTimeout(timer)
      // The failed statement may need another plan, and those after it were not even prepared.
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
      // A server that hangs does not answer.
      const giveUp = setTimeout(drop, closeTimeoutMs)
      await client.end().catch(() => {})
      clearTimeout(giveUp)
    },
  }
  const giveUp = setTimeout(drop, timeLimits.connectMs)
  try {
    await session.exec(settingsFor(purpose, timeLimits.statementMs))
  } catch (error) {
    drop()
    throw error
  } finally {
    clearTimeout(giveUp)
  }
  return session
}

/** The outcomes of the commands of a batch before the one that failed. */
export function outcomesBefore(error: unknown): readonly Outcome[] {
  return completed.get(error as object) ?? []
}

const completed = new WeakMap<object, readonly Outcome[]>()

/** What the driver calls while a batch is in progress. */
interface Submittable {
  submit(wire: Wire): void
  handleRowDescription(message: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
  handleCommandComplete(message: { readonly text: string }): void
  handleReadyForQuery(): void
  handleError(error: unknown): void
}

/** The part of the driver's connection that a batch uses. */
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
  // As SQLite returns it.
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

/** The number of rows at the end of a command tag. */
export function changedBy({ tag }: Outcome): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0
}
