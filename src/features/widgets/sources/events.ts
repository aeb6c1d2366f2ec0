import {
  type ListedItem,
  listedKinds,
  type SourceData,
  type SourceParams,
  type SourcePatch,
} from '../../../contract/widgets/sources.ts'
import { newestOfKind, wholeLog } from '../../events/indexed-kinds.ts'
import { listedEvents, listedItem } from '../listed-events.ts'
import { defineSourceReader, type PatchRules } from '../source.ts'

/** As long as the longest list. */
const maxItems = 50
const everyMs = 100

/** The newest of each kind, in the order of the log. */
export const events = defineSourceReader('events', {
  async read({ db }, channel, params) {
    const found = await Promise.all(
      kindsIn(params).map((kind) => newestOfKind(db, channel.id, listedEvents[kind], wholeLog, params.limit)),
    )
    const newest = found.flat().sort((one, other) => other.seq - one.seq)
    return { items: newest.flatMap((event) => listedItem(event) ?? []).slice(0, params.limit) }
  },

  onEvent(event, params) {
    if (event.kind === 'viewer.erased') return 'again'
    const item = listedItem(event)
    return item !== undefined && kindsIn(params).includes(item.kind) ? { patch: { add: [item] } } : 'nothing'
  },

  patches: createListRules,
})

/** None named: all of them. */
function kindsIn({ kinds }: SourceParams<'events'>): SourceParams<'events'>['kinds'] {
  return kinds.length === 0 ? listedKinds : kinds
}

function createListRules(): PatchRules<SourceData<'events'>, SourcePatch<'events'>> {
  return {
    everyMs,
    add: (waiting, { add = [] }) => ({ add: [...add.toReversed(), ...(waiting?.add ?? [])].slice(0, maxItems) }),
    take: (now) => ({ now, later: undefined }),

    apply({ items }, { add = [] }) {
      const known = new Set(items.map(({ id }) => id))
      const added = add.filter(({ id }) => !known.has(id))
      return {
        data: { items: newestFirst([...added, ...items]) },
        patch: added.length > 0 ? { add: added } : undefined,
      }
    },
  }
}

function newestFirst(items: readonly ListedItem[]): readonly ListedItem[] {
  return items.toSorted((one, other) => Number(other.id) - Number(one.id)).slice(0, maxItems)
}
