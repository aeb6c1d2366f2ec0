import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { clock } from '../../src/capabilities/widgets/contract/widgets/clock.ts'
import { implementWidget } from '../widget.ts'
import { makeFigure } from '../widget-parts/figure.ts'

export const widget = implementWidget(clock, ({ element, settings, locale, now, tick }) => {
  const figure = makeFigure(element, { label: settings.label ?? '' })
  let liveSince: number | null = null
  const format = formatOf(settings.time_zone)

  function draw() {
    if (settings.shows === 'time') figure.text(format.format(now()))
    else figure.text(liveSince === null ? '–:––' : clockText(Math.max(now() - liveSince, 0) / 1000))
  }

  function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
    const options: Intl.DateTimeFormatOptions = {
      hour: 'numeric',
      minute: '2-digit',
      ...(settings.seconds ? { second: '2-digit' } : {}),
      hourCycle: settings.format === '12' ? 'h12' : 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    }
    try {
      return new Intl.DateTimeFormat(locale, options)
    } catch {
      // The zone does not exist.
      return formatOf(undefined)
    }
  }

  draw()
  const stop = tick(draw)
  return {
    on: {
      channel({ live_since }) {
        liveSince = live_since
        draw()
      },
    },
    stop,
  }
})
