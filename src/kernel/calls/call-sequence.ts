import type { Clock } from '../ambient.ts'
import { httpMessages as messages } from '../http/messages.ts'
import { asFailure } from '../http/response.ts'
import type { ConcurrencyLimit } from '../limits/concurrency.ts'
import type { Limiter, Verdict } from '../limits/limiter.ts'
import type { Overload } from '../limits/overload.ts'
import { Failure } from '../operation/contract/failures.ts'
import type { OperationEffect } from '../operation/contract/operation-effect.ts'
import type { PanelGrant } from '../operation/operation.ts'

/** What is called: an operation, an action of the sandbox, a stream of events, the layout of a deck. */
export interface CallTarget {
  readonly effect: OperationEffect
  /** For each caller; undefined: what the call leads to is counted instead. */
  readonly ratePerMinute: number | undefined
  readonly grants: PanelGrant
}

/** Whom an entrance has identified: a key, or the session of a person. */
interface Identified {
  readonly id: string
}

/**
 * One way to call the server: how it learns what is called and by whom, and how it answers. Each check throws a
 * `Failure`. One object for each entrance; what belongs to one call is in its `Request`.
 */
export interface Entrance<Request, Target extends CallTarget, Who extends Identified, Result, Answer> {
  /** Whether an overloaded server refuses its calls. */
  readonly isShed: boolean
  /** Limits how many calls of one caller are under way. */
  readonly underWay?: ConcurrencyLimit
  find(request: Request): Target | Promise<Target>
  /** Also checks that the caller may call at all. */
  identify(request: Request): Who | Promise<Who>
  actorOf(who: Who): string
  /** The name under which the limiter counts. */
  quotaOf(who: Who, target: Target): string
  onCounted?(request: Request, target: Target, verdict: Verdict): void
  /** Address and scope of a key, role of a person. */
  admit(request: Request, target: Target, who: Who): void
  /** Called where the target grants something. */
  requireRecent(request: Request, who: Who): void
  readBody?(request: Request): Promise<Buffer>
  run(request: Request, target: Target, who: Who, body: Buffer): Promise<Result> | Result
  answer(request: Request, target: Target, who: Who, result: Result): Answer
  refuse(failure: Failure, request: Request, target: Target | undefined, who: Who | undefined): Answer | Promise<Answer>
  /** After the answer, for what records calls. */
  done?(request: Request, target: Target, milliseconds: number): void
}

const nothing = Buffer.alloc(0)
const uncounted: Verdict = { allowed: true, remaining: 0, resetSeconds: 0 }

export type CallSequence = ReturnType<typeof createCallSequence>

/**
 * The sequence of checks of every call, whichever way it comes: what is called, overload, who calls, limit, address and
 * scope or role, recent sign-in, calls under way; then the body, the call itself and its records. A check that only one
 * entrance makes would be missing at the others.
 */
export function createCallSequence({
  limiter,
  overload,
  clock,
}: {
  limiter: Limiter
  overload: Overload
  clock: Clock
}) {
  /** Awaits nothing that is there already: each promise costs a call of the API a part of its throughput. */
  return async function call<Request, Target extends CallTarget, Who extends Identified, Result, Answer>(
    entrance: Entrance<Request, Target, Who, Result, Answer>,
    request: Request,
  ): Promise<Answer> {
    const { underWay } = entrance
    const startedAt = clock.steady()
    let target: Target | undefined
    let who: Who | undefined
    let isUnderWay = false
    try {
      const found = entrance.find(request)
      target = found instanceof Promise ? await found : found
      const refusal = entrance.isShed ? overload.refusal(target.effect) : undefined
      if (refusal !== undefined) throw refusal
      const identified = entrance.identify(request)
      who = identified instanceof Promise ? await identified : identified
      const { ratePerMinute: limit } = target
      // Every call of a valid caller counts, whatever its result, except one that is over the limit.
      const counted = limit === undefined ? uncounted : limiter.take(entrance.quotaOf(who, target), limit)
      const verdict = counted instanceof Promise ? await counted : counted
      entrance.onCounted?.(request, target, verdict)
      entrance.admit(request, target, who)
      if (limit !== undefined && !verdict.allowed) throw overLimit(limit, verdict, entrance.actorOf(who))
      if (target.grants !== 'nothing') entrance.requireRecent(request, who)
      if (underWay !== undefined) {
        if (!underWay.begin(who.id)) throw tooManyUnderWay(underWay, entrance.actorOf(who))
        isUnderWay = true
      }
      const body = entrance.readBody === undefined ? nothing : await entrance.readBody(request)
      const ran = entrance.run(request, target, who, body)
      return entrance.answer(request, target, who, ran instanceof Promise ? await ran : ran)
    } catch (error) {
      return await entrance.refuse(asFailure(error), request, target, who)
    } finally {
      if (isUnderWay && who !== undefined) underWay?.end(who.id)
      if (target !== undefined) entrance.done?.(request, target, clock.steady() - startedAt)
    }
  }
}

export function overLimit(limit: number, { resetSeconds: seconds }: Verdict, actor: string): Failure {
  const message = messages.rateLimited.of({ limit, seconds })
  return new Failure('rate_limited', { message, retryAfterSeconds: seconds, actor })
}

function tooManyUnderWay({ max }: ConcurrencyLimit, actor: string): Failure {
  return new Failure('rate_limited', { message: messages.tooManyUnderWay.of({ max }), retryAfterSeconds: 1, actor })
}
