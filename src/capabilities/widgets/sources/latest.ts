import { inLanguage } from '../../../kernel/text/in-language.ts'
import type { LoggedEvent } from '../../../registry/events.ts'
import { newestOfKind, wholeLog } from '../../events/indexed-kinds.ts'
import { overlayCatalogue } from '../../settings/channel-language.ts'
import type { ListedItem, ListedKind, SourceData } from '../contract/widgets/sources.ts'
import { listedEvents, listedItem } from '../listed-events.ts'
import { defineSourceReader } from '../source.ts'

/** Enough to pass over tests and people who were erased. */
const maxPassed = 20

type Latest = SourceData<'latest'>['latest'][string]

/** Likes have no name. */
const kinds = [
  'follow',
  'subscription',
  'gift',
  'donation',
  'cheer',
  'raid',
  'redemption',
] as const satisfies readonly ListedKind[]

/** Who did it last, by kind. A kind that never happened is left out. */
export const latest = defineSourceReader('latest', {
  async read(needs, channel) {
    const { db, settings } = needs
    const newest = new Map(
      await Promise.all(
        kinds.map(
          async (kind) => [kind, await newestOfKind(db, channel.id, listedEvents[kind], wholeLog, maxPassed)] as const,
        ),
      ),
    )
    const catalogue = await overlayCatalogue(settings, channel.id)
    const latest = inLanguage(catalogue, () => {
      const items = new Map<ListedKind, ListedItem | undefined>()
      for (const [kind, events] of newest) items.set(kind, shown(events))
      return Object.fromEntries(
        [...items].flatMap(([kind, item]) => (item === undefined ? [] : [[kind, entryOf(item)]])),
      )
    })
    return { latest }
  },

  topics: ['settings-changed'],

  onEvent: (event) => (event.kind === 'viewer.erased' || listedItem(event) !== undefined ? 'again' : 'nothing'),
})

function shown(events: readonly LoggedEvent[]): ListedItem | undefined {
  for (const event of events) {
    const item = listedItem(event)
    if (item !== undefined) return item
  }
  return undefined
}

function entryOf({ user, amount, text, at }: ListedItem): Latest {
  return { user, amount, text, at }
}
