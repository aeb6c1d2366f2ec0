import type { Catalogue } from '../messages/message.ts'
import { defineStarterTexts, inChannelLanguage } from './starter-texts.ts'
import { type WidgetType, widgetDefinitions } from './widgets.ts'

const keyOf = (type: string) => `starterTexts.widgets.${type}`

for (const { type, sample } of widgetDefinitions) defineStarterTexts(keyOf(type), sample.settings)

/** The settings of a widget that the gallery creates: those of its sample, with what viewers read in their language. */
export function newWidgetSettings(type: WidgetType, catalogue: Catalogue): Readonly<Record<string, unknown>> {
  const settings = widgetDefinitions.find((one) => one.type === type)?.sample.settings
  return inChannelLanguage(keyOf(type), settings ?? {}, catalogue)
}
