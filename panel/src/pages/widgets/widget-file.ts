import { widgetSettingsOf } from '../../../../src/capabilities/widgets/contract/define-widget.ts'
import { findWidgetDefinition } from '../../../../src/capabilities/widgets/contract/widgets.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import { centred, type Settings, type WidgetDraft } from './shape.ts'

const fileType = 'showcaller-widget'
const maxBytes = 200_000

/** One widget as a file, without the pictures of the channel. */
export function exportWidget({ name, type, settings, place }: WidgetDraft & { readonly type: string }): void {
  const definition = findWidgetDefinition(type)
  const fields = definition === undefined ? {} : widgetSettingsOf(definition)
  const own = Object.entries(settings).filter(([field]) => fields[field]?.control.kind !== 'media')
  const content = { type: fileType, version: 1, widget: { type, name, settings: Object.fromEntries(own), place } }
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  saveFile(file, `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.widget.json`)
}

export interface ImportedWidget {
  readonly type: string
  readonly name: string
  readonly settings: Settings
  readonly place: WidgetDraft['place']
}

/** The widget in a file; the server checks its settings when it is created. */
export async function readWidgetFile(file: File): Promise<ImportedWidget | undefined> {
  if (file.size > maxBytes) return undefined
  try {
    const { type, widget } = JSON.parse(await file.text()) as { type?: unknown; widget?: Partial<ImportedWidget> }
    const definition = findWidgetDefinition(String(widget?.type))
    if (type !== fileType || widget === undefined || definition === undefined) return undefined
    const { name = definition.title(), settings = {}, place = centred(definition.size) } = widget
    if (!isRecord(settings) || !isRecord(place) || typeof name !== 'string') return undefined
    return { type: definition.type, name, settings, place }
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
