import { label, listedKindTitles } from '../../src/capabilities/widgets/contract/widgets/label.ts'
import { implementWidget } from '../widget.ts'
import { make, rise, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(label, ({ element, settings }) => {
  const line = make('div', 'label-line')
  const name = make('span', 'username', '–')
  const amount = make('span', 'amount', '')
  line.append(name, amount)
  element.append(make('p', 'widget-label', settings.label ?? listedKindTitles[settings.kind]()), line)
  let at: number | undefined

  return {
    on: {
      latest({ latest }) {
        const one = latest[settings.kind]
        if (one === undefined) return
        setText(name, one.user)
        setText(amount, settings.amount ? (one.amount ?? '') : '')
        if (at !== undefined && at !== one.at) rise(line)
        at = one.at
      },
    },
  }
})
