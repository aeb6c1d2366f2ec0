import { counter } from '../../src/capabilities/widgets/contract/widgets/counter.ts'
import { implementWidget } from '../widget.ts'
import { rise } from '../widget-parts/dom.ts'
import { makeFigure } from '../widget-parts/figure.ts'

export const widget = implementWidget(counter, ({ element, settings, locale }) => {
  const figure = makeFigure(element, { label: settings.label ?? settings.value ?? '', unit: settings.unit ?? '' })
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  let isFirst = true

  return {
    on: {
      value({ value }) {
        if (typeof value === 'number') figure.number(value, (shown) => format.format(shown))
        else if (figure.text(textOf(value)) && !isFirst) rise(figure.figure)
        isFirst = false
      },
    },
    stop: figure.stop,
  }
})

function textOf(value: string | readonly string[] | null): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : value.join(', ')
}
