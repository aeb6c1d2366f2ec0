import { maxNameLength } from '../../contract/fields.ts'
import { donationStyles, effectTypes, faces, looks, type Position, positions } from '../../contract/overlay-messages.ts'
import { boolean, integer, list, number, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'

/** How the overlay looks and sounds. The defaults are those that the page itself goes by when nobody says anything. */

function place(usual: Position) {
  return withDefault(oneOf(positions), usual)
}
function volume(usual: number) {
  return withDefault(number({ min: 0, max: 1 }), usual)
}
function seconds(usual: number) {
  return withDefault(number({ min: 0.5, max: 60 }), usual)
}
function priority(usual: number) {
  return withDefault(integer({ min: 0, max: 9 }), usual)
}
const color = optional(text({ max: 60, cleaning: 'name', description: 'A CSS colour, such as #f2b24c.' }))

export const maxCustomCss = 20_000
const usualPositions = {
  tts: 'bottom-left',
  'audio-alert': 'bottom-left',
  donation: 'bottom',
  effect: 'top-right',
  song: 'top-left',
} as const
const usualVolumes = { master: 1, tts: 1, 'audio-alert': 1, donation: 1, effect: 1, song: 0.6 }
const usualSeconds = { tts: 3, 'audio-alert': 4, donation: 6 }
const usualPriorities = { tts: 1, 'audio-alert': 1, donation: 2 }

export const overlaySettings = object({
  look: withDefault(oneOf(looks, { description: 'How everything is drawn.' }), 'clean'),
  font: optional(oneOf(faces, { description: "Without one, the look's own." })),
  colors: withDefault(object({ accent: color, text: color, background: color, amount: color }), {}),
  scale: withDefault(number({ min: 0.5, max: 2, description: 'The size of everything.' }), 1),
  positions: withDefault(
    object({
      tts: place(usualPositions.tts),
      'audio-alert': place(usualPositions['audio-alert']),
      donation: place(usualPositions.donation),
      effect: place(usualPositions.effect),
      song: place(usualPositions.song),
    }),
    usualPositions,
  ),
  volumes: withDefault(
    object({
      master: volume(usualVolumes.master),
      tts: volume(usualVolumes.tts),
      'audio-alert': volume(usualVolumes['audio-alert']),
      donation: volume(usualVolumes.donation),
      effect: volume(usualVolumes.effect),
      song: volume(usualVolumes.song),
    }),
    usualVolumes,
  ),
  seconds: withDefault(
    object(
      {
        tts: seconds(usualSeconds.tts),
        'audio-alert': seconds(usualSeconds['audio-alert']),
        donation: seconds(usualSeconds.donation),
      },
      { description: 'How long a card stands at least.' },
    ),
    usualSeconds,
  ),
  priorities: withDefault(
    object(
      {
        tts: priority(usualPriorities.tts),
        'audio-alert': priority(usualPriorities['audio-alert']),
        donation: priority(usualPriorities.donation),
      },
      { description: 'Who goes first when several wait: the higher number.' },
    ),
    usualPriorities,
  ),
  points_name: withDefault(text({ max: 30, cleaning: 'line', description: 'What points are called.' }), 'points'),
  show_price: withDefault(boolean({ description: 'Whether an audio alert shows its price.' }), true),
  locale: withDefault(text({ max: 35, cleaning: 'name', description: 'Whose way of writing numbers is used.' }), 'en'),
  custom_css: optional(text({ max: maxCustomCss, description: 'A stylesheet of your own.' })),
})

const donationVariant = object({
  minimum: number({ min: 0, max: 1_000_000_000, description: 'From this amount on.' }),
  currency: optional(
    text({ max: 16, cleaning: 'name', description: 'Whose amount it is; without one, in about dollars.' }),
  ),
  style: withDefault(oneOf(donationStyles), 'plain'),
  sound: optional(text({ max: 60, cleaning: 'name', description: 'builtin:… or upload:…; without one, the usual.' })),
  volume: volume(1),
  effect: optional(oneOf(effectTypes.filter((type) => type !== 'custom' && type !== 'image'))),
})

export const donationSettings = object({
  variants: withDefault(list(donationVariant, { min: 1, max: 20 }), [
    { minimum: 0, style: 'plain', volume: 1 },
    { minimum: 20, style: 'bright', volume: 1 },
    { minimum: 100, style: 'grand', volume: 1, effect: 'confetti' },
  ]),
  speak: withDefault(boolean({ description: "Whether the donor's message is spoken." }), false),
  speak_minimum: withDefault(
    number({ min: 0, max: 1_000_000_000, description: 'From which amount on, in about dollars.' }),
    0,
  ),
  speak_name: withDefault(boolean({ description: 'Whether it says who the message is from.' }), true),
})

export const speechSettings = object({
  voice: optional(text({ max: 150, cleaning: 'name', description: 'As in flite:rms; without one, the usual.' })),
  language: optional(text({ max: 20, cleaning: 'name', description: 'As in en, tr or pt-BR.' })),
  speed: withDefault(number({ min: 0.5, max: 2, description: '1 is normal, 2 twice as fast.' }), 1),
  max_length: withDefault(integer({ min: 1, max: 500, description: 'How many characters are said.' }), 500),
  hide_bad_words: withDefault(boolean({ description: 'Whether the built-in English list is used.' }), false),
  hidden_words: withDefault(
    list(text({ max: maxNameLength, cleaning: 'line' }), { max: 500, description: 'Words of your own to hide.' }),
    [],
  ),
})
