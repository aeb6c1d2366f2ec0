import { type EffectDefinition, settingsOf } from './define-effect.ts'
import { confetti } from './effects/confetti.ts'
import { custom } from './effects/custom.ts'
import { emojiRain } from './effects/emoji-rain.ts'
import { fireworks } from './effects/fireworks.ts'
import { flash } from './effects/flash.ts'
import { hearts } from './effects/hearts.ts'
import { image } from './effects/image.ts'
import { rain } from './effects/rain.ts'
import { shake } from './effects/shake.ts'
import { snow } from './effects/snow.ts'
import { spotlight } from './effects/spotlight.ts'
import { textBurst } from './effects/text-burst.ts'

/** Every effect, in the order of the gallery. The overlay's implementations are checked against this list. */
export const effectDefinitions = [
  confetti,
  fireworks,
  hearts,
  snow,
  rain,
  emojiRain,
  shake,
  flash,
  spotlight,
  image,
  textBurst,
  custom,
] as const

export type EffectType = (typeof effectDefinitions)[number]['type']
export const effectTypes: readonly EffectType[] = effectDefinitions.map(({ type }) => type)

/** Effects that can accompany a donation: they need no settings. */
export const companionEffects: readonly EffectType[] = effectDefinitions
  .filter(({ worksAlone }) => worksAlone)
  .map(({ type }) => type)

export function findEffectDefinition(type: string): EffectDefinition | undefined {
  return effectDefinitions.find((definition) => definition.type === type)
}

export interface EffectMedia {
  /** The setting that names the file. */
  readonly name: string
  readonly source: string
  readonly media: 'sound' | 'image'
  /** The setting that the overlay reads instead, with the address of the file. */
  readonly address: string
}

/** The files that these settings name. */
export function mediaOf(definition: EffectDefinition, settings: Readonly<Record<string, unknown>>): EffectMedia[] {
  return Object.entries(settingsOf(definition)).flatMap(([name, { control }]) => {
    const source = settings[name]
    if (control.kind !== 'media' || typeof source !== 'string') return []
    return { name, source, media: control.media, address: control.address }
  })
}
