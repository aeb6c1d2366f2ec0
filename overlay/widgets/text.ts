import { text } from '../../src/capabilities/widgets/contract/widgets/text.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'

export const widget = implementWidget(text, ({ element, settings }) => {
  const room = make('div', 'widget-text')
  room.dataset.align = settings.align
  for (const line of settings.text) room.append(make('p', 'message', line))
  element.append(room)
  return {}
})
