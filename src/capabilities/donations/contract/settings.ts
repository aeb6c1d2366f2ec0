import { boolean, list, number, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import {
  alertEmblems,
  alertEntrances,
  alertExits,
  alertLayouts,
  alertSizes,
} from '../../alerts/contract/alert-cards.ts'
import { companionEffects } from '../../effects/contract/effects.ts'
import { defaultDonationVariants, donationStyles } from './donation-variants.ts'

const donationVariant = object({
  minimum: number({ min: 0, max: 1_000_000_000, description: 'From this amount on.' }),
  currency: optional(
    text({ max: 16, cleaning: 'name', description: 'Whose amount it is; without one, in about dollars.' }),
  ),
  style: withDefault(oneOf(donationStyles), 'plain'),
  text: optional(text({ max: 300, cleaning: 'line', description: 'What the card says; left out, who donated.' })),
  sound: optional(text({ max: 60, cleaning: 'name', description: 'builtin:… or upload:…; left out, the default.' })),
  volume: withDefault(number({ min: 0, max: 1 }), 1),
  effect: optional(oneOf(companionEffects)),
  image: optional(text({ max: 60, cleaning: 'name', description: 'upload:… of a picture.' })),
  video: optional(text({ max: 60, cleaning: 'name', description: 'upload:… of a short video.' })),
  emblem: optional(oneOf(alertEmblems, { description: 'Shown where there is no picture; left out, a coin.' })),
  seconds: optional(number({ min: 1, max: 60, description: 'The time on screen; left out, as long as it is read.' })),
  layout: optional(oneOf(alertLayouts, { description: 'Left out, as the style has it.' })),
  size: optional(oneOf(alertSizes, { description: 'Left out, as the style has it.' })),
  enter: optional(oneOf(alertEntrances)),
  leave: optional(oneOf(alertExits)),
})

export const donationSettings = object({
  variants: withDefault(
    list(donationVariant, { min: 1, max: 20 }),
    defaultDonationVariants.map((variant) => ({ ...variant, volume: 1 })),
  ),
  speak: withDefault(boolean({ description: "Whether the donor's message is spoken." }), false),
  speak_minimum: withDefault(
    number({ min: 0, max: 1_000_000_000, description: 'From which amount on, in about dollars.' }),
    0,
  ),
  speak_name: withDefault(boolean({ description: 'Whether it says who the message is from.' }), true),
})
