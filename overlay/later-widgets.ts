import type { ServerMessage, StageWidget } from '../src/registry/overlay-messages.ts'
import type { createWidgetStage } from './widget-stage.ts'

type Needs = Parameters<typeof createWidgetStage>[0]
type Message = Extract<ServerMessage, { type: 'widgets' | 'source' | 'source-patch' }>

/** The rest is asked for again. */
const maxWaiting = 500

/** Widgets are loaded with the first one: many pages have none. */
export function createLaterWidgets(needs: Needs) {
  let stage: ReturnType<typeof createWidgetStage> | undefined
  let widgets: readonly StageWidget[] = []
  let waiting: Message[] = []
  let attempts = 0

  async function load() {
    const attempt = attempts++
    try {
      const made: { createWidgetStage: typeof createWidgetStage } =
        attempt === 0 ? await import('./widget-stage.ts') : await import(`./widget-stage.js?retry=${attempt}`)
      stage = made.createWidgetStage(needs)
      stage.show(widgets)
      waiting.forEach(receive)
      waiting = []
    } catch {
      needs.timers.after(5_000, () => void load())
    }
  }

  function receive(message: Message) {
    if (message.type === 'widgets') {
      widgets = message.widgets
      if (widgets.length > 0 && attempts === 0) void load()
      stage?.show(widgets)
    } else if (stage !== undefined) stage.take(message)
    else if (waiting.length < maxWaiting) waiting.push(message)
  }

  return {
    receive,
    restyle: () => stage?.restyle(),
    again: () => stage?.again(),
    seen: () => stage && { seen: stage.seen() },
  }
}
