import { Failure } from '../../operation/contract/failures.ts'
import { lacksSpace } from '../disk-space.ts'

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const codes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const

/** Seconds after which a caller may try again. A full disk lasts until somebody deletes something. */
const retryAfter = { away: 2, full: 30 } as const

/** The primary result code of an error of SQLite; undefined for other errors. */
function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null | undefined)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export function isDamage(error: unknown): boolean {
  if (error instanceof Failure) return error.code === 'database_damaged'
  const code = codeOf(error)
  return code === codes.corrupt || code === codes.notADatabase
}

/** SQLite reports a full disk as such when it writes a page, and as an I/O error when it syncs or grows its index. */
export function isFull(error: unknown, path: string): boolean {
  const code = codeOf(error)
  return code === codes.full || ((code === codes.ioError || code === codes.cannotOpen) && lacksSpace(path))
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === codes.busy
}

const awayCodes: ReadonlySet<number | undefined> = new Set([
  codes.busy,
  codes.readOnly,
  codes.ioError,
  codes.cannotOpen,
])

/** Errors that the operator can act on become failures: the caller gets a sentence, the log has the cause. */
export function asFailure(error: unknown, path: string): unknown {
  if (isDamage(error)) return new Failure('database_damaged', { cause: error })
  if (isFull(error, path)) return new Failure('disk_full', { cause: error, retryAfterSeconds: retryAfter.full })
  if (!awayCodes.has(codeOf(error))) return error
  return new Failure('database_unavailable', { cause: error, retryAfterSeconds: retryAfter.away })
}
