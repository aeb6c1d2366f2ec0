import type { Catalogue } from '../messages/message.ts'
import { type EffectType, effectDefinitions } from './effects.ts'
import { defineStarterTexts, inChannelLanguage } from './starter-texts.ts'

const keyOf = (type: string) => `starterTexts.effects.${type}`

for (const { type, sample } of effectDefinitions) defineStarterTexts(keyOf(type), sample)

/** The settings of an effect that the gallery creates: those of its sample, with what viewers read in their language. */
export function newEffectSettings(type: EffectType, catalogue: Catalogue): Readonly<Record<string, unknown>> {
  const settings = effectDefinitions.find((one) => one.type === type)?.sample
  return inChannelLanguage(keyOf(type), settings ?? {}, catalogue)
}
