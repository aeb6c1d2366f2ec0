import { maxNameLength } from '../../../definitions/fields.ts'
import { integer, list, number, object, oneOf, optional, type Static, text } from '../../../kernel/schema/schema.ts'
import { companionEffects, type EffectType, effectDefinitions } from '../../effects/contract/effects.ts'
import { alertEmblems, alertEntrances, alertExits, alertLayouts, alertSizes } from './alert-cards.ts'

/** What each choice is called, in the panel and in the docs. */
export const layoutTitles = {
  beside: 'Picture beside the text',
  above: 'Picture above the text',
  behind: 'Picture behind the text',
  banner: 'Banner across the screen',
  full: 'Full screen',
} as const satisfies Readonly<Record<(typeof alertLayouts)[number], string>>

export const sizeTitles = { small: 'Small', medium: 'Medium', large: 'Large' } as const

export const entranceTitles = {
  slide: 'Slide',
  rise: 'Rise',
  drop: 'Drop',
  pop: 'Pop',
  unfold: 'Unfold',
  wipe: 'Wipe',
  typewriter: 'Typewriter',
  curtain: 'Curtain',
  fade: 'Fade',
  none: 'None',
} as const satisfies Readonly<Record<(typeof alertEntrances)[number], string>>

export const exitTitles = {
  slide: 'Slide',
  sink: 'Sink',
  lift: 'Lift',
  shrink: 'Shrink',
  fold: 'Fold',
  wipe: 'Wipe',
  curtain: 'Curtain',
  fade: 'Fade',
  none: 'None',
} as const satisfies Readonly<Record<(typeof alertExits)[number], string>>

export const emblemTitles = {
  none: 'None',
  heart: 'Heart',
  star: 'Star',
  crown: 'Crown',
  gift: 'Gift',
  people: 'People',
  gem: 'Gem',
  coin: 'Coin',
  bell: 'Bell',
} as const satisfies Readonly<Record<(typeof alertEmblems)[number], string>>

const effectTitles = Object.fromEntries(
  effectDefinitions.map(({ type, title }) => [type, String(title.text)]),
) as Readonly<Record<EffectType, string>>
const line = (title: string, max: number, description?: string) =>
  text({ title, max, cleaning: 'line', ...(description === undefined ? {} : { description }) })
const file = (title: string, description: string) =>
  text({ title, max: 60, cleaning: 'name', description, control: 'hidden' })

export const maxAlertVariants = 20

/** What a variant can replace. */
const replaceable = {
  text: optional(line('Text', 300)),
  figure: optional(line('Large number', 60, 'Shown large, such as the amount; left out when it is empty.')),
  message: optional(line('Message', 500, 'What the viewer wrote.')),
  image: optional(file('Picture', 'A file of the channel: upload:….')),
  emblem: optional(
    oneOf(alertEmblems, { title: 'Icon', titles: emblemTitles, description: 'Shown where there is no picture.' }),
  ),
  video: optional(file('Video', 'A file of the channel: upload:….')),
  sound: optional(file('Sound', 'A built-in sound or a file of the channel: builtin:… or upload:….')),
  volume: optional(number({ title: 'Volume', min: 0, max: 1, control: 'hidden' })),
  effect: optional(oneOf(companionEffects, { title: 'Effect', titles: effectTitles })),
  speech: optional(line('Speech', 500, 'Read aloud after the sound.')),
  seconds: optional(number({ title: 'Seconds', min: 1, max: 60 })),
  layout: optional(oneOf(alertLayouts, { title: 'Layout', titles: layoutTitles })),
  size: optional(oneOf(alertSizes, { title: 'Size', titles: sizeTitles })),
  enter: optional(oneOf(alertEntrances, { title: 'Entrance', titles: entranceTitles })),
  leave: optional(oneOf(alertExits, { title: 'Exit', titles: exitTitles })),
}

/** The fields of a step that shows an alert. */
export const alertStepFields = {
  ...replaceable,
  text: text({ title: 'Text', min: 1, max: 300, cleaning: 'line', control: 'multiline' }),
  username: optional(
    text({
      title: 'Highlighted name',
      max: maxNameLength,
      cleaning: 'line',
      description: 'Highlighted where it stands in the text; the viewer of the event unless it is set.',
    }),
  ),
  amount: optional(
    text({
      title: 'Amount',
      max: 40,
      cleaning: 'line',
      description: 'What the variants go by, such as $(event.amount).',
    }),
  ),
  variants: optional(
    list(
      object({
        at_least: integer({ title: 'Amount', min: 0, description: 'From this amount on.' }),
        ...replaceable,
      }),
      {
        title: 'Variants',
        max: maxAlertVariants,
        control: 'hidden',
        description: 'What is different from an amount on; of several, the one with the highest amount counts.',
      },
    ),
  ),
}

const alertStep = object(alertStepFields)
/** The checked fields of such a step. */
export type AlertStepInput = Static<typeof alertStep>
export type AlertVariant = NonNullable<AlertStepInput['variants']>[number]
