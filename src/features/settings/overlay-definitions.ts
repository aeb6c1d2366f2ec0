import { alertEmblems, alertEntrances, alertExits, alertLayouts, alertSizes } from '../../contract/alert-cards.ts'
import { defaultDonationVariants, donationStyles } from '../../contract/donation-variants.ts'
import { companionEffects } from '../../contract/effects.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { boolean, integer, list, number, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'

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

export const speechSettings = object({
  voice: optional(text({ max: 150, cleaning: 'name', description: 'Such as flite:rms; left out, the default.' })),
  language: optional(text({ max: 20, cleaning: 'name', description: 'As in en, tr or pt-BR.' })),
  speed: withDefault(number({ min: 0.5, max: 2, description: '1 is normal, 2 twice as fast.' }), 1),
  max_length: withDefault(integer({ min: 1, max: 500, description: 'How many characters are said.' }), 500),
  hide_bad_words: withDefault(boolean({ description: 'Whether the built-in English list is used.' }), false),
  hidden_words: withDefault(
    list(text({ max: maxNameLength, cleaning: 'line' }), { max: 500, description: 'Words of your own to hide.' }),
    [],
  ),
})
