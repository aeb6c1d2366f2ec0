import type { ServerResponse } from 'node:http'
import type { Authenticate } from '../../capabilities/keys/authenticate.ts'
import type { KeyCall, KeyCallAnswer } from '../../capabilities/keys/key-call.ts'
import type { Key } from '../../capabilities/keys/keys.ts'
import { quotaNameOf } from '../../capabilities/keys/quotas.ts'
import type { Usage } from '../../capabilities/keys/usage.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import { operationPrefix } from '../../kernel/http/paths.ts'
import type { ServerRequest } from '../../kernel/http/request.ts'
import { asFailure, failureBody, type HeaderLines, header, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { createConcurrencyLimit } from '../../kernel/limits/concurrency.ts'
import type { Limiter, Verdict } from '../../kernel/limits/limiter.ts'
import type { Overload } from '../../kernel/limits/overload.ts'
import type { Log } from '../../kernel/log.ts'
import type { CallMeter, Metrics } from '../../kernel/metrics/metrics.ts'
import type { CallTracer } from '../../kernel/metrics/tracer.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { type PreparedOperation, prepareOperation, runOperation } from '../../kernel/operation/run-operation.ts'
import type { Names } from '../../registry/names.ts'

/** A quarter of all requests that may be under way, and more than the full burst of any operation. */
const maxUnderWayPerKey = 512

interface Route {
  readonly prepared: PreparedOperation
  readonly policy: string
  readonly policyLine: HeaderLines
  readonly meter: CallMeter
}

export type OperationRoute = ReturnType<typeof createOperationRoute>

/** `POST /v1/<operation>`: checks operation, key, limit, address, scope and parameters, in this order, then runs it. */
export function createOperationRoute(needs: {
  operations: readonly Operation[]
  names: Names
  authenticate: Authenticate
  limiter: Limiter
  overload: Overload
  metrics: Metrics
  tracer: CallTracer | undefined
  usage: Usage
  bus: Bus
  clock: Clock
  ctx: Context
  log: Log
}) {
  const { operations, names, authenticate, limiter, overload, metrics, tracer, usage, bus, clock, ctx, log } = needs
  const routes = new Map<string, Route>()
  for (const operation of operations) {
    const prepared = prepareOperation(operation, names)
    const policy = `"${prepared.name}";q=${operation.ratePerMinute};w=60`
    const policyLine = header('RateLimit-Policy', policy)
    routes.set(prepared.name, { prepared, policy, policyLine, meter: metrics.callsOf(operation.name) })
  }

  const underWay = createConcurrencyLimit(maxUnderWayPerKey)

  async function serve(req: ServerRequest, res: ServerResponse, path: string, requestId: string, address: string) {
    const startedAt = clock.steady()
    let lines = ''
    let route: Route | undefined
    let key: Key | undefined
    let isUnderWay = false
    let status: number
    try {
      route = findRoute(req, path)
      const { prepared, policyLine } = route
      const refusal = overload.refusal(prepared.operation.effect)
      if (refusal !== undefined) throw refusal
      const found = authenticate.key(req.headers.authorization, address)
      key = found instanceof Promise ? await found : found
      const counted = count(key, prepared.operation)
      const verdict = counted instanceof Promise ? await counted : counted
      lines = policyLine + header('RateLimit', rateLimit(prepared.name, verdict))
      admit(key, prepared.operation, address, verdict)
      begin(key)
      isUnderWay = true
      const body = parseJsonBody(await req.readBody(), req.headers['content-type'])
      const caller = callerOf(key, requestId)
      const answer = await runOperation(ctx, prepared, caller, body, readIdempotencyKey(req.headers['idempotency-key']))
      if (answer.replayed) lines += header('Idempotency-Replayed', 'true')
      status = answer.status
      sendJson(res, status, answer.body, requestId, lines)
      recordUse(key, prepared.operation.name, true)
    } catch (error) {
      const failure = asFailure(error)
      status = failure.status
      // Refusals under overload are counted by the metrics; a log line for each would add to the load.
      if (status >= 500 && failure.code !== 'overloaded')
        log.warn('a call failed', { requestId, path, code: failure.code, error: failure.cause ?? failure })
      sendFailure(res, failure, requestId, { lines, say: names.word })
      if (key !== undefined && route !== undefined) recordUse(key, route.prepared.operation.name, false)
    }
    if (key !== undefined && isUnderWay) underWay.end(key.id)
    if (route === undefined) return
    const milliseconds = clock.steady() - startedAt
    route.meter.done(status, milliseconds)
    tracer?.call({
      operation: route.prepared.operation.name,
      status,
      milliseconds,
      requestId,
      headers: req.headers,
    })
  }

  function begin(key: Key): void {
    if (underWay.begin(key.id)) return
    const message = messages.tooManyUnderWay({ max: underWay.max })
    throw new Failure('rate_limited', { message, retryAfterSeconds: 1, actor: actorOf(key) })
  }

  /** For the lists in the panel; the call is over by now. */
  function recordUse(key: Key, operation: string, succeeded: boolean): void {
    usage.count(key, operation, succeeded)
    if (bus.hasListeners('key-used')) bus.publish('key-used', { ownerId: key.ownerId, keyId: key.id, operation })
  }

  /**
   * The same call without a request of its own: of a person who may use the key but never sees its secret, and of a
   * program on a socket.
   */
  async function runAs(call: KeyCall): Promise<KeyCallAnswer> {
    const { key, address, requestId } = call
    const route = routes.get(call.operation)
    if (route === undefined) throw unknownOperation(call.operation)
    const { prepared, policy, meter } = route
    const headers: Record<string, string> = {}
    const startedAt = clock.steady()
    const answer = (status: number, body: string): KeyCallAnswer => {
      recordUse(key, prepared.operation.name, status === 200)
      headers['X-Request-Id'] = requestId
      const milliseconds = clock.steady() - startedAt
      meter.done(status, milliseconds)
      return { status, headers, body: JSON.parse(body), milliseconds }
    }
    let isUnderWay = false
    try {
      const refusal = overload.refusal(prepared.operation.effect)
      if (refusal !== undefined) throw refusal
      authenticate.requireUsable(key)
      const verdict = await count(key, prepared.operation)
      headers['RateLimit-Policy'] = policy
      headers.RateLimit = rateLimit(prepared.name, verdict)
      admit(key, prepared.operation, address, verdict)
      if (call.person !== undefined && grantsSomething(prepared.operation)) ctx.sessions.requireRecent(call.person)
      begin(key)
      isUnderWay = true
      const caller = callerOf(key, requestId)
      const idempotency = readIdempotencyKey(call.idempotencyKey)
      const { status, body, replayed } = await runOperation(ctx, prepared, caller, call.body, idempotency)
      if (replayed) headers['Idempotency-Replayed'] = 'true'
      return answer(status, body)
    } catch (error) {
      const failure = asFailure(error)
      // Refused to the person, not to the key: no answer of the API.
      if (failure.code === 'sign_in_required') throw failure
      if (failure.status >= 500 && failure.code !== 'overloaded')
        log.warn('a call failed', { requestId, code: failure.code, error })
      if (failure.retryAfterSeconds !== undefined) headers['Retry-After'] = String(failure.retryAfterSeconds)
      return answer(failure.status, failureBody(failure, requestId, names.word))
    } finally {
      if (isUnderWay) underWay.end(key.id)
    }
  }

  function findRoute(req: ServerRequest, path: string): Route {
    const name = path.slice(operationPrefix.length)
    const route = routes.get(name)
    if (route === undefined) throw unknownOperation(name)
    if (req.method !== 'POST')
      throw new Failure('unknown_operation', { message: messages.usePost({ path: `${operationPrefix}${name}` }) })
    return route
  }

  /** Every call with a valid key counts, whatever its result, except a 429. */
  function count(key: Key, operation: Operation): Verdict | Promise<Verdict> {
    return limiter.take(quotaNameOf(key, operation.name), operation.ratePerMinute)
  }

  function admit(key: Key, operation: Operation, address: string, { allowed, resetSeconds }: Verdict): void {
    if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed', { actor: actorOf(key) })
    const isOfDeck = key.operations?.has(operation.name) ?? true
    if (!isOfDeck || !key.scopes.has(operation.scope)) {
      const { scope } = operation
      const message = isOfDeck ? messages.scopeNeeded({ scope }) : messages.noSuchButton({ operation: operation.name })
      const fields = { required_scope: operation.scope }
      throw new Failure('missing_scope', { message, fields, actor: actorOf(key) })
    }
    if (allowed) return
    const message = messages.rateLimited({ limit: operation.ratePerMinute, seconds: resetSeconds })
    throw new Failure('rate_limited', { message, retryAfterSeconds: resetSeconds, actor: actorOf(key) })
  }

  return { serve, runAs }
}

function callerOf(key: Key, requestId: string): Caller {
  return { channel: key.channel, actor: actorOf(key), requestId, may: (scope) => key.scopes.has(scope) }
}

function grantsSomething({ panel }: Operation): boolean {
  return panel !== undefined && panel.grants !== 'nothing'
}

/** How the event log and the log name a key. */
function actorOf({ id }: Key): string {
  return `key:${id}`
}

function rateLimit(name: string, { remaining, resetSeconds }: Verdict): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`
}

const validIdempotencyKey = /^[\x21-\x7e]{1,255}$/

function readIdempotencyKey(key: unknown): string | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !validIdempotencyKey.test(key)) {
    throw new Failure('invalid_parameter', { message: messages.invalidIdempotencyKey() })
  }
  return key
}

function unknownOperation(name: string): Failure {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name
  return new Failure('unknown_operation', { message: messages.unknownOperation({ name: printable(shown) }) })
}

function printable(text: string): string {
  return text.replace(/[^\w%./-]/g, '?')
}
