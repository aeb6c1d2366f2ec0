import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failures.ts'
import { STATUS_CODES } from '../node-http.ts'
import { isLastAnswer, setHead } from './node-internals.ts'

/** How long an idle connection is kept, which callers are told. */
export const keepAliveMs = 72_000

/** Lines of a head, each with its end; only `header` makes them. */
export type HeaderLines = string

const brokenLine = /[^\t\x20-\x7e]/

export function header(name: string, value: string): HeaderLines {
  if (brokenLine.test(value)) throw new Error(`${name} cannot be sent with what it is to say`)
  return `${name}: ${value}\r\n`
}

/** Every answer in JSON. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: string,
  requestId: string,
  lines: HeaderLines = '',
): void {
  if (res.headersSent) throw new Error('this request was answered already')
  const isLast = isLastAnswer(res)
  setHead(res, status, headOf(status, body, requestId, lines, isLast), isLast)
  if (outgoing.length === 0) setImmediate(sendTogether)
  outgoing.push({ res, body })
}

let outgoing: { readonly res: ServerResponse; readonly body: string }[] = []

/**
 * Answers of one turn of the event loop leave at its end, one after the other: whoever receives several of them, a proxy
 * or a busy client, is woken once and not for each. Sending is the dearest part of a call; this takes a third off it.
 */
function sendTogether(): void {
  const answers = outgoing
  outgoing = []
  for (const { res, body } of answers) res.end(body)
}

export function sendFailure(
  res: ServerResponse,
  failure: Failure,
  requestId: string,
  { lines = '', text = same }: { lines?: HeaderLines; text?: (words: string) => string } = {},
): void {
  const waiting =
    failure.retryAfterSeconds === undefined ? '' : header('Retry-After', String(failure.retryAfterSeconds))
  const asking = failure.status === 401 ? header('WWW-Authenticate', 'Bearer') : ''
  sendJson(res, failure.status, failureBody(failure, requestId, text), requestId, lines + waiting + asking)
}

export function failureBody(failure: Failure, requestId: string, text: (words: string) => string = same): string {
  return JSON.stringify({
    success: false,
    error: text(failure.message),
    code: failure.code,
    request_id: requestId,
    ...(failure.details === undefined
      ? {}
      : { details: failure.details.map(({ path, message }) => ({ path: text(path), message: text(message) })) }),
    ...failure.fields,
  })
}

/** The same failure written to a bare socket, for requests that never became one. */
export function rawFailure(failure: Failure, requestId: string): string {
  const body = failureBody(failure, requestId)
  return headOf(failure.status, body, requestId, '', true) + body
}

/** Whatever was thrown, as something a caller may read. Anything unexpected is told to the log only. */
export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal_error', { cause: error })
}

const lastLines = header('Connection', 'close')
const keptLines = header('Connection', 'keep-alive') + header('Keep-Alive', `timeout=${keepAliveMs / 1000}`)
const firstLines = new Map<number, string>()

function headOf(status: number, body: string, requestId: string, lines: HeaderLines, isLast: boolean): string {
  let first = firstLines.get(status)
  if (first === undefined) {
    first =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      header('Content-Type', 'application/json; charset=utf-8') +
      header('X-Content-Type-Options', 'nosniff') +
      header('Cache-Control', 'no-store')
    firstLines.set(status, first)
  }
  const length = Buffer.byteLength(body)
  const id = header('X-Request-Id', requestId)
  return `${first}Content-Length: ${length}\r\n${dateLine()}${id}${lines}${isLast ? lastLines : keptLines}\r\n`
}

let dateSecond = 0
let dateText = ''

/** It changes once a second. */
function dateLine(): HeaderLines {
  const second = Math.floor(Date.now() / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = header('Date', new Date(second * 1000).toUTCString())
  }
  return dateText
}

function same(words: string): string {
  return words
}
