import type { Context } from './context.ts'
import { Failure } from './contract/failures.ts'
import type { Names } from './contract/names.ts'
import { createInputReader } from './contract/read-input.ts'
import { type Claim, hashBody, type StoredAnswer } from './features/idempotency/idempotency.ts'
import type { Caller, Operation } from './operation.ts'

/** An operation with everything that can be prepared before the first call. */
export interface PreparedOperation {
  readonly operation: Operation
  /** Its name on the wire. */
  readonly name: string
  read(body: unknown): unknown
  write(output: unknown): string
}

export function prepareOperation(operation: Operation, names: Names): PreparedOperation {
  const readWire = createInputReader<unknown>(names.schema(operation.input))
  const toSpec = names.toSpec?.(operation.input)
  const toWire = names.toWire?.(operation.output)
  return {
    operation,
    name: names.operation(operation.name),
    read: toSpec === undefined ? readWire : (body) => toSpec(readWire(body)),
    write: toWire === undefined ? successBody : (output) => successBody(toWire(output)),
  }
}

export interface Answer extends StoredAnswer {
  readonly replayed: boolean
}

/** From a parsed body to the answer's text: parameters, once-only, the deed. Throws the failure otherwise. */
export async function runOperation(
  ctx: Context,
  prepared: PreparedOperation,
  caller: Caller,
  body: unknown,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const input = prepared.read(body)
  if (idempotencyKey === undefined) {
    const output = await prepared.operation.handle({ input, caller, ctx, commit: (work) => ctx.db.write(work) })
    return { status: 200, body: prepared.write(output), replayed: false }
  }
  const claim: Claim = {
    channelId: caller.channel.id,
    operation: prepared.operation.name,
    key: idempotencyKey,
    bodyHash: hashBody(body),
  }
  return ctx.idempotency.once(claim, () => runOnce(ctx, prepared, caller, input, claim))
}

async function runOnce(
  ctx: Context,
  prepared: PreparedOperation,
  caller: Caller,
  input: unknown,
  claim: Claim,
): Promise<StoredAnswer> {
  const { operation } = prepared
  const isOutside = operation.effect === 'outside'
  let kept = false
  const commit = <T>(work: (tx: Parameters<Parameters<Context['db']['write']>[0]>[0]) => Promise<T>): Promise<T> =>
    ctx.db.write(async (tx) => {
      const output = await work(tx)
      await ctx.idempotency.keep(tx, claim, { status: 200, body: prepared.write(output) })
      tx.onCommit(() => {
        kept = true
      })
      return output
    })
  if (isOutside) await ctx.idempotency.start(claim)
  try {
    const output = await operation.handle({ input, caller, ctx, commit })
    const answer = { status: 200, body: prepared.write(output) }
    if (!kept) await ctx.db.write((tx) => ctx.idempotency.keep(tx, claim, answer))
    return answer
  } catch (error) {
    const mayHaveHappened = error instanceof Failure && error.mayHaveHappened
    if (isOutside && !kept && !mayHaveHappened) await ctx.idempotency.forget(claim)
    throw error
  }
}

function successBody(output: unknown): string {
  return JSON.stringify({ success: true, ...(output as Record<string, unknown>) })
}
