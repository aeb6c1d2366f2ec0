import { credits, creditTitles } from '../../src/capabilities/widgets/contract/widgets/credits.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'

/** Names in all: a roll of more would take longer than anybody watches. */
const maxNames = 2_000
const pxPerSecond = 70

export const widget = implementWidget(credits, ({ element, settings }) => {
  const roll = make('div', 'credit-roll')
  element.classList.add('credit-plate')
  element.append(roll)
  let latest: SourceData<'credits'>['sections'] = []
  let rolling: Animation | undefined

  /** With the names as they are now. Who comes while it rolls stands in the next roll. */
  function begin() {
    rolling?.cancel()
    rolling = undefined
    let left = maxNames
    const parts = latest.flatMap(({ kind, names }) => {
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
    // Until somebody has taken part, there is nothing to thank for.
    roll.hidden = parts.length === 0
    if (parts.length === 0) return
    const [room, length] = [element.clientHeight, roll.scrollHeight]
    rolling = roll.animate(
      { transform: [`translateY(${room}px)`, `translateY(${-length}px)`] },
      { duration: ((room + length) / (pxPerSecond * settings.speed)) * 1000, easing: 'linear', fill: 'both' },
    )
    // At the end everything is above the edge. What is hidden needs no layer in the memory of the graphics card.
    rolling.onfinish = settings.repeat ? begin : hide
  }

  function hide() {
    roll.hidden = true
  }

  /** OBS hides the page while its source is in no scene that is shown. */
  const beginWhenSeen = () => void (document.hidden || begin())

  document.addEventListener('visibilitychange', beginWhenSeen)
  return {
    on: {
      credits({ sections }) {
        latest = sections
        if (rolling === undefined) begin()
      },
    },
    stop() {
      document.removeEventListener('visibilitychange', beginWhenSeen)
      rolling?.cancel()
    },
  }
})
