import type { PanelRole } from '../kernel/operation/contract/panel-roles.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { ObjectSchema, Schema, Static } from '../kernel/schema/schema.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import { withUserid } from './event-fields.ts'
import type { EventGroup } from './event-groups.ts'

/** The lists of get-recent-activity. */
export const activityLists = ['followers', 'subscribers', 'banned', 'donors', 'kicks', 'bits'] as const
export type ActivityList = (typeof activityLists)[number]

/** The panel draws an icon for each of these names. */
export type EventIcon =
  | 'alerts'
  | 'chat'
  | 'clip'
  | 'clock'
  | 'coin'
  | 'commands'
  | 'console'
  | 'deck'
  | 'download'
  | 'effects'
  | 'gift'
  | 'heart'
  | 'keys'
  | 'music'
  | 'overlay'
  | 'play'
  | 'settings'
  | 'shield'
  | 'title'
  | 'upload'
  | 'values'
  | 'viewers'
  | 'widgets'

/** Settings and content that the test channel shares with its channel. */
export type SharedContent =
  | 'alert'
  | 'automation'
  | 'effect'
  | 'song'
  | 'command'
  | 'setting'
  | 'show'
  | 'value'
  | 'widget'

/** What an event may name beside its data. */
interface References {
  /** Where it happened. */
  readonly platform: Platform
  readonly viewerId: number
  /** The id that the platform or provider gave it: a second delivery of it is dropped. */
  readonly externalId: string
}
export type RefersTo = { readonly [Name in keyof References]?: 'required' | 'optional' }

export type ReferencesOf<R> = {
  readonly [Name in keyof References as Name extends keyof R
    ? R[Name] extends 'required'
      ? Name
      : never
    : never]: References[Name]
} & {
  readonly [Name in keyof References as Name extends keyof R
    ? R[Name] extends 'optional'
      ? Name
      : never
    : never]?: References[Name]
}

/** The part of a row that may have been written differently by an older version. */
export interface StoredEvent {
  readonly platform: Platform | null
  readonly actor: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * How an event leaves the server: in `GET /v1/events`, on the socket and by webhooks. What stands here is a promise to
 * programs: a type keeps its name, and its data only grows.
 */
export interface Published<D extends Schema<object> = Schema<object>> {
  /** The `type` of the envelope, dotted lower case. The kind, unless it is said here. */
  readonly type?: string
  /** The data as it leaves, where that is not the stored data. Only fields of this schema leave. */
  readonly data?: ObjectSchema
  /** The data as it leaves, from the stored data, apart from what `publishedSchema` does for every event. */
  from?(data: Static<D>, platform: Platform | null): object
  /**
   * Fields that say what a viewer wrote: they leave as empty texts for a key without this scope, which is a second one
   * beside that of the event.
   */
  readonly withheld?: Withheld | undefined
  /** The stored data of one such event. The documents show it as it leaves. */
  readonly example: Static<D>
}

export interface Withheld {
  readonly scope: Scope
  readonly fields: readonly string[]
}

/** A kind that some key may read is published; one that no key may read is not. */
type PublishedWhereReadable<D extends Schema<object>> =
  | { readonly readableBy: { readonly scope: null }; readonly published?: undefined }
  | { readonly readableBy: { readonly scope: Scope }; readonly published: Published<D> }

/**
 * One kind of event: what happened, who may read it and how it is described. The compiler checks every append against
 * it; the activity page, the audit log, the live stream and docs/events.md are derived from it.
 */
export interface EventDefinition<
  K extends string = string,
  D extends Schema<object> = Schema<object>,
  R extends RefersTo = RefersTo,
> {
  /** The name in the database. It never changes. */
  readonly kind: K
  readonly group: EventGroup
  readonly icon: EventIcon
  readonly title: () => string
  readonly data: D
  readonly refersTo?: R
  /** The lowest panel role, and the scope of a key, that may read it. `null`: no key reads it. */
  readonly readableBy: { readonly role: PanelRole; readonly scope: Scope | null }
  /** How keys receive it; every kind with a scope has it. */
  readonly published?: Published<D> | undefined
  /** One sentence for people, without a full stop. */
  sentence(data: Static<D>): string
  /** The list of get-recent-activity it stands in. */
  list?(platform: Platform | undefined): ActivityList | undefined
  /** `false` keeps it out of the audit log even when a person or the command line causes it. */
  readonly audit?: false
  /** The panel offers to show it on the overlay again. */
  readonly replayable?: true
  /** What it changes for the test channel, which follows. */
  readonly changes?: SharedContent
  /** Completes rows that an older version wrote. */
  fromStored?(row: StoredEvent): StoredEvent
}

export function defineEvent<const K extends string, D extends Schema<object>, const R extends RefersTo = object>(
  definition: EventDefinition<K, D, R> & PublishedWhereReadable<D>,
): EventDefinition<K, D, R> {
  // It is stored of a linked account on another platform, see `capabilities/events/viewer-ids.ts`.
  return definition.refersTo?.viewerId === undefined ? definition : { ...definition, data: withUserid(definition.data) }
}
