import { viewers } from '../../src/capabilities/widgets/contract/widgets/viewers.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'
import { makeFigure } from '../widget-parts/figure.ts'

export const widget = implementWidget(viewers, ({ element, settings, locale }) => {
  const figure = makeFigure(element, { label: settings.label ?? '' })
  const parts = make('p', 'viewer-parts')
  if (settings.platforms) figure.room.append(parts)

  return {
    on: {
      viewers({ total, platforms }) {
        if (total === null) figure.text('–')
        else figure.number(total, (value) => Math.round(value).toLocaleString(locale))
        parts.replaceChildren(
          ...platforms.map(({ platform, viewers: count }) => {
            const part = make('span', 'viewer-part', count.toLocaleString(locale))
            part.dataset.platform = platform
            return part
          }),
        )
      },
    },
    stop: figure.stop,
  }
})
