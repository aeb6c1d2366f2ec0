import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { ads } from '../../src/capabilities/widgets/contract/widgets/ads.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make, setText } from '../widget-parts/dom.ts'

/** An ad break that was announced begins a little late at times. Then it was postponed. */
const lateSeconds = 20

export const widget = implementWidget(ads, ({ element, settings, locale, now, tick }) => {
  const label = make('p', 'widget-label', '')
  const line = make('div', 'label-line')
  const time = make('span', 'username', '')
  const length = make('span', 'amount', '')
  line.append(time, length)
  element.append(label, line)
  const lengthFormat = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'short' })
  let next: SourceData<'ads'>['next'] = null
  let stopTicking: (() => void) | undefined

  function draw() {
    const left = next === null ? 0 : next.left - Math.max(now() - next.at, 0) / 1000
    const isOver = next === null || left <= (next.is_running ? 0 : -lateSeconds)
    element.classList.toggle('is-hidden', isOver)
    if (next === null || isOver) return rest()
    setText(label, (next.is_running ? settings.text : settings.label) ?? '')
    setText(time, clockText(Math.ceil(Math.max(left, 0))))
    setText(length, next.is_running ? '' : lengthFormat.format(next.seconds))
  }

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  draw()
  return {
    on: {
      ads(data) {
        next = data.next
        if (next !== null) stopTicking ??= tick(draw)
        draw()
      },
    },
    stop: rest,
  }
})
