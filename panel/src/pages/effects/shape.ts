import type { effectTypes } from '../../../../src/contract/overlay-messages.ts'
import type { Answer } from '../../api.ts'
import type { Media } from '../../ui/use-media.ts'

export type EffectEntry = Answer<'list-effect-overlays'>['effects'][number]
export type EffectType = (typeof effectTypes)[number]
export type Settings = Readonly<Record<string, unknown>>

/** How a setting is asked for. */
export type Setting =
  | {
      readonly name: string
      readonly kind: 'count' | 'part'
      readonly min: number
      readonly max: number
      readonly usual: number
    }
  | { readonly name: string; readonly kind: 'colors' | 'color' | 'text' | 'emoji' | 'image' }

const count = (name: string, max: number, usual: number): Setting => ({ name, kind: 'count', min: 1, max, usual })
const part = (name: string, min: number, max: number, usual: number): Setting => ({
  name,
  kind: 'part',
  min,
  max,
  usual,
})
const colors: Setting = { name: 'colors', kind: 'colors' }

/** What each type asks beside the time it lasts and its sound. */
export const settingsOf: Readonly<Record<EffectType, readonly Setting[]>> = {
  confetti: [count('pieces', 360, 210), colors],
  fireworks: [count('rockets', 20, 8), colors],
  hearts: [count('pieces', 150, 46), colors],
  snow: [count('flakes', 320, 150), colors],
  rain: [count('drops', 500, 260), colors],
  'emoji-rain': [{ name: 'emoji', kind: 'emoji' }, count('pieces', 160, 60)],
  shake: [part('strength', 0, 2, 1)],
  flash: [{ name: 'color', kind: 'color' }, count('flashes', 10, 2)],
  spotlight: [part('x', 0, 1, 0.5), part('y', 0, 1, 0.5), part('size', 0.1, 1, 0.5), part('darkness', 0, 0.9, 0.62)],
  image: [{ name: 'image', kind: 'image' }, part('x', 0, 1, 0.5), part('y', 0, 1, 0.5), part('size', 0.05, 1, 0.45)],
  'text-burst': [{ name: 'text', kind: 'text' }],
  custom: [],
}

export const usualSeconds: Readonly<Record<EffectType, number>> = {
  confetti: 6,
  fireworks: 8,
  hearts: 6,
  snow: 15,
  rain: 15,
  'emoji-rain': 8,
  shake: 1,
  flash: 1.5,
  spotlight: 6,
  image: 5,
  'text-burst': 4,
  custom: 5,
}

/** The whole of an effect, as it is saved. */
export function writtenOf({ overlay_id, name, effect_type, effect_settings, trigger_enabled }: EffectEntry) {
  return { overlay_id, name, effect_type: effect_type as EffectType, effect_settings, trigger_enabled }
}

export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const { [name]: _before, ...rest } = settings
  return value === undefined || value === '' ? rest : { ...rest, [name]: value }
}

/** What the preview is given: files by their addresses, and no sound. */
export function previewSettings(settings: Settings, media: Media): Settings {
  const { sound: _sound, volume: _volume, image, ...rest } = settings
  const url = typeof image === 'string' ? media.urlOf(image) : undefined
  return url === undefined ? rest : { ...rest, url }
}
