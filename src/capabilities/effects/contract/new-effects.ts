import { defineSamples } from '../../../definitions/starter-texts.ts'
import { effectDefinitions } from './effects.ts'

/** The settings of an effect that the gallery creates: those of its sample, with what viewers read in their language. */
export const newEffectSettings = defineSamples(
  'starterTexts.effects',
  effectDefinitions.map((one) => [one.type, one.sample] as const),
)
