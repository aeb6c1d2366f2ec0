import { integer, number, object, optional, type Static } from '../../../kernel/schema/schema.ts'

const percent = (min: number, description: string) => number({ min, max: 100, description })
const fields = {
  x: percent(0, 'The centre, in percent from the left.'),
  y: percent(0, 'The centre, in percent from the top.'),
  width: percent(1, 'In percent of the page.'),
  height: percent(1, 'In percent of the page.'),
  rotation: number({ min: -180, max: 180, description: 'In degrees, clockwise.' }),
  layer: integer({ min: 0, max: 9, description: 'Widgets with a higher one cover the others.' }),
}

/** Where a widget stands, in percent of the page; `x` and `y` are its centre. */
export const widgetPlace = object(fields)
export type WidgetPlace = Static<typeof widgetPlace>

/** Of which any may be left out. */
export const widgetPlaceChanges = {
  x: optional(fields.x),
  y: optional(fields.y),
  width: optional(fields.width),
  height: optional(fields.height),
  rotation: optional(fields.rotation),
  layer: optional(fields.layer),
}
