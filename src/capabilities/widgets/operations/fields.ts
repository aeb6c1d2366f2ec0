import { model } from '../../../kernel/schema/model.ts'
import { anyObject, boolean, integer, object, text } from '../../../kernel/schema/schema.ts'
import { widgetPlace } from '../contract/widget-place.ts'
import type { Widget } from '../widget-rows.ts'

export const widgetId = integer({ min: 1, description: 'The widget.' })

export const widgetFields = {
  id: integer(),
  name: text(),
  type: text({ description: 'The kind of widget.' }),
  settings: anyObject({ description: 'What it shows and how; docs/widgets.md lists the settings of each type.' }),
  place: widgetPlace,
  enabled: boolean({ description: 'Whether it is shown.' }),
  own_link: boolean({ description: 'Whether it is shown by its own link only.' }),
}

export const widgetView = model('Widget', object(widgetFields))

export const exampleWidget = {
  id: 1,
  name: 'Follower goal',
  type: 'goal',
  settings: { label: 'Follower goal', target: 500 },
  place: { x: 50, y: 90, width: 30, height: 12, rotation: 0, layer: 0 },
  enabled: true,
  own_link: false,
} as const

export function toWidgetView({ id, name, type, settings, place, isEnabled, hasOwnLink }: Widget) {
  return { id, name, type, settings, place, enabled: isEnabled, own_link: hasOwnLink }
}
