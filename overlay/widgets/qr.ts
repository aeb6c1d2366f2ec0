import { qr } from '../../src/capabilities/widgets/contract/widgets/qr.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'
import { qrCode } from '../widget-parts/qr-code.ts'

const svg = 'http://www.w3.org/2000/svg'
/** Empty modules around the code, without which phones do not find it. */
const quiet = 4

export const widget = implementWidget(qr, ({ element, settings }) => {
  const grid = settings.content === undefined ? undefined : qrCode(settings.content)
  element.classList.add('qr-plate')
  if (grid !== undefined) {
    const size = grid.length + 2 * quiet
    const code = document.createElementNS(svg, 'svg')
    code.setAttribute('viewBox', `0 0 ${size} ${size}`)
    code.setAttribute('class', 'qr-code')
    code.setAttribute('shape-rendering', 'crispEdges')
    const path = document.createElementNS(svg, 'path')
    const squares = grid.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])),
    )
    path.setAttribute('d', squares.join(''))
    code.append(path)
    element.append(code)
  }
  if (settings.label !== undefined) element.append(make('p', 'widget-label', settings.label))
  return {}
})
