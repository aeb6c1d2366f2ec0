import type { Caller, PanelCaller } from './caller.ts'
import type { Context } from './context.ts'
import type { FailureCode } from './contract/failures.ts'
import type { PanelRole } from './contract/panel-roles.ts'
import type { ObjectSchema, SentBy, Static } from './contract/schema.ts'
import type { Scope } from './contract/scopes.ts'
import type { Writer } from './storage/database.ts'

export interface Call<I, O, C extends Caller = Caller> {
  readonly input: I
  readonly caller: C
  readonly ctx: Context
  /**
   * Writes the operation's rows in one transaction, together with the stored answer of an Idempotency-Key. An operation
   * that writes returns the result of this call.
   */
  commit(work: (tx: Writer) => Promise<O>): Promise<O>
}

/**
 * `none`: reads only. `rows`: all changes are in one transaction. `outside`: an action on a platform or an overlay that
 * cannot be rolled back, so that a retry after a crash must not repeat it.
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

/** An operation without its type parameters, for routes, documents and tests. */
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

/** What is needed to run an operation, for any kind of caller. */
export interface Runnable<C extends Caller = Caller> {
  readonly name: string
  readonly effect: Effect
  readonly input: ObjectSchema
  readonly output: ObjectSchema
  handle(call: Call<unknown, unknown, C>): Promise<unknown>
}

export interface PanelDefinition<N extends string, I extends ObjectSchema, O extends ObjectSchema> {
  /** The URL below `/panel/api/`, the file and, in camel case, the export. */
  readonly name: N
  readonly summary: string
  /** The minimum role of the caller. */
  readonly role: PanelRole
  /** For operations that grant permissions: requires a recent sign-in, so that an unattended browser is not enough. */
  readonly needsRecentSignIn?: true
  readonly effect: Effect
  readonly input: I
  readonly output: O
  readonly failures: readonly FailureCode[]
  readonly example: { readonly input: SentBy<I>; readonly output: Static<O> }
  handle(call: Call<Static<I>, Static<O>, PanelCaller>): Promise<Static<O>>
}

/** A panel operation for routes and tests. Its types are kept for the panel's client. */
export interface PanelOperation<N extends string = string, I = unknown, O = unknown> extends Runnable<PanelCaller> {
  readonly name: N
  readonly summary: string
  readonly role: PanelRole
  readonly needsRecentSignIn?: true
  readonly failures: readonly FailureCode[]
  readonly example: {
    readonly input: Readonly<Record<string, unknown>>
    readonly output: Readonly<Record<string, unknown>>
  }
  readonly types?: { readonly input: I; readonly output: O }
}

/** Defines an operation that needs a session instead of a key, and a role instead of a scope. */
export function definePanelOperation<N extends string, I extends ObjectSchema, O extends ObjectSchema>(
  definition: PanelDefinition<N, I, O>,
): PanelOperation<N, SentBy<I>, Static<O>> {
  return definition as unknown as PanelOperation<N, SentBy<I>, Static<O>>
}
