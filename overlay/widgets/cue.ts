import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { cue } from '../../src/capabilities/widgets/contract/widgets/cue.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make, rise, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(cue, ({ element, settings, now, tick }) => {
  const line = make('div', 'label-line')
  const title = make('span', 'username', '')
  const time = make('span', 'amount', '')
  line.append(title, time)
  if (settings.label !== undefined) element.append(make('p', 'widget-label', settings.label))
  element.append(line)
  let state: SourceData<'cue'> | undefined
  let stopTicking: (() => void) | undefined

  function draw() {
    const left = state?.at == null ? 0 : (state.at - now()) / 1000
    setText(time, left > 0 ? clockText(Math.ceil(left)) : '')
    if (left <= 0) rest()
  }

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  return {
    on: {
      cue(next) {
        const isFirst = state === undefined
        state = next
        element.classList.toggle('is-hidden', settings.hide && next.next === null)
        if (setText(title, next.next?.title ?? '–') && !isFirst) rise(title)
        if (next.at !== null) stopTicking ??= tick(draw)
        draw()
      },
    },
    stop: rest,
  }
})
