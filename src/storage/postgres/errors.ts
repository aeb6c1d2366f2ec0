import { Failure } from '../../contract/failures.ts'

/** No answer in time: the server hangs, or the network does. The session is thrown away with it. */
export class NoAnswer extends Error {}

/** The connection ended, or could not be made. What was under way is undone by the server, unless it was a commit. */
export function isLost(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  const code = codeOf(error)
  return code === undefined ? isOfSocket(error) : code.startsWith('08') || lostCodes.has(code)
}

/** Shut down, crashed, starting up, cut off for idling. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03'])

/** Two transactions stood in each other's way, and this one was undone: running it again is right. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** No room, no rights to write (a standby), a broken disk, a statement or a lock that took too long. */
const awayCode = /^(08|53|58|57P|25P03|25006|57014|55P03)/

/** Expected trouble of the server becomes the failure that says so; anything else is a fault of ours and stays. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  const isAway = error instanceof NoAnswer || (code === undefined ? isOfSocket(error) : awayCode.test(code))
  return isAway ? databaseAway(error) : error
}

export function databaseAway(cause: unknown): Failure {
  return new Failure('database_unavailable', { cause, retryAfterSeconds: 2 })
}

/** Five letters or digits: PostgreSQL's own code for what is wrong. */
function codeOf(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined
}

/** Without a code of PostgreSQL's own the socket or the driver speaks. */
function isOfSocket(error: unknown): boolean {
  if (error instanceof Failure) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' || (typeof message === 'string' && /^(Connection |timeout|Client )/.test(message))
}
