import { goal } from '../../src/capabilities/widgets/contract/widgets/goal.ts'
import { formatAmount } from '../../src/definitions/currencies.ts'
import { implementWidget } from '../widget.ts'
import { bump, countTo, make, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(goal, ({ element, settings, locale }) => {
  const head = make('div', 'goal-head')
  const figure = make('span', 'amount', '')
  head.append(make('span', 'message', settings.label ?? ''), figure)
  const bar = make('div', 'goal-bar')
  const fill = make('i', 'goal-fill')
  bar.append(fill)
  element.append(head, bar)
  let shown: number | undefined
  let stopCounting = () => {}

  const format = (value: number, unit: string | null) =>
    unit === null ? Math.round(value).toLocaleString(locale) : formatAmount({ amount: value, currency: unit }, locale)

  function draw(value: number, unit: string | null) {
    setText(figure, `${format(value, unit)} / ${format(settings.target, unit)}`)
  }

  draw(settings.start, null)
  return {
    on: {
      goal({ value: counted, unit }) {
        const value = counted + settings.start
        const before = shown
        shown = value
        fill.style.transform = `scaleX(${Math.min(Math.max(value / settings.target, 0), 1)})`
        element.dataset.state = value >= settings.target ? 'reached' : 'open'
        stopCounting()
        if (before === undefined || before === value) return draw(value, unit)
        stopCounting = countTo(before, value, (now) => draw(now, unit))
        bump(figure)
      },
    },
    stop: () => stopCounting(),
  }
})
