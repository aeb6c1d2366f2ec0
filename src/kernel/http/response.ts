import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import { isDiskFull } from '../storage/disk-space.ts'
import { currentCatalogue } from '../text/message.ts'
import { type Say, saySpec } from '../text/spec-name.ts'
import { isLastAnswer, setHead } from './node-internals.ts'

/** How long an idle connection is kept open; sent to callers as `Keep-Alive`. */
export const keepAliveMs = 72_000

/** Header lines, each with its line end. Only `header` creates them. */
export type HeaderLines = string

const unsafeCharacter = /[^\t\x20-\x7e]/

export function header(name: string, value: string): HeaderLines {
  if (unsafeCharacter.test(value))
    throw new Error(`the value of the header ${name} contains a character that is not allowed`)
  return `${name}: ${value}\r\n`
}

/** A response of a server that adds the same lines to every answer. */
type Response = ServerResponse & {
  readonly commonLines?: HeaderLines
  readonly onFailure?: ((failure: Failure, requestId: string) => void) | undefined
}

/** Sends a JSON response. */
export function sendJson(
  res: Response,
  status: number,
  body: string,
  requestId: string,
  lines: HeaderLines = '',
): void {
  if (res.headersSent) throw new Error('this request was already answered')
  const isLast = isLastAnswer(res)
  const allLines = res.commonLines === undefined ? lines : res.commonLines + lines
  const length = Buffer.byteLength(body)
  setHead(res, status, headOf(status, length, requestId, allLines, isLast), isLast)
  if (outgoing.length === 0) setImmediate(sendBatch)
  // As long in bytes as in characters, it is ASCII, which is copied as it is; the head always is.
  outgoing.push({ res, body, encoding: length === body.length ? 'latin1' : 'utf8' })
}

let outgoing: { readonly res: ServerResponse; readonly body: string; readonly encoding: 'latin1' | 'utf8' }[] = []

/**
 * Response batching: responses of one turn of the event loop are written at its end, so that a proxy or a client that
 * receives several is woken once. Writing is the most expensive part of a call; batching saves a third of it.
 */
function sendBatch(): void {
  const batch = outgoing
  outgoing = []
  for (const { res, body, encoding } of batch) res.end(body, encoding)
}

export function sendFailure(
  res: Response,
  failure: Failure,
  requestId: string,
  { lines = '', say = saySpec }: { lines?: HeaderLines; say?: Say } = {},
): void {
  res.onFailure?.(failure, requestId)
  sendJson(res, failure.status, failureBody(failure, requestId, say), requestId, lines + linesOf(failure))
}

function linesOf({ status, retryAfterSeconds }: Failure): HeaderLines {
  const retryAfter = retryAfterSeconds === undefined ? '' : header('Retry-After', String(retryAfterSeconds))
  return status === 401 ? retryAfter + header('WWW-Authenticate', 'Bearer') : retryAfter
}

export function failureBody(failure: Failure, requestId: string, say: Say = saySpec): string {
  return JSON.stringify({
    success: false,
    error: failure.text.write(currentCatalogue(), say),
    code: failure.code,
    request_id: requestId,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    ...failure.fields,
  })
}

/** The same failure as raw bytes, for a socket without a response: a broken request, or a refused upgrade. */
export function rawFailure(failure: Failure, requestId: string, lines: HeaderLines = ''): string {
  const body = failureBody(failure, requestId)
  return headOf(failure.status, Buffer.byteLength(body), requestId, lines + linesOf(failure), true) + body
}

/** Sends a failure on such a socket and closes it. */
export function endWithFailure(socket: Duplex, failure: Failure, requestId: string, lines?: HeaderLines): void {
  socket.on('error', () => socket.destroy())
  socket.end(rawFailure(failure, requestId, lines), () => socket.destroy())
}

/** Too many open files, of the process or of the system. */
const fileLimitCodes = new Set(['EMFILE', 'ENFILE'])

/** Any thrown value as a failure that is safe to send. Details of unexpected errors go to the log only. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  // Uploads and backups are written without the database.
  if (isDiskFull(error)) return new Failure('disk_full', { cause: error, retryAfterSeconds: 30 })
  const { code } = (error ?? {}) as { code?: unknown }
  if (fileLimitCodes.has(String(code))) return new Failure('overloaded', { cause: error, retryAfterSeconds: 5 })
  return new Failure('internal_error', { cause: error })
}

/** For everything that is not a page: a browser that shows it as one runs, loads and embeds nothing. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

const closeLines = header('Connection', 'close')
const keepAliveLines = header('Connection', 'keep-alive') + header('Keep-Alive', `timeout=${keepAliveMs / 1000}`)
const firstLines = new Map<number, string>()

function headOf(status: number, length: number, requestId: string, lines: HeaderLines, isLast: boolean): string {
  let first = firstLines.get(status)
  if (first === undefined) {
    first =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      header('Content-Type', 'application/json; charset=utf-8') +
      header('X-Content-Type-Options', 'nosniff') +
      header('Content-Security-Policy', closedPolicy) +
      header('Cache-Control', 'no-store')
    firstLines.set(status, first)
  }
  const id = header('X-Request-Id', requestId)
  return `${first}Content-Length: ${length}\r\n${dateLine()}${id}${lines}${isLast ? closeLines : keepAliveLines}\r\n`
}

let dateSecond = 0
let dateText = ''

/** Formatted once a second. */
function dateLine(): HeaderLines {
  const second = Math.floor(Date.now() / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = header('Date', new Date(second * 1000).toUTCString())
  }
  return dateText
}
