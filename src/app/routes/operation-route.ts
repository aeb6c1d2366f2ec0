import type { ServerResponse } from 'node:http'
import type { Authenticate } from '../../capabilities/keys/authenticate.ts'
import type { KeyCall, KeyCallAnswer } from '../../capabilities/keys/key-call.ts'
import { actorOfKey, requireAddress, requireScope } from '../../capabilities/keys/key-checks.ts'
import type { Key } from '../../capabilities/keys/keys.ts'
import { quotaNameOf } from '../../capabilities/keys/quotas.ts'
import type { Usage } from '../../capabilities/keys/usage.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { CallSequence, CallTarget, Entrance } from '../../kernel/calls/call-sequence.ts'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import { operationPrefix } from '../../kernel/http/paths.ts'
import type { ServerRequest } from '../../kernel/http/request.ts'
import { failureBody, type HeaderLines, header, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { unknownOperation } from '../../kernel/http/unknown-operation.ts'
import { createConcurrencyLimit } from '../../kernel/limits/concurrency.ts'
import type { Verdict } from '../../kernel/limits/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { CallTracer, TracedCall } from '../../kernel/metrics/call-tracer.ts'
import type { CallMeter, Metrics } from '../../kernel/metrics/metrics.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import {
  type Answer,
  type PreparedOperation,
  prepareOperation,
  runOperation,
} from '../../kernel/operation/run-operation.ts'
import type { Names } from '../../registry/names.ts'

/** A quarter of all requests that may be under way, and more than the full burst of any operation. */
const maxUnderWayPerKey = 512

interface Route extends CallTarget {
  readonly prepared: PreparedOperation
  readonly ratePerMinute: number
  readonly policy: string
  readonly policyLine: HeaderLines
  readonly meter: CallMeter
}

/** `POST /v1/<operation>`. */
interface ApiRequest {
  readonly req: ServerRequest
  readonly res: ServerResponse
  readonly path: string
  readonly requestId: string
  readonly address: string
  /** The header lines of the answer. */
  lines: HeaderLines
  status: number
}

/** A call without a request of its own: of a person who runs it as a key, and of a program on a socket. */
interface KeyCallRequest {
  readonly call: KeyCall
  readonly startedAt: number
  readonly headers: Record<string, string>
  status: number
}

export type OperationRoute = ReturnType<typeof createOperationRoute>

