import { widgetSettingsOf } from '../../../../src/capabilities/widgets/contract/define-widget.ts'
import type { WidgetPlace } from '../../../../src/capabilities/widgets/contract/widget-place.ts'
import { findWidgetDefinition } from '../../../../src/capabilities/widgets/contract/widgets.ts'
import { readFields } from '../../../../src/definitions/read-fields.ts'
import type { StageWidget } from '../../../../src/registry/overlay-messages.ts'
import type { Answer } from '../../api.ts'
import type { Media } from '../../ui/media/use-media.ts'

export type WidgetEntry = Answer<'list-widget-settings'>['widgets'][number]
export type Settings = Readonly<Record<string, unknown>>

/** What is saved together; the switch in the list takes effect at once. */
export interface WidgetDraft {
  readonly name: string
  readonly settings: Settings
  readonly place: WidgetPlace
  readonly own_link: boolean
}

/** Where the unsaved changes of a widget are kept. */
export function widgetPlaceName(id: number): string {
  return `widget:${id}`
}

export function draftOf({ name, settings, place, own_link }: WidgetEntry): WidgetDraft {
  return { name, settings, place, own_link }
}

export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const { [name]: _before, ...rest } = settings
  return value === undefined || value === '' ? rest : { ...rest, [name]: value }
}

/** A new widget in the middle, as large as its definition says. */
export function centred({ width, height }: { readonly width: number; readonly height: number }): WidgetPlace {
  const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10
  return { x: 50, y: 50, width: percent(width, 1920), height: percent(height, 1080), rotation: 0, layer: 0 }
}

/** The size in pixels of a page of 1920 × 1080. */
export function pixelsOf({ width, height }: WidgetPlace): { width: number; height: number } {
  return { width: Math.round((width * 1920) / 100), height: Math.round((height * 1080) / 100) }
}

interface Previewed {
  readonly id: number
  readonly type: string
  readonly settings: Settings
  readonly place: WidgetPlace
}

/** A widget for the preview, with the sample data of its sources. */
export function previewOf({ id, type, settings, place }: Previewed, media: Media) {
  const definition = findWidgetDefinition(type)
  if (definition === undefined) return []
  const shown: Record<string, unknown> = { ...settings }
  for (const [name, { control }] of Object.entries(widgetSettingsOf(definition))) {
    const source = settings[name]
    if (control.kind !== 'media' || typeof source !== 'string') continue
    delete shown[name]
    const url = media.urlOf(source)
    if (url !== undefined) shown[control.address] = url
  }
  // Samples belong to the widget: two goals may show different ones.
  const wanted = definition.sources(readFields(definition.settings, settings))
  const sources = wanted.map(({ source }) => ({ source, key: `${source}{${id}}` }))
  const widget: StageWidget = { id, type, settings: shown, place, sources }
  return [{ widget, data: definition.sample.data }]
}
