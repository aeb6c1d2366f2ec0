import type { ObjectSchema, SentBy, Static } from '../schema/schema.ts'
import type { Writer } from '../storage/database.ts'
import type { Text } from '../text/message.ts'
import type { Caller, PanelCaller } from './caller.ts'
import type { Context } from './context.ts'
import type { FailureCode } from './contract/failures.ts'
import type { OperationEffect } from './contract/operation-effect.ts'
import type { PanelRole } from './contract/panel-roles.ts'
import type { Scope } from './contract/scopes.ts'

/** An answer before it is written: where its schema has a string, it may hold a text for whoever reads it. */
export type Unwritten<T> = [T] extends [object] ? UnwrittenFields<T> : string extends T ? T | Text : UnwrittenFields<T>
type UnwrittenFields<T> = T extends readonly (infer Item)[]
  ? readonly Unwritten<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unwritten<T[K]> }
    : T

export interface Call<I, O, C extends Caller = Caller> {
  readonly input: I
  readonly caller: C
  readonly ctx: Context
  /**
   * Writes the operation's rows in one transaction, together with the stored answer of an Idempotency-Key. An operation
   * that writes returns the result of this call.
   */
  commit<A extends O>(work: (tx: Writer) => Promise<A>): Promise<A>
}

export interface OperationHints {
  /** Takes something away that cannot simply be given back: bans, deletions, points, or the end of a stream. */
  readonly isDestructive?: boolean
  /**
   * What it leads to is decided by stored steps, or by an address or settings of the caller, so that it may take away or
   * send anything. A program that acts on its own asks a person first; a button that somebody made for it does not.
   */
  readonly isFarReaching?: boolean
  /** A second call with the same input changes nothing more. */
  readonly isIdempotent?: boolean
}

/** Who may call an operation from the panel, and what that person gains by it. */
export interface PanelAccess {
  /** The minimum role of the caller. */
  readonly role: PanelRole
  readonly grants: PanelGrant
}

export interface OperationDefinition<
  N extends string,
  I extends ObjectSchema,
  O extends ObjectSchema,
  P extends PanelAccess | undefined = PanelAccess | undefined,
> {
  /** The URL, the file and, in camel case, the export. */
  readonly name: N
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly scope: Scope
  /** Absent: it cannot be called from the panel. */
  readonly panel?: P
  readonly ratePerMinute: number
  readonly effect: OperationEffect
  /** What a program should know before it calls by itself. */
  readonly hints?: OperationHints
  readonly input: I
  readonly output: O
  readonly failures: readonly FailureCode[]
  /** The answer contains a secret that is shown once: for a repeat with the same Idempotency-Key it is kept encrypted. */
  readonly answersSecret?: true
  readonly example: { readonly input: SentBy<I>; readonly output: Static<O> }
  handle(call: Call<Static<I>, Unwritten<Static<O>>>): Promise<Unwritten<Static<O>>>
}

/** An operation as the route, the documents and the tests use it. `types` is never set; it carries the types. */
export interface Operation<
  N extends string = string,
  I = unknown,
  O = unknown,
  P extends PanelAccess | undefined = PanelAccess | undefined,
> extends Omit<OperationDefinition<N, ObjectSchema, ObjectSchema, P>, 'example' | 'handle'> {
  readonly example: {
    readonly input: Readonly<Record<string, unknown>>
    readonly output: Readonly<Record<string, unknown>>
  }
  handle(call: Call<unknown, unknown>): Promise<unknown>
  readonly types?: { readonly input: I; readonly output: O }
}

export function defineOperation<
  N extends string,
  I extends ObjectSchema,
  O extends ObjectSchema,
  P extends PanelAccess | undefined = undefined,
>(definition: OperationDefinition<N, I, O, P>): Operation<N, SentBy<I>, Static<O>, P> {
  return definition as unknown as Operation<N, SentBy<I>, Static<O>, P>
}

/** What is needed to run an operation, for any kind of caller. */
export interface Runnable<C extends Caller = Caller> {
  readonly name: string
  readonly effect: OperationEffect
  readonly input: ObjectSchema
  readonly output: ObjectSchema
  readonly answersSecret?: true
  handle(call: Call<unknown, unknown, C>): Promise<unknown>
}

/**
 * What somebody gains by a panel operation beyond the session that calls it: `access` for another person, program or
 * browser, a further `sign-in` of the caller, a connected `account`, or an `irreversible` change of stored data.
 * Everything except `nothing` needs a recent sign-in, so that an unattended browser or a stolen cookie cannot become
 * more than the session it is.
 */
export type PanelGrant = 'nothing' | 'access' | 'sign-in' | 'account' | 'irreversible'

export interface PanelDefinition<N extends string, I extends ObjectSchema, O extends ObjectSchema> extends PanelAccess {
  /** The URL below `/panel/api/`, the file and, in camel case, the export. */
  readonly name: N
  readonly summary: string
  readonly effect: OperationEffect
  readonly input: I
  readonly output: O
  readonly failures: readonly FailureCode[]
  readonly example: { readonly input: SentBy<I>; readonly output: Static<O> }
  /** It changes only how the panel looks for its caller, so the log of the channel has no entry of it. */
  readonly isUnlogged?: true
  handle(call: Call<Static<I>, Unwritten<Static<O>>, PanelCaller>): Promise<Unwritten<Static<O>>>
}

/** A panel operation as the route and the tests use it. `types` is never set; the panel's client reads its types. */
export interface PanelOperation<N extends string = string, I = unknown, O = unknown>
  extends Runnable<PanelCaller>,
    PanelAccess {
  readonly name: N
  readonly summary: string
  readonly failures: readonly FailureCode[]
  readonly isUnlogged?: true
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

/** A public operation as the panel calls it: same name, parameters and answer, with its role instead of its scope. */
export function forPanel<N extends string, I, O>(operation: Operation<N, I, O>): PanelOperation<N, I, O> {
  const { name, summary, effect, input, output, failures, example, handle, panel } = operation
  if (panel === undefined) throw new Error(`${name} does not say who may call it from the panel`)
  return { name, summary, effect, input, output, failures, example, handle, ...panel }
}
