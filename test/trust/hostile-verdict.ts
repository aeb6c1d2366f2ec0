import { failures } from '../../src/kernel/operation/contract/failures.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { Schema } from '../../src/kernel/schema/schema.ts'
import { misfit } from './fits-schema.ts'
import type { HostileRequest } from './hostile-requests.ts'
import type { RawAnswer } from './raw-client.ts'
import { isObject, mustRefuse } from './strict-check.ts'

const statuses = new Set([200, 400, 401, 403, 404, 429, 502])

/** What only our own innards know: stacks, paths, the engine's words. */
const internals =
  /\bat [\w.<>[\] ]+ \(|node:internal|node_modules|SQLITE|sqlite_|UNIQUE constraint|no such (?:table|column)|\/home\/|\/work\/|\/tmp\/|\/root\/|\.[cm]?[jt]s:\d+|TypeError|RangeError|ReferenceError|SyntaxError|\[object Object\]|undefined is not (?:a function|an object|iterable)/

/** What is wrong with an answer, or undefined. 500 is always wrong. */
export function faultIn(request: HostileRequest, operation: Operation, answer: RawAnswer): string | undefined {
  const { status, headers, body } = answer
  if (!statuses.has(status)) return `status ${status}: ${body.slice(0, 300)}`
  if (request.method === 'HEAD') return undefined
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return `content type ${headers['content-type']}`
  let answered: unknown
  try {
    answered = JSON.parse(body)
  } catch {
    return `not JSON: ${body.slice(0, 300)}`
  }
  if (!isObject(answered)) return `not an object: ${body.slice(0, 300)}`
  const leaked = internals.exec(body)?.[0]
  if (leaked !== undefined && !wasSent(request, leaked)) return `reveals internals (${leaked}): ${body.slice(0, 300)}`
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id'
  return status === 200 ? faultInSuccess(request, operation, answered) : faultInFailure(answered, answer)
}

function faultInSuccess(
  request: HostileRequest,
  operation: Operation,
  answered: Record<string, unknown>,
): string | undefined {
  const { success, ...output } = answered
  if (success !== true) return `200 without success: ${JSON.stringify(answered).slice(0, 300)}`
  const wrong = refusalFor(request, operation.input)
  if (wrong !== undefined) return `accepted although ${wrong}: ${JSON.stringify(answered).slice(0, 300)}`
  return misfit(operation.output, output)
}

/** Why this request must not be accepted, by the test's own reading of it. */
function refusalFor(request: HostileRequest, schema: Schema): string | undefined {
  const sent = Buffer.from(request.body, request.encoding)
  const text = sent.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(sent)) return 'the body is not UTF-8'
  if (sent.length > 256 * 1024) return 'the body is too large'
  const unmarked = text.replace(/^\ufeff/, '')
  if (unmarked.trim() === '') return mustRefuse(schema, {})
  try {
    return mustRefuse(schema, JSON.parse(unmarked))
  } catch {
    return 'the body is not JSON'
  }
}

function faultInFailure(answered: Record<string, unknown>, { status, headers }: RawAnswer): string | undefined {
  const { success, error, code, request_id, details, required_scope, results, ...rest } = answered
  const shown = JSON.stringify(answered).slice(0, 300)
  if (success !== false) return `a failure without success: false: ${shown}`
  if (typeof error !== 'string' || error === '' || error.length > 600) return `no sentence for a person: ${shown}`
  if (typeof code !== 'string' || !Object.hasOwn(failures, code)) return `an unknown code: ${shown}`
  if (failures[code as keyof typeof failures].status !== status) return `${code} with status ${status}`
  if (request_id !== headers['x-request-id']) return `request_id is not the header's: ${shown}`
  if (Object.keys(rest).length > 0) return `fields beside the failure body: ${shown}`
  if (details !== undefined && !isDetails(details)) return `details of another shape: ${shown}`
  if (required_scope !== undefined && status !== 403) return `required_scope with ${status}`
  if (results !== undefined && !Array.isArray(results)) return `results of another shape: ${shown}`
  if (status === 429 && !/^\d+$/.test(headers['retry-after'] ?? '')) return '429 without Retry-After'
  if (status === 401 && headers['www-authenticate'] !== 'Bearer') return '401 without WWW-Authenticate'
  return undefined
}

function isDetails(details: unknown): boolean {
  return (
    Array.isArray(details) &&
    details.every((one) => isObject(one) && typeof one.path === 'string' && typeof one.message === 'string')
  )
}

/** An answer may quote what it was sent. */
function wasSent({ path, headers, body }: HostileRequest, words: string): boolean {
  return [path, body, ...headers.flat()].some(
    (sent) => sent.includes(words) || sent.includes(JSON.stringify(words).slice(1, -1)),
  )
}
