import { findEffectDefinition, mediaOf } from '../../../../src/capabilities/effects/contract/effects.ts'
import type { Answer } from '../../api.ts'
import type { Media } from '../../ui/media/use-media.ts'

export type EffectEntry = Answer<'list-effect-settings'>['effects'][number]
export type Settings = Readonly<Record<string, unknown>>

/** What is saved together; the switch beside it takes effect at once. */
export interface EffectDraft {
  readonly name: string
  readonly settings: Settings
}

/** Where the unsaved changes of an effect are kept. */
export function effectPlace(id: string): string {
  return `effect:${id}`
}

export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const { [name]: _before, ...rest } = settings
  return value === undefined || value === '' ? rest : { ...rest, [name]: value }
}

/** The settings as the preview gets them: files by their addresses, and no sound. */
export function previewSettings(type: string, settings: Settings, media: Media): Settings {
  const definition = findEffectDefinition(type)
  const { volume: _volume, ...resolved }: Record<string, unknown> = { ...settings }
  for (const file of definition === undefined ? [] : mediaOf(definition, settings)) {
    const url = media.urlOf(file.source)
    delete resolved[file.name]
    if (file.media !== 'sound' && url !== undefined) resolved[file.address] = url
  }
  return resolved
}

/** Whether a file that the effect cannot do without is missing. */
export function lacksFile(type: string, settings: Settings, media: Media): boolean {
  const fields = Object.entries(findEffectDefinition(type)?.settings ?? {})
  return fields.some(([name, { control, isRequired }]) => {
    const source = settings[name]
    return (
      control.kind === 'media' &&
      isRequired === true &&
      (typeof source !== 'string' || media.urlOf(source) === undefined)
    )
  })
}
