import { defineSamples } from '../../../definitions/starter-texts.ts'
import { widgetDefinitions } from './widgets.ts'

/** The settings of a widget that the gallery creates: those of its sample, with what viewers read in their language. */
export const newWidgetSettings = defineSamples(
  'starterTexts.widgets',
  widgetDefinitions.map((one) => [one.type, one.sample.settings] as const),
)
