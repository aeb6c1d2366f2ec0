import type { EventDefinition, EventIcon, StoredEvent } from '../definitions/define-event.ts'
import { type EventGroup, eventGroups, eventGroupTitles } from '../definitions/event-groups.ts'
import { withDetail } from '../definitions/event-sentences.ts'
import { type PanelRole, reaches } from '../kernel/operation/contract/panel-roles.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import { createMatcher } from '../kernel/schema/matches-schema.ts'
import { defineMessages } from '../kernel/text/message.ts'
import { eventDefinitions } from './events.ts'

const messages = defineMessages('eventRegistry', { unknown: 'Unknown event' })

/** Who wants to read events: a person at the panel or a key. */
export type EventReader = { readonly role: PanelRole } | { readonly scopes: ReadonlySet<Scope> }

interface KindOfEvent {
  readonly kind: string
  readonly storedKind?: string
}

interface Described {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Kinds that this version does not know are shown to the readers of the audit log. */
const unknownReadableBy = { role: 'editor', scope: null } as const
const unknownGroup: EventGroup = 'panel'
const unknownIcon: EventIcon = 'settings'

export type EventRegistry = ReturnType<typeof createEventRegistry>

/** What every reader of events needs to know about their kinds. Safe for a kind that has no definition. */
export function createEventRegistry(definitions: readonly EventDefinition[]) {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]))
  if (byKind.size !== definitions.length) throw new Error('two events are defined with the same kind')

  const matchers = new Map<string, (data: unknown) => boolean>()

  function matches(definition: EventDefinition, data: unknown): boolean {
    const known = matchers.get(definition.kind) ?? createMatcher(definition.data)
    matchers.set(definition.kind, known)
    return known(data)
  }

  function find(kind: string): EventDefinition | undefined {
    return byKind.get(kind)
  }

  /** The row as the definition says, whichever version stored it; undefined when it is something else. */
  function readStored(kind: string, stored: StoredEvent): StoredEvent | undefined {
    const definition = find(kind)
    const row = definition?.fromStored?.(stored) ?? stored
    return definition !== undefined && matches(definition, row.data) ? row : undefined
  }

  function mayRead(event: KindOfEvent, reader: EventReader): boolean {
    const { role, scope }: EventDefinition['readableBy'] = find(storedKind(event))?.readableBy ?? unknownReadableBy
    return 'role' in reader ? reaches(reader.role, role) : scope !== null && reader.scopes.has(scope)
  }

  return {
    definitions,
    find,
    readStored,
    mayRead,

    groupOf: (kind: string): EventGroup => find(kind)?.group ?? unknownGroup,

    isReplayable: (kind: string): boolean => find(kind)?.replayable === true,

    iconOf: (kind: string): EventIcon => find(kind)?.icon ?? unknownIcon,

    /** One sentence for people; of an unknown kind, its name and what the data says about it. */
    sentenceOf({ kind, data }: Described): string {
      const definition = find(kind)
      const isAsDefined = definition !== undefined && matches(definition, data)
      return isAsDefined ? definition.sentence(data) : plainSentence(kind, data)
    },

    /** The filters of the activity page: the groups that have a kind this reader may read. */
    filtersFor: (reader: EventReader): { readonly group: EventGroup; readonly title: string }[] =>
      eventGroups
        .filter((group) => definitions.some((one) => one.group === group && mayRead(one, reader)))
        .map((group) => ({ group, title: eventGroupTitles[group]() })),

    kindsFor: (reader: EventReader): string[] =>
      definitions.filter((definition) => mayRead(definition, reader)).map(({ kind }) => kind),

    mayReadUnknown: (reader: EventReader): boolean => mayRead({ kind: '' }, reader),
  }
}

/** The name in the database, also of a row that could not be read as its kind. */
export function storedKind(event: KindOfEvent): string {
  return event.storedKind ?? event.kind
}

/** `alert.created` of Horn is "Alert created: Horn". */
function plainSentence(kind: string, data: Readonly<Record<string, unknown>>): string {
  const [thing = '', action = ''] = kind.split('.')
  const text = (thing === 'panel' ? action : `${thing} ${action}`).replaceAll('-', ' ').trim()
  const sentence = text === '' ? messages.unknown() : text.charAt(0).toUpperCase() + text.slice(1)
  const detail = data.name ?? data.title ?? data.username ?? data.operation ?? data.id ?? ''
  return withDetail(sentence, typeof detail === 'object' ? '' : String(detail))
}

export const eventRegistry = createEventRegistry(eventDefinitions)
