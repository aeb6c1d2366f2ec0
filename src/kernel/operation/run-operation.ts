import { createInputReader } from '../schema/read-input.ts'
import type { ObjectSchema, Schema } from '../schema/schema.ts'
import type { Database, Writer } from '../storage/database.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import { Failure } from './contract/failures.ts'
import { type Claim, hashBody, type StoredAnswer } from './idempotency/idempotency.ts'
import type { Operation, Runnable } from './operation.ts'
import { hasLongList, successBody, writeInTurns } from './write-answer.ts'

/** How the API names things, as far as the parameters and answers of an operation go. */
export interface OperationNames {
  operation(name: string): string
  accepted<S extends Schema>(schema: S): S
  /** From the wire to the names inside, after the body was checked; undefined when they are the same. */
  readonly toSpec: ((schema: ObjectSchema) => (value: unknown) => unknown) | undefined
  readonly toWire: ((schema: ObjectSchema) => (value: unknown) => unknown) | undefined
}

/** An operation with its input reader and output writer. */
export interface PreparedOperation<R = Operation> {
  readonly operation: R
  /** The name in the API. */
  readonly name: string
  read(body: unknown): unknown
  write(output: unknown): string
}

export function prepareOperation<R extends Omit<Runnable, 'handle'>>(
  operation: R,
  names: OperationNames,
): PreparedOperation<R> {
  // Built with the first call: a start would build well over a hundred, and most servers use a few of them.
  let read: ((body: unknown) => unknown) | undefined
  let write: ((output: unknown) => string) | undefined
  return {
    operation,
    name: names.operation(operation.name),
    read(body) {
      read ??= readerOf(operation, names)
      return read(body)
    },
    write(output) {
      write ??= writerOf(operation, names)
      return write(output)
    },
  }
}

function readerOf({ input }: Pick<Runnable, 'input'>, names: OperationNames): (body: unknown) => unknown {
  const readWire = createInputReader<unknown>(names.accepted(input))
  const toSpec = names.toSpec?.(input)
  return toSpec === undefined ? readWire : (body) => toSpec(readWire(body))
}

function writerOf({ output }: Pick<Runnable, 'output'>, names: OperationNames): (output: unknown) => string {
  const toWire = names.toWire?.(output)
  return toWire === undefined ? successBody : (value) => successBody(toWire(value))
}

export interface Answer extends StoredAnswer {
  readonly replayed: boolean
}

/**
 * Validates the parameters, applies the Idempotency-Key, runs the operation and returns the answer as JSON. Throws a
 * `Failure`. `beforeCommit` writes rows into the transaction of the operation.
 */
export async function runOperation<C extends Caller>(
  ctx: Context,
  prepared: PreparedOperation<Runnable<C>>,
  caller: C,
  body: unknown,
  idempotencyKey: string | undefined,
  beforeCommit?: (tx: Writer) => Promise<void>,
): Promise<Answer> {
  const input = prepared.read(body)
  // An operation without effect may be repeated, so nothing is kept for it.
  if (idempotencyKey === undefined || prepared.operation.effect === 'none') {
    const commit = beforeCommit === undefined ? ctx.db.write : writingBefore(ctx.db, beforeCommit)
    const output = await prepared.operation.handle({ input, caller, ctx, commit })
    const body = hasLongList(output) ? await writeInTurns(prepared.write, output) : prepared.write(output)
    return { status: 200, body, replayed: false }
  }
  const claim: Claim = {
    channelId: caller.channel.id,
    operation: prepared.operation.name,
    key: idempotencyKey,
    actor: caller.actor,
    bodyHash: hashBody(body),
    isSecret: prepared.operation.answersSecret === true,
  }
  return ctx.idempotency.once(claim, () => runOnce(ctx, prepared, caller, input, claim, beforeCommit))
}

function writingBefore(db: Database, beforeCommit: (tx: Writer) => Promise<void>): Database['write'] {
  return (work) =>
    db.write(async (tx) => {
      const output = await work(tx)
      await beforeCommit(tx)
      return output
    })
}

async function runOnce<C extends Caller>(
  ctx: Context,
  prepared: PreparedOperation<Runnable<C>>,
  caller: C,
  input: unknown,
  claim: Claim,
  beforeCommit: ((tx: Writer) => Promise<void>) | undefined,
): Promise<StoredAnswer> {
  const { operation } = prepared
  const isOutside = operation.effect === 'outside'
  let kept = false
  // An outside action commits its rows after it is done: from then on a retry must not repeat it.
  let actionDone = false
  const commit = <T>(work: (tx: Writer) => Promise<T>): Promise<T> => {
    actionDone = true
    return ctx.db.write(async (tx) => {
      await ctx.idempotency.requireFirst(tx, claim)
      const output = await work(tx)
      await beforeCommit?.(tx)
      await ctx.idempotency.keep(tx, claim, { status: 200, body: prepared.write(output) })
      tx.onCommit(() => {
        kept = true
      })
      return output
    })
  }
  if (isOutside) await ctx.idempotency.start(claim)
  try {
    const output = await operation.handle({ input, caller, ctx, commit })
    const answer = { status: 200, body: prepared.write(output) }
    if (!kept) await ctx.db.write((tx) => ctx.idempotency.keep(tx, claim, answer))
    return answer
  } catch (error) {
    const mayHaveHappened = actionDone || (error instanceof Failure && error.mayHaveHappened)
    if (isOutside && !mayHaveHappened) await ctx.idempotency.forget(claim)
    throw error
  }
}
