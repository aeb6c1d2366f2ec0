import {
  type CommonWidgetSettings,
  type WidgetDefinition,
  widgetSettingsOf,
} from '../src/capabilities/widgets/contract/define-widget.ts'
import type { SourceData, SourceName } from '../src/capabilities/widgets/contract/widgets/sources.ts'
import type { WidgetType } from '../src/capabilities/widgets/contract/widgets.ts'
import { readFields } from '../src/definitions/read-fields.ts'
import type { Fields, FieldValues } from '../src/definitions/setting-fields.ts'
import type { Text } from '../src/kernel/text/message.ts'
import type { Timers } from './timers.ts'

/** What a widget gets from the page. */
export interface WidgetContext {
  /** Where it draws. */
  readonly element: HTMLElement
  /** The settings as they came from the server, with the addresses of files. */
  readonly given: Readonly<Record<string, unknown>>
  readonly locale: string
  readonly isSilent: boolean
  readonly timers: Timers
  /** By the server's clock. */
  readonly now: () => number
  /** Calls once a second until the returned function is called. */
  readonly tick: (then: () => void) => () => void
  /** Removes the widget from the page and reports why. */
  readonly fail: (reason: Text) => void
}

/** What draws the data of each source, and how the widget ends. */
export interface RunningWidget {
  readonly on?: { readonly [N in SourceName]?: (data: SourceData<N>) => void }
  /** Data of every source, for a widget that draws whatever there is. */
  readonly onAny?: (source: string, data: object) => void
  readonly stop?: () => void
}

export interface WidgetImplementation<T extends string = string> {
  readonly definition: WidgetDefinition<T>
  readonly start: (context: WidgetContext) => RunningWidget
}

/** A module of `overlay/widgets`. */
export interface WidgetModule<T extends WidgetType = WidgetType> {
  readonly widget: WidgetImplementation<T>
}

/** A widget as its definition describes it: `start` receives settings within their bounds, with defaults filled in. */
export function implementWidget<T extends string, F extends Fields>(
  definition: WidgetDefinition<T, F>,
  start: (context: WidgetContext & { readonly settings: FieldValues<F> & CommonWidgetSettings }) => RunningWidget,
): WidgetImplementation<T> {
  return {
    definition: definition as unknown as WidgetDefinition<T>,
    start: (context) => {
      const settings = readFields(widgetSettingsOf(definition), context.given)
      return start({ ...context, settings: settings as FieldValues<F> & CommonWidgetSettings })
    },
  }
}
