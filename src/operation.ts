import type { Context } from './context.ts'
import type { FailureCode } from './contract/failures.ts'
import type { ObjectSchema, SentBy, Static } from './contract/schema.ts'
import type { Scope } from './contract/scopes.ts'
import type { Channel } from './features/channels/channels.ts'
import type { Writer } from './storage/database.ts'

/** Who asks, as an operation sees it. */
export interface Caller {
  readonly channel: Channel
  /** `key:<id>`, `panel`, `cli`, `command:<id>`: stands in the ledger and the event log. */
  readonly actor: string
  readonly requestId: string
}

export interface Call<I, O> {
  readonly input: I
  readonly caller: Caller
  readonly ctx: Context
  /**
   * Writes the operation's rows and its answer in one transaction; with an Idempotency-Key the record of the answer
   * is part of it. An operation that writes ends with this.
   */
  commit(work: (tx: Writer) => Promise<O>): Promise<O>
}

/**
 * `none`: reads. `rows`: all it does is in one transaction. `outside`: something happens on a platform or an overlay
 * that no transaction can take back, so a retry after a crash must not repeat it.
 */
export type Effect = 'none' | 'rows' | 'outside'

export interface OperationDefinition<I extends ObjectSchema, O extends ObjectSchema> {
  /** The URL, the file and, in camel case, the export. */
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly scope: Scope
  readonly ratePerMinute: number
  readonly effect: Effect
  readonly input: I
  readonly output: O
  readonly failures: readonly FailureCode[]
  readonly example: { readonly input: SentBy<I>; readonly output: Static<O> }
  handle(call: Call<Static<I>, Static<O>>): Promise<Static<O>>
}

/** An operation with its types folded away, as the route, the documents and the tests use it. */
export interface Operation extends Omit<OperationDefinition<ObjectSchema, ObjectSchema>, 'example' | 'handle'> {
  readonly example: {
    readonly input: Readonly<Record<string, unknown>>
    readonly output: Readonly<Record<string, unknown>>
  }
  handle(call: Call<unknown, unknown>): Promise<unknown>
}

export function defineOperation<I extends ObjectSchema, O extends ObjectSchema>(
  definition: OperationDefinition<I, O>,
): Operation {
  return definition as unknown as Operation
}
