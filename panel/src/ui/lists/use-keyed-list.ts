import { useRef } from 'preact/hooks'

export interface Keyed<Item> {
  readonly key: number
  readonly item: Item
}

let lastKey = 0

export function withKey<Item>(item: Item): Keyed<Item> {
  return { key: ++lastKey, item }
}

/**
 * Items that have no id, with keys that stay while they are changed and sorted, so that the one that is open stays open.
 * `write` takes them as they are now and returns what is to be given back as `items`. A change from elsewhere (discard,
 * another tab) gets new keys. That is decided while drawing: an effect runs later, when somebody may have typed again.
 */
export function useKeyedList<Item>(items: readonly Item[]) {
  const held = useRef({ items, list: undefined as readonly Keyed<Item>[] | undefined })
  if (held.current.items !== items || held.current.list === undefined) {
    held.current = { items, list: items.map(withKey) }
  }
  return {
    list: held.current.list ?? [],
    write(list: readonly Keyed<Item>[]): readonly Item[] {
      held.current = { items: list.map(({ item }) => item), list }
      return held.current.items
    },
  }
}
