import { formatAmount } from '../../definitions/currencies.ts'
import { nameOf } from '../../definitions/event-sentences.ts'
import { formatSupport } from '../../definitions/support/support-amounts.ts'
import { currentCatalogue } from '../../kernel/text/message.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { IndexedKind } from '../events/indexed-kinds.ts'
import { isPastEvent } from '../events/past-events.ts'
import { amountMessages as amounts } from './amount-messages.ts'
import type { ListedItem, ListedKind } from './contract/widgets/sources.ts'
import { isErased, shownName } from './names.ts'

/** Which events of the log each entry of a list is. */
export const listedEvents = {
  follow: 'follow',
  subscription: 'subscription',
  gift: 'subscription.gifts',
  donation: 'donation',
  cheer: 'bits',
  raid: 'raid',
  redemption: 'redemption.added',
  like: 'likes',
} as const satisfies Readonly<Record<ListedKind, IndexedKind>>

const kindOf: ReadonlyMap<string, ListedKind> = new Map(
  Object.entries(listedEvents).map(([kind, event]) => [event, kind as ListedKind]),
)

/**
 * An event as a list on stream shows it. Undefined for what is not shown: other kinds, tests, the demo activity of a new
 * channel, and people who were erased. What viewers wrote is left out, because no filter has seen it. Its texts are in the
 * language that `inLanguage` sets.
 */
export function listedItem(event: LoggedEvent): ListedItem | undefined {
  const kind = kindOf.get(event.kind)
  if (kind === undefined || isPastEvent(event)) return undefined
  const data = event.data as Readonly<Record<string, unknown>>
  if (data.is_test === 1 || Object.values(data).some((field) => typeof field === 'string' && isErased(field))) {
    return undefined
  }
  const user = kind === 'like' ? '' : isAnonymous(event) ? nameOf({}) : shownName(data)
  if (user === undefined || (user === '' && kind !== 'like')) return undefined
  const named = { ...data, ...(user === '' ? {} : { displayname: user, username: user }) }
  const text = eventRegistry.sentenceOf({ kind: event.kind, data: { ...named, message: '' } })
  const { platform, at, seq } = event
  return { id: String(seq), kind, platform, user, text, amount: amountOf(event), at }
}

/** Whether whoever gave something wants to stay unknown. */
export function isAnonymous({ data }: LoggedEvent): boolean {
  return 'is_anonymous' in data && data.is_anonymous === true
}

function amountOf(event: LoggedEvent): string | null {
  switch (event.kind) {
    case 'subscription':
      return event.data.months > 1 ? amounts.months({ count: event.data.months }) : null
    case 'subscription.gifts':
      return amounts.gifts({ count: event.data.count })
    case 'donation':
      return formatAmount(event.data, currentCatalogue().locale)
    case 'bits':
      return formatSupport(event.data, currentCatalogue().locale)
    case 'raid':
      return amounts.viewers({ count: event.data.viewers })
    case 'likes':
      return amounts.likes({ count: event.data.count })
    case 'redemption.added':
      return amounts.points({ count: event.data.cost })
    default:
      return null
  }
}
