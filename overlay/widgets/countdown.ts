import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { countdown } from '../../src/capabilities/widgets/contract/widgets/countdown.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { bump, make } from '../widget-parts/dom.ts'
import { makeFigure } from '../widget-parts/figure.ts'

/** Smaller differences are the delay of a message, not time that somebody added. */
const leastGainSeconds = 2

export const widget = implementWidget(countdown, ({ element, settings, now, tick }) => {
  const figure = makeFigure(element, { label: settings.label ?? '' })
  let clock: SourceData<'value'> | undefined
  let stopTicking: (() => void) | undefined

  function secondsLeft(): number {
    const { value, running, direction, at } = clock ?? {}
    if (typeof value !== 'number' || at === undefined) return 0
    if (running !== true) return value
    const gone = Math.max(now() - at, 0) / 1000
    return direction === 'up' ? value + gone : Math.max(value - gone, 0)
  }

  function draw() {
    const left = secondsLeft()
    const isOver = clock?.direction === 'down' && left <= 0
    // A clock that counts down shows the second that has begun.
    const shown = clock?.direction === 'down' ? Math.ceil(left) : left
    figure.text(isOver && settings.ended !== undefined ? settings.ended : clockText(shown))
    figure.room.dataset.state = isOver ? 'over' : clock?.running === true ? 'running' : 'paused'
    if (isOver) rest()
  }

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  /** What was added stands beside the clock for a moment. */
  function showGain(seconds: number) {
    bump(figure.figure)
    if (!settings.gained) return
    const gain = make('span', 'widget-gain', `${seconds > 0 ? '+' : '−'}${clockText(Math.abs(seconds))}`)
    figure.room.append(gain)
    const moving = gain.animate(
      [
        { opacity: 0, transform: 'translateY(0.6em)' },
        { opacity: 1, transform: 'none', offset: 0.12 },
        { opacity: 1, transform: 'none', offset: 0.8 },
        { opacity: 0, transform: 'translateY(-0.4em)' },
      ],
      { duration: 2600, easing: 'ease-out' },
    )
    moving.onfinish = () => gain.remove()
  }

  draw()
  return {
    on: {
      value(next) {
        const isSame = clock !== undefined && clock.type === 'clock' && next.type === 'clock'
        const before = secondsLeft()
        clock = next
        const gained = Math.round(secondsLeft() - before)
        draw()
        if (isSame && Math.abs(gained) >= leastGainSeconds) showGain(gained)
        if (next.running && secondsLeft() > 0) stopTicking ??= tick(draw)
        else rest()
      },
    },
    stop: rest,
  }
})
