import type { Automation } from './automation.ts'
import { type Filtered, keyOf, keysIn, numberOf, valueIn } from './filters.ts'

/** Something that an event must have, by which its automations are found without trying each of them. */
type Selector =
  | { readonly type: 'same'; readonly fields: readonly string[]; readonly keys: readonly string[] }
  | { readonly type: 'at_least' | 'at_most'; readonly field: string; readonly bound: number }

/** A position in the list of all automations of the kind, and the bound of its filter. */
interface Bounded {
  readonly bound: number
  readonly position: number
}

export interface TriggerCandidates<T> {
  /** Those that the event may start, in their order. The others do not match. */
  select(event: Filtered): readonly T[]
}

/**
 * The automations that wait for one kind of event. Most filters ask for a certain name or for a minimum, so the values of
 * an event lead to those that can match: a hash index for equal values, a sorted list for bounds. Automations without
 * such a filter are always candidates.
 */
export function createCandidates<T extends { readonly trigger: Automation['trigger'] }>(
  all: readonly T[],
): TriggerCandidates<T> {
  const unfiltered: number[] = []
  const same = new Map<string, { readonly fields: readonly string[]; readonly byKey: Map<string, number[]> }>()
  const bounds = { at_least: new Map<string, Bounded[]>(), at_most: new Map<string, Bounded[]>() }
  for (const [position, { trigger }] of all.entries()) {
    const selector = selectorOf(trigger)
    if (selector === undefined) unfiltered.push(position)
    else if (selector.type === 'same') {
      const { fields } = selector
      const { byKey } = entryOf(same, fields.join(' '), () => ({ fields, byKey: new Map<string, number[]>() }))
      for (const key of new Set(selector.keys)) entryOf(byKey, key, () => []).push(position)
    } else {
      const { field, bound } = selector
      entryOf(bounds[selector.type], field, () => []).push({ bound, position })
    }
  }
  for (const list of bounds.at_least.values()) list.sort((a, b) => a.bound - b.bound)
  for (const list of bounds.at_most.values()) list.sort((a, b) => b.bound - a.bound)

  return {
    select(event) {
      if (unfiltered.length === all.length) return all
      const found = new Set(unfiltered)
      for (const { fields, byKey } of same.values()) {
        for (const key of keysIn(event, fields)) for (const position of byKey.get(key) ?? []) found.add(position)
      }
      addBelow(found, bounds.at_least, event, 1)
      addBelow(found, bounds.at_most, event, -1)
      return [...found].sort((a, b) => a - b).flatMap((position) => all[position] ?? [])
    },
  }
}

/** Adds those whose bound the value has reached; the lists begin with the bound that is reached first. */
function addBelow(
  found: Set<number>,
  lists: ReadonlyMap<string, readonly Bounded[]>,
  event: Filtered,
  sign: 1 | -1,
): void {
  for (const [field, list] of lists) {
    const value = numberOf(valueIn(event, field))
    for (const { bound, position } of list) {
      // Also ends where the value is not a number.
      if (!(sign * bound <= sign * value)) break
      found.add(position)
    }
  }
}

/** Undefined: nothing narrows it down. */
function selectorOf(trigger: Automation['trigger']): Selector | undefined {
  switch (trigger.type) {
    case 'event':
      return selectorIn(trigger.where ?? {})
    case 'reward':
      return { type: 'same', fields: ['reward', 'reward_id'], keys: [keyOf(trigger.reward)] }
    case 'value':
      return { type: 'same', fields: ['name'], keys: [keyOf(trigger.name)] }
    case 'automation':
      return { type: 'same', fields: ['name', 'id'], keys: [keyOf(trigger.automation)] }
    default:
      return undefined
  }
}

/** Equal values are rarer than those beyond a bound. Almost every event has the platform that a filter asks for. */
function selectorIn(where: Readonly<Record<string, unknown>>): Selector | undefined {
  let bound: Selector | undefined
  for (const [field, wanted] of Object.entries(where)) {
    if (field === 'platform') continue
    if (typeof wanted !== 'object' || wanted === null) return { type: 'same', fields: [field], keys: [keyOf(wanted)] }
    if (Array.isArray(wanted)) return { type: 'same', fields: [field], keys: wanted.map(keyOf) }
    const { above, at_least = above, below, at_most = below } = wanted as Readonly<Record<string, unknown>>
    if (typeof at_least === 'number') bound ??= { type: 'at_least', field, bound: at_least }
    else if (typeof at_most === 'number') bound ??= { type: 'at_most', field, bound: at_most }
  }
  return bound
}

function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = create()
  map.set(key, made)
  return made
}
