import type { SourceMessage } from '../../src/capabilities/overlay/contract/source.ts'
import type { SourceData, SourceName, SourcePatch } from '../../src/capabilities/widgets/contract/widgets/sources.ts'

const maxLines = 100
const maxItems = 50
const maxEmotes = 60

type Reducers = { readonly [N in SourceName]?: (data: SourceData<N>, patch: SourcePatch<N>) => SourceData<N> }

/** How a patch changes the data of its source. All lists are bounded, however much arrives between two frames. */
const reducers: Reducers = {
  chat({ lines }, { clear = false, clear_users: users = [], delete: deleted = [], add = [] }) {
    const kept = clear ? [] : lines.filter(({ id, user }) => !deleted.includes(id) && !users.includes(user.id))
    return { lines: [...kept, ...add].slice(-maxLines) }
  },
  events: ({ items }, { add = [] }) => ({ items: [...add, ...items].slice(0, maxItems) }),
  emotes: (data, { add = [] }) => {
    const { add: before = [] } = data as SourcePatch<'emotes'>
    return { add: [...before, ...add].slice(-maxEmotes) }
  },
}

interface Entry {
  seq: number
  data: object
  isRequested: boolean
}

/** The live data of all widgets of the page, by the keys of its sources. */
export function createSourceStore(needs: {
  /** The data of this key has changed. */
  readonly onChange: (key: string) => void
  /** A patch is missing. */
  readonly request: (key: string) => void
}) {
  const entries = new Map<string, Entry>()

  function patch(entry: Entry, key: string, { seq, patch }: Extract<SourceMessage, { type: 'source-patch' }>) {
    if (seq <= entry.seq) return
    if (seq > entry.seq + 1) {
      if (!entry.isRequested) needs.request(key)
      entry.isRequested = true
      return
    }
    entry.seq = seq
    const reduce = reducers[nameOf(key)] as ((data: object, patch: object) => object) | undefined
    if (reduce === undefined) return
    entry.data = reduce(entry.data, patch)
    needs.onChange(key)
  }

  return {
    take(message: SourceMessage) {
      const { key, seq } = message
      const entry = entries.get(key)
      if (message.type === 'source') {
        entries.set(key, { seq, data: message.data, isRequested: false })
        needs.onChange(key)
      } else if (entry !== undefined) patch(entry, key, message)
    },

    find: (key: string): object | undefined => entries.get(key)?.data,

    /** What has been drawn and is of no use later. */
    forget(key: string) {
      const entry = entries.get(key)
      if (entry !== undefined && nameOf(key) === 'emotes') entry.data = {}
    },

    keepOnly(keys: ReadonlySet<string>) {
      for (const key of entries.keys()) if (!keys.has(key)) entries.delete(key)
    },

    seen: (): Record<string, number> => Object.fromEntries(Array.from(entries, ([key, { seq }]) => [key, seq])),
  }
}

function nameOf(key: string) {
  return key.slice(0, key.indexOf('{')) as SourceName
}
