import { songQueue } from '../../src/capabilities/widgets/contract/widgets/song-queue.ts'
import type { SourceSong } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'
import { createRows } from '../widget-parts/rows.ts'

export const widget = implementWidget(songQueue, ({ element, settings }) => {
  if (settings.label !== undefined) element.append(make('p', 'widget-label', settings.label))
  const list = make('ol', 'widget-rows')
  element.append(list)
  const draw = createRows<SourceSong>(list, {
    keyOf: ({ title, artist, requested_by }) => `${title}\n${artist}\n${requested_by}`,
    create({ title, artist, requested_by }) {
      const row = make('li', 'widget-row two-lines')
      const texts = make('div', 'row-texts')
      texts.append(make('b', 'message', title), make('span', 'row-second', artist))
      row.append(texts)
      if (requested_by !== null) row.append(make('span', 'username', requested_by))
      return row
    },
  })
  return { on: { song: ({ queue }) => draw(queue.slice(0, settings.limit)) } }
})
