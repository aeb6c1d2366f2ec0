import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failures.ts'
import { STATUS_CODES } from '../node-http.ts'

/** Header pairs, flat, as `writeHead` takes them fastest. */
export type Headers = readonly string[]

export function sendJson(res: ServerResponse, status: number, body: string, headers: Headers): void {
  res.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
    ...headers,
  ])
  res.end(body)
}

export function sendFailure(
  res: ServerResponse,
  failure: Failure,
  requestId: string,
  headers: Headers,
  text = same,
): void {
  const extra = ['X-Request-Id', requestId, ...headers]
  if (failure.retryAfterSeconds !== undefined) extra.push('Retry-After', String(failure.retryAfterSeconds))
  if (failure.status === 401) extra.push('WWW-Authenticate', 'Bearer')
  sendJson(res, failure.status, failureBody(failure, requestId, text), extra)
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
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Whatever was thrown, as something a caller may read. Anything unexpected is told to the log only. */
export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal_error', { cause: error })
}

function same(words: string): string {
  return words
}
