import { custom } from '../../src/capabilities/effects/contract/effects/custom.ts'
import { messages } from '../../src/capabilities/overlay/contract/overlay-texts.ts'
import { implementEffect } from '../effect.ts'
import { openIsolatedFrame } from '../isolated-frame.ts'

const pingMs = 500

/** The broadcaster's own code, in a frame that is isolated from the page. */
export const effect = implementEffect(
  custom,
  ({ element, payload, given, settings, lifeMs, isSilent, timers, shown, end, fail }) => {
    const code = { html: settings.html ?? '', css: settings.css ?? '', js: settings.js ?? '' }
    const forwardsConsole = given.forwardsConsole === true
    let cancelDeadline: () => void = () => {}
    let hasStarted = false
    const content = { ...code, payload, silent: isSilent, forwardsConsole, isWidget: false }
    const frame = openIsolatedFrame(element, content, {
      timers,
      pingMs,
      onStarted() {
        if (hasStarted) return
        hasStarted = true
        shown()
        // An effect without a duration must call done() itself.
        if (given.seconds === undefined) {
          cancelDeadline = timers.after(lifeMs - 50, () => frame.stopFor(messages.effectNotEnding.of()))
        }
      },
      onDone: end,
      onFailed(reason) {
        cancelDeadline()
        fail(reason)
      },
    })
    return () => {
      cancelDeadline()
      frame.close()
    }
  },
)
