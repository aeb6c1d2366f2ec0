import type { ObjectSchema, Schema, Static } from '../../../kernel/schema/schema.ts'

/**
 * Live data that widgets show, such as the chat or the progress of a goal. A page that shows a widget receives a
 * snapshot of each of its sources, then patches and further snapshots as things happen. The same data, under the same
 * names, goes to custom widgets.
 *
 * The definition is data that browsers may import. Its implementation is `src/capabilities/widgets/sources/<name>.ts`:
 * `read` returns a snapshot, and `onEvent` says for each event whether it changes nothing, makes the snapshot out of date
 * or is a patch. Snapshots are read again at most every `sourceIntervalMs` for each source with the same parameters.
 */
export interface SourceDefinition<
  N extends string = string,
  P extends ObjectSchema = ObjectSchema,
  D extends Schema<object> = Schema<object>,
  C extends Schema<object> = Schema<object>,
> {
  readonly name: N
  /** What it is, as the guide describes it. */
  readonly description: string
  readonly params: P
  readonly data: D
  /** A small change of the data, where there is one. Of several fields of a patch, each is applied. */
  readonly patch?: C
}

export function defineSource<
  const N extends string,
  P extends ObjectSchema,
  D extends Schema<object>,
  C extends Schema<object>,
>(definition: SourceDefinition<N, P, D, C>): SourceDefinition<N, P, D, C> {
  return definition
}

export const sourceIntervalMs = 250

/** One source as a widget listens to it; two widgets with equal parameters share one subscription. */
export interface SourceRef<N extends string = string> {
  readonly source: N
  readonly params: Readonly<Record<string, unknown>>
}

/** Equal for equal sources with equal parameters, whatever the order of the fields. */
export function sourceKey({ source, params }: SourceRef): string {
  const entries = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `${source}${JSON.stringify(Object.fromEntries(entries))}`
}

/**
 * What a page receives of a source. `seq` counts up by one within one snapshot and its patches: a snapshot replaces
 * everything, a patch that is not the next one is ignored if it is older, and otherwise the page asks for a snapshot.
 */
export type SourceMessage =
  | { readonly type: 'source'; readonly key: string; readonly seq: number; readonly data: object }
  | { readonly type: 'source-patch'; readonly key: string; readonly seq: number; readonly patch: object }

export type DataOf<S> = S extends SourceDefinition<string, ObjectSchema, infer D> ? Static<D> : never
export type PatchOf<S> = S extends SourceDefinition<string, ObjectSchema, Schema<object>, infer C> ? Static<C> : never
export type ParamsOf<S> = S extends SourceDefinition<string, infer P> ? Static<P> : never
