import { events } from '../../src/capabilities/widgets/contract/widgets/events.ts'
import type { ListedItem } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'
import { createRows } from '../widget-parts/rows.ts'

export const widget = implementWidget(events, ({ element, settings }) => {
  const list = make('ol', 'widget-rows')
  list.dataset.direction = settings.direction
  element.append(list)
  const draw = createRows<ListedItem>(list, { keyOf: ({ id }) => id, create: rowOf })

  return {
    on: {
      events({ items }) {
        const shown = items.filter(({ kind }) => settings.kinds.includes(kind)).slice(0, settings.limit)
        draw(settings.direction === 'top' ? shown : [...shown].reverse())
      },
    },
  }
})

/** The drawings of alert cards. */
const icons: Readonly<Record<ListedItem['kind'], string>> = {
  follow: 'heart',
  subscription: 'star',
  gift: 'gift',
  donation: 'coin',
  cheer: 'gem',
  raid: 'people',
  redemption: 'bell',
  like: 'heart',
}

function rowOf({ kind, user, amount, text }: ListedItem) {
  const row = make('li', 'widget-row')
  const icon = make('i', 'row-icon')
  icon.dataset.icon = icons[kind]
  row.append(icon, make('b', 'username', user === '' ? text : user), make('span', 'amount', amount ?? ''))
  return row
}
