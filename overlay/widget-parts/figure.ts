import { bump, countTo, make, setText } from './dom.ts'

/** A number in large figures with a label above it. Only what changed moves. */
export function makeFigure(element: HTMLElement, { label, unit }: { readonly label?: string; readonly unit?: string }) {
  const room = make('div', 'figure-box')
  if (label !== undefined && label !== '') room.append(make('p', 'widget-label', label))
  const line = make('p', 'widget-figure')
  const figure = make('span', 'amount', '')
  line.append(figure)
  if (unit !== undefined && unit !== '') line.append(make('span', 'widget-unit', unit))
  room.append(line)
  element.append(room)
  let shown: number | undefined
  let stopCounting = () => {}

  return {
    room,
    figure,

    text(text: string) {
      stopCounting()
      shown = undefined
      line.dataset.long = String(text.length > 12)
      return setText(figure, text)
    },

    number(value: number, format: (value: number) => string) {
      const before = shown
      shown = value
      stopCounting()
      line.dataset.long = String(format(value).length > 12)
      if (before === undefined || before === value) return void setText(figure, format(value))
      const decimals = Number.isInteger(value) && Number.isInteger(before) ? 0 : 2
      stopCounting = countTo(before, value, (now) => setText(figure, format(Number(now.toFixed(decimals)))))
      bump(figure)
    },

    stop: () => stopCounting(),
  }
}