/** The operations, by a request with a key (`serve`) and for a key that is known already (`runAs`). */
export function createOperationRoute(needs: {
  operations: readonly Operation[]
  names: Names
  authenticate: Authenticate
  call: CallSequence
  metrics: Metrics
  tracer: CallTracer | undefined
  usage: Usage
  bus: Bus
  clock: Clock
  ctx: Context
  log: Log
}) {
  const { operations, names, authenticate, call, metrics, tracer, usage, bus, clock, ctx, log } = needs
  const routes = new Map<string, Route>()
  for (const operation of operations) {
    const { ratePerMinute, effect, panel } = operation
    const prepared = prepareOperation(operation, names)
    const policy = `"${prepared.name}";q=${ratePerMinute};w=60`
    const policyLine = header('RateLimit-Policy', policy)
    const target = { effect, ratePerMinute, grants: panel?.grants ?? 'nothing' }
    routes.set(prepared.name, { ...target, prepared, policy, policyLine, meter: metrics.callsOf(operation.name) })
  }

  const shared = {
    isShed: true,
    underWay: createConcurrencyLimit(maxUnderWayPerKey),
    actorOf: actorOfKey,
    quotaOf: (key: Key, { prepared }: Route): string => quotaNameOf(key, prepared.operation.name),
  }

  const api: Entrance<ApiRequest, Route, Key, Answer, void> = {
    ...shared,
    find: ({ req, path }) => findRoute(req, path),
    identify: ({ req, address }) => authenticate.key(req.headers.authorization, address),
    onCounted(request, { prepared, policyLine }, verdict) {
      request.lines = policyLine + header('RateLimit', rateLimit(prepared.name, verdict))
    },
    admit: ({ address }, { prepared }, key) => admit(key, prepared.operation, address),
    // A program has no sign-in: whoever created its key had a recent one.
    requireRecent() {},
    readBody: ({ req }) => req.readBody(),
    run({ req, requestId }, { prepared }, key, body) {
      const input = parseJsonBody(body, req.headers['content-type'])
      const idempotencyKey = readIdempotencyKey(req.headers['idempotency-key'])
      return perform(prepared, key, requestId, input, idempotencyKey)
    },
    answer(request, { prepared }, key, { status, body, replayed }) {
      if (replayed) request.lines += header('Idempotency-Replayed', 'true')
      request.status = status
      sendJson(request.res, status, body, request.requestId, request.lines)
      recordUse(key, prepared.operation.name, true)
    },
    refuse(failure, request, route, key) {
      const { res, path, requestId, lines } = request
      request.status = failure.status
      logFailure(failure, { requestId, path })
      sendFailure(res, failure, requestId, { lines, say: names.word })
      if (key !== undefined && route !== undefined) recordUse(key, route.prepared.operation.name, false)
    },
    done: ({ req, requestId, status }, route, milliseconds) =>
      record(route, status, milliseconds, requestId, req.headers),
  }

  const keyCalls: Entrance<KeyCallRequest, Route, Key, Answer, KeyCallAnswer> = {
    ...shared,
    find: ({ call: { operation } }) => routes.get(operation) ?? fail(unknown(operation)),
    identify({ call: { key } }) {
      authenticate.requireUsable(key)
      return key
    },
    onCounted({ headers }, { prepared, policy }, verdict) {
      headers['RateLimit-Policy'] = policy
      headers.RateLimit = rateLimit(prepared.name, verdict)
    },
    admit: ({ call: { address } }, { prepared }, key) => admit(key, prepared.operation, address),
    requireRecent({ call: { person } }) {
      if (person !== undefined) ctx.sessions.requireRecent(person)
    },
    run({ call: { body, requestId, idempotencyKey } }, { prepared }, key) {
      return perform(prepared, key, requestId, body, readIdempotencyKey(idempotencyKey))
    },
    answer(request, route, _key, { status, body, replayed }) {
      if (replayed) request.headers['Idempotency-Replayed'] = 'true'
      return answerKeyCall(request, route, status, body)
    },
    refuse(failure, request, route) {
      const { requestId } = request.call
      request.status = failure.status
      // Refused to the person, not to the key: no answer of the API.
      if (route === undefined || failure.code === 'sign_in_required') throw failure
      logFailure(failure, { requestId })
      if (failure.retryAfterSeconds !== undefined) request.headers['Retry-After'] = String(failure.retryAfterSeconds)
      return answerKeyCall(request, route, failure.status, failureBody(failure, requestId, names.word))
    },
    done: ({ call: { requestId }, status }, route, milliseconds) => record(route, status, milliseconds, requestId, {}),
  }

  function perform(
    prepared: Route['prepared'],
    key: Key,
    requestId: string,
    input: unknown,
    idempotencyKey: string | undefined,
  ): Promise<Answer> {
    const run = () => runOperation(ctx, prepared, callerOf(key, requestId), input, idempotencyKey)
    return ctx.channels.prepare(key.channel)?.then(run) ?? run()
  }

  function answerKeyCall(request: KeyCallRequest, { prepared }: Route, status: number, body: string): KeyCallAnswer {
    const { headers, startedAt } = request
    const { key, requestId } = request.call
    request.status = status
    recordUse(key, prepared.operation.name, status === 200)
    headers['X-Request-Id'] = requestId
    return { status, headers, body: JSON.parse(body), milliseconds: clock.steady() - startedAt }
  }

  /** Refusals under overload are counted by the metrics; a log line for each would add to the load. */
  function logFailure(failure: Failure, fields: { requestId: string; path?: string }): void {
    const { status, code, cause } = failure
    if (status >= 500 && code !== 'overloaded') log.warn('a call failed', { ...fields, code, error: cause ?? failure })
  }

  /** For the lists in the panel; the call is over by now. */
  function recordUse(key: Key, operation: string, succeeded: boolean): void {
    usage.count(key, operation, succeeded)
    if (bus.hasListeners('key-used')) bus.publish('key-used', { ownerId: key.ownerId, keyId: key.id, operation })
  }

  function record(
    { prepared, meter }: Route,
    status: number,
    milliseconds: number,
    requestId: string,
    headers: TracedCall['headers'],
  ): void {
    meter.done(status, milliseconds)
    tracer?.call({ operation: prepared.operation.name, status, milliseconds, requestId, headers })
  }

  function unknown(name: string): Failure {
    return unknownOperation(name, [...routes.keys()], shortened(name))
  }

  function findRoute(req: ServerRequest, path: string): Route {
    const name = path.slice(operationPrefix.length)
    const route = routes.get(name)
    if (route === undefined) throw unknown(name)
    if (req.method !== 'POST')
      throw new Failure('unknown_operation', { message: messages.usePost.of({ path: `${operationPrefix}${name}` }) })
    return route
  }

  function admit(key: Key, operation: Operation, address: string): void {
    requireAddress(authenticate, key, address)
    if (key.operations?.has(operation.name) === false) {
      const message = messages.noSuchButton.of({ operation: operation.name })
      const fields = { required_scope: operation.scope }
      throw new Failure('missing_scope', { message, fields, actor: actorOfKey(key) })
    }
    requireScope(key, operation.scope)
  }

  return {
    serve(req: ServerRequest, res: ServerResponse, path: string, requestId: string, address: string): Promise<void> {
      return call(api, { req, res, path, requestId, address, lines: '', status: 0 })
    },

    runAs(asked: KeyCall): Promise<KeyCallAnswer> {
      return call(keyCalls, { call: asked, startedAt: clock.steady(), headers: {}, status: 0 })
    },
  }
}

function fail(failure: Failure): never {
  throw failure
}

function callerOf(key: Key, requestId: string): Caller {
  return { channel: key.channel, actor: actorOfKey(key), requestId, may: (scope) => key.scopes.has(scope) }
}

function rateLimit(name: string, { remaining, resetSeconds }: Verdict): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`
}

const validIdempotencyKey = /^[\x21-\x7e]{1,255}$/

function readIdempotencyKey(key: unknown): string | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !validIdempotencyKey.test(key)) {
    throw new Failure('invalid_parameter', { message: messages.invalidIdempotencyKey.of() })
  }
  return key
}

function shortened(name: string): string {
  return printable(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}

function printable(text: string): string {
  return text.replace(/[^\w%./-]/g, '?')
}
