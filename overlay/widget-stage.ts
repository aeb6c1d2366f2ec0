import { messages } from '../src/capabilities/overlay/contract/overlay-widget-texts.ts'
import type { SourceMessage } from '../src/capabilities/overlay/contract/source.ts'
import type { WidgetType } from '../src/capabilities/widgets/contract/widgets.ts'
import { type Text, verbatim } from '../src/kernel/text/message.ts'
import { TextError } from '../src/kernel/text/text-error.ts'
import type { SourceRequest, StageWidget } from '../src/registry/overlay-messages.ts'
import { foreignWords, reasonOf } from '../src/registry/page-reasons.ts'
import type { Settings } from './settings.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { textOf } from './values.ts'
import type { RunningWidget, WidgetImplementation, WidgetModule } from './widget.ts'
import { widgetModules } from './widget-list.ts'
import { placeWidget, styleWidget } from './widget-parts/frame.ts'
import { createSourceStore } from './widget-parts/source-store.ts'
import { createTicker } from './widget-parts/ticker.ts'

interface Drawn {
  widget: StageWidget
  readonly element: HTMLElement
  implementation?: WidgetImplementation
  running?: RunningWidget | undefined
}

/**
 * The widgets of the page. Each is a module that is loaded with its first use. What arrives is drawn once per frame. A
 * widget that throws is removed and reported, and affects no other.
 */
export function createWidgetStage(needs: {
  readonly place: HTMLElement
  readonly settings: () => Settings
  readonly report: (message: SourceRequest) => void
  readonly warn: (id: string, reason: Text) => void
  readonly now: () => number
  readonly timers: Timers
  readonly sound: Pick<Sound, 'isSilent'>
}) {
  const { place, settings, warn, now, sound, timers } = needs
  const tick = createTicker(now)
  const drawn = new Map<number, Drawn>()
  const failed = new Map<number, string>()
  const redraw = createFrameBatch((due) => {
    for (const key of due) {
      for (const one of [...drawn.values()]) feed(one, key)
      store.forget(key)
    }
  })
  const store = createSourceStore({
    onChange: (key) => redraw([key]),
    request: (key) => needs.report({ type: 'source-again', key }),
  })

  addSheets()
  addEventListener('resize', () => {
    for (const one of drawn.values()) arrange(one)
  })

  function feed(one: Drawn, key: string) {
    const data = store.find(key)
    const { running } = one
    if (running === undefined || data === undefined) return
    for (const { source, key: wanted } of one.widget.sources) {
      if (wanted !== key) continue
      const draw = (running.on as Readonly<Record<string, (data: object) => void>> | undefined)?.[source]
      guard(one, () => {
        draw?.(data)
        running.onAny?.(source, data)
      })
    }
  }

  function guard(one: Drawn, work: () => void) {
    try {
      work()
    } catch (error) {
      fail(one, verbatim(foreignWords(String(error))))
    }
  }

  function fail(one: Drawn, reason: Text) {
    const { id, settings: own } = one.widget
    if (drawn.get(id) !== one) return
    remove(one)
    // Until its settings change it is not tried again on this page.
    failed.set(id, JSON.stringify(own))
    warn(`widget_${id}`, reason)
  }

  function remove(one: Drawn) {
    drawn.delete(one.widget.id)
    try {
      one.running?.stop?.()
    } catch {
      // It is gone anyway.
    }
    one.element.remove()
  }

  async function draw(widget: StageWidget) {
    const { element, inside } = widgetElement(widget)
    const one: Drawn = { widget, element }
    drawn.set(widget.id, one)
    place.append(element)
    try {
      one.implementation = await loadWidget(widget.type)
    } catch (error) {
      return fail(one, reasonOf(error))
    }
    if (drawn.get(widget.id) !== one) return
    arrange(one)
    guard(one, () => {
      one.running = one.implementation?.start({
        ...{
          element: inside,
          given: widget.settings,
          locale: settings().locale,
          isSilent: sound.isSilent,
          now,
          tick,
          timers,
        },
        fail: (reason) => fail(one, reason),
      })
    })
    redraw(one.widget.sources.map(({ key }) => key))
  }

  /** Its place, its size and its look, which may change while it runs. */
  function arrange({ element, widget, implementation }: Drawn) {
    if (implementation === undefined) return
    placeWidget(element, widget, implementation.definition)
    styleWidget(element, widget, implementation.definition, settings())
  }

  return {
    show(widgets: readonly StageWidget[]) {
      const wanted = new Map(widgets.map((widget) => [widget.id, widget]))
      for (const one of [...drawn.values()]) {
        const next = wanted.get(one.widget.id)
        const isSame =
          next?.type === one.widget.type && JSON.stringify(next.settings) === JSON.stringify(one.widget.settings)
        if (next === undefined || !isSame) remove(one)
        else {
          one.widget = next
          arrange(one)
        }
      }
      store.keepOnly(new Set(widgets.flatMap(({ sources }) => sources.map(({ key }) => key))))
      for (const widget of widgets) {
        if (drawn.has(widget.id) || failed.get(widget.id) === JSON.stringify(widget.settings)) continue
        failed.delete(widget.id)
        void draw(widget)
      }
    },

    take: (message: SourceMessage) => store.take(message),

    /** The theme of the page has changed. */
    restyle() {
      for (const one of drawn.values()) arrange(one)
    },

    /** The language has changed. What a widget shows is drawn by its code, so it begins anew with the same data. */
    again() {
      for (const one of [...drawn.values()]) {
        remove(one)
        void draw(one.widget)
      }
    },

    seen: store.seen,
  }
}

function widgetElement({ id, type }: StageWidget) {
  const element = document.createElement('article')
  element.className = 'widget'
  element.dataset.kind = 'widget'
  element.dataset.id = `widget_${id}`
  element.dataset.type = type
  const inside = document.createElement('div')
  inside.className = 'plate'
  element.append(inside)
  return { element, inside }
}

/** Collects what has changed until the page is drawn again. */
function createFrameBatch(draw: (due: readonly string[]) => void) {
  const changed: Set<string> = new Set()
  let isFrameWanted = false
  return (keys: Iterable<string>) => {
    for (const key of keys) changed.add(key)
    if (isFrameWanted) return
    isFrameWanted = true
    requestAnimationFrame(() => {
      isFrameWanted = false
      const due = [...changed]
      changed.clear()
      draw(due)
    })
  }
}

async function loadWidget(name: string): Promise<WidgetImplementation> {
  if (!isWidgetType(name)) throw new TextError(messages.noSuchWidget.of({ type: foreignWords(textOf(name)) }))
  // A browser remembers that a module failed to load, so further attempts need another address.
  const attempts = [
    widgetModules[name],
    (): Promise<WidgetModule> => import(`./widgets/${name}.js?retry=1`),
    (): Promise<WidgetModule> => import(`./widgets/${name}.js?retry=2`),
  ]
  for (const load of attempts) {
    try {
      return (await load()).widget
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  throw new TextError(messages.notLoaded.of())
}

function isWidgetType(type: string): type is WidgetType {
  return Object.hasOwn(widgetModules, type)
}

/** Behind the stylesheet of the page and before that of the broadcaster. */
function addSheets() {
  if (document.querySelector('link[data-sheet="widgets"]') !== null) return
  const custom = document.querySelector('link[data-sheet="custom"]')
  for (const name of ['widgets', 'widget-lists', 'widget-shows']) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.dataset.sheet = 'widgets'
    link.href = new URL(`${name}.css`, import.meta.url).href
    document.head.insertBefore(link, custom)
  }
}
