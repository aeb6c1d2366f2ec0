import { Failure } from '../../operation/contract/failures.ts'

/** No answer in time: the server or the network hangs. The session is dropped. */
export class NoAnswer extends Error {}

/** The connection was lost or could not be opened. The server rolls back what was in progress, unless it was a commit. */
export function isLost(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  const code = codeOf(error)
  return code === undefined ? isOfSocket(error) : code.startsWith('08') || lostCodes.has(code)
}

/** Shut down, crashed, starting up, cut off for idling. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03'])

/** Serialization failure or deadlock: the server rolled this transaction back, and running it again is right. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** Read-only (a standby), out of memory or connections, I/O error, a statement or lock that timed out. */
const awayCode = /^(08|53|58|57P|25P03|25006|57014|55P03)/
const diskFull = '53100'
/** A damaged table or index. */
const damaged: ReadonlySet<string | undefined> = new Set(['XX001', 'XX002'])

/** Expected errors of the server become the failure that says so; any other error is a bug and stays as it is. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (code === diskFull) return new Failure('disk_full', { cause: error, retryAfterSeconds: 30 })
  if (damaged.has(code)) return new Failure('database_damaged', { cause: error })
  const isAway = error instanceof NoAnswer || (code === undefined ? isOfSocket(error) : awayCode.test(code))
  return isAway ? databaseAway(error) : error
}

export function databaseAway(cause: unknown): Failure {
  return new Failure('database_unavailable', { cause, retryAfterSeconds: 2 })
}

/** The SQLSTATE of an error that PostgreSQL reported. */
function codeOf(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined
}

/** An error without SQLSTATE comes from the socket or the driver. */
function isOfSocket(error: unknown): boolean {
  if (error instanceof Failure) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' || (typeof message === 'string' && /^(Connection |timeout|Client )/.test(message))
}
