import { credits, creditTitles } from '../../src/contract/widgets/credits.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'

/** Names in all: a roll of more would take longer than anybody watches. */
const maxNames = 2_000
const pxPerSecond = 70

export const widget = implementWidget(credits, ({ element, settings }) => {
  const roll = make('div', 'credit-roll')
  element.classList.add('credit-plate')
  element.append(roll)
  let rolling: Animation | undefined

  return {
    on: {
      credits({ sections }) {
        // Who comes while it rolls stands in the next roll.
        if (rolling?.playState === 'running') return
        let left = maxNames
        const parts = sections.flatMap(({ kind, names }) => {
          const shown = names.slice(0, left)
          left -= shown.length
          if (shown.length === 0) return []
          const section = make('section', 'credit-section')
          section.append(make('h2', 'widget-label', creditTitles[kind]()))
          section.append(...shown.map((name) => make('p', 'username', name)))
          return section
        })
        roll.replaceChildren(
          ...(settings.label === undefined ? [] : [make('h1', 'credit-title', settings.label)]),
          ...parts,
        )
        const [room, length] = [element.clientHeight, roll.scrollHeight]
        const duration = ((room + length) / (pxPerSecond * settings.speed)) * 1000
        rolling = roll.animate(
          { transform: [`translateY(${room}px)`, `translateY(${-length}px)`] },
          { duration, easing: 'linear', fill: 'both', iterations: settings.repeat ? Number.POSITIVE_INFINITY : 1 },
        )
      },
    },
    stop: () => rolling?.cancel(),
  }
})
