import { custom } from '../../src/capabilities/widgets/contract/widgets/custom.ts'
import { openIsolatedFrame } from '../isolated-frame.ts'
import { implementWidget } from '../widget.ts'

/** Rarely, because it runs for as long as the page: an endless loop is found within half a minute. */
const pingMs = 5_000

/** The broadcaster's own code with live data, in a frame that is isolated from the page. */
export const widget = implementWidget(custom, ({ element, settings, given, isSilent, timers, fail }) => {
  const latest = new Map<string, { source: string; data: object }>()
  let hasStarted = false
  element.classList.add('custom-plate')
  const { html = '', css = '', js = '' } = settings
  const frame = openIsolatedFrame(
    element,
    {
      ...{ html, css, js, silent: isSilent, isWidget: true },
      payload: {},
      forwardsConsole: given.forwardsConsole === true,
    },
    {
      timers,
      pingMs,
      onStarted() {
        hasStarted = true
        for (const message of latest.values()) frame.send(message)
        latest.clear()
      },
      onDone() {},
      onFailed: fail,
    },
  )
  return {
    onAny(source, data) {
      const message = { source, data }
      if (hasStarted) frame.send(message)
      else latest.set(`${source} ${'name' in data ? String(data.name) : ''}`, message)
    },
    stop: frame.close,
  }
})
