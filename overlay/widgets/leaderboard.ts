import { leaderboard } from '../../src/capabilities/widgets/contract/widgets/leaderboard.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { formatAmount } from '../../src/definitions/currencies.ts'
import { implementWidget } from '../widget.ts'
import { bump, make, setText } from '../widget-parts/dom.ts'
import { createRows } from '../widget-parts/rows.ts'

type Row = SourceData<'leaderboard'>['rows'][number]

export const widget = implementWidget(leaderboard, ({ element, settings, locale }) => {
  if (settings.label !== undefined) element.append(make('p', 'widget-label', settings.label))
  const list = make('ol', 'widget-rows')
  element.append(list)
  let unit: string | null = null

  function format(value: number): string {
    if (settings.what === 'donations') return formatAmount({ amount: value, currency: unit ?? '' }, locale)
    if (settings.what === 'points') return value.toLocaleString(locale)
    const hours = Math.floor(value / 60)
    const style = { style: 'unit', unitDisplay: 'narrow' } as const
    const minutes = (value % 60).toLocaleString(locale, { ...style, unit: 'minute', maximumFractionDigits: 0 })
    return hours === 0 ? minutes : `${hours.toLocaleString(locale, { ...style, unit: 'hour' })} ${minutes}`
  }

  const draw = createRows<Row>(list, {
    keyOf: ({ user, platform }) => `${platform} ${user}`,
    create({ user }) {
      const row = make('li', 'widget-row')
      row.append(make('i', 'row-place', ''), make('b', 'username', user), make('span', 'amount', ''))
      return row
    },
    fill(row, { value }, index) {
      const [place, , amount] = Array.from(row.children) as [HTMLElement, HTMLElement, HTMLElement]
      setText(place, String(index + 1))
      row.dataset.place = String(index + 1)
      const isFirst = amount.textContent === ''
      if (setText(amount, format(value)) && !isFirst) bump(amount)
    },
  })

  return {
    on: {
      leaderboard(data) {
        unit = data.unit
        draw(data.rows.slice(0, settings.limit))
      },
    },
  }
})
