import { media, seconds } from '../../../definitions/content-fields.ts'
import { contentLabels } from '../../../definitions/content-labels.ts'
import { type Fields, type FieldValues, type Label, share } from '../../../definitions/setting-fields.ts'
import { message } from '../../../kernel/text/message.ts'

/** Where an effect stands in the gallery and in the docs. */
export const effectGroups = {
  particles: message('effects.groups.particles', 'Particles'),
  screen: message('effects.groups.screen', 'Whole screen'),
  content: contentLabels.yourOwnContent,
} as const
export type EffectGroup = keyof typeof effectGroups

export interface EffectDefinition<T extends string = string, F extends Fields = Fields> {
  readonly type: T
  readonly title: Label
  readonly help: Label
  readonly group: EffectGroup
  /** The path of an SVG on a grid of 16, drawn as an outline. */
  readonly icon: string
  /** How long it runs when its settings do not say. */
  readonly seconds: number
  /** It ends by itself; without a duration in its settings, one that is still there after `seconds` has failed. */
  readonly endsItself: boolean
  /** Whether it makes sense without settings, and so can accompany a donation. */
  readonly worksAlone: boolean
  /** The settings of this effect; those that every effect has come on top. */
  readonly settings: F
  /** Settings with which the preview has something to show. */
  readonly sample: Readonly<Record<string, unknown>>
}

/** Defines one kind of effect. Its implementation is `overlay/effects/<type>.ts`. */
export function defineEffect<const T extends string, const F extends Fields>(
  definition: Omit<EffectDefinition<T, F>, 'endsItself' | 'worksAlone' | 'sample'> &
    Partial<Pick<EffectDefinition, 'endsItself' | 'worksAlone'>> & { readonly sample?: Partial<FieldValues<F>> },
): EffectDefinition<T, F> {
  const { sample, ...rest } = definition
  return { endsItself: false, worksAlone: true, ...rest, sample: { ...sample } }
}

const labels = {
  seconds: { title: message('effects.seconds', 'Duration') },
  sound: { title: contentLabels.sound },
  volume: { title: contentLabels.volume },
}

/** The settings that every effect has. */
export function commonSettings({ seconds: value }: Pick<EffectDefinition, 'seconds'>) {
  return {
    seconds: seconds(labels.seconds, { max: 60, default: value }),
    sound: media(labels.sound, { media: 'sound', address: 'sound' }),
    volume: share(labels.volume, { default: 1 }),
  }
}

export function settingsOf<F extends Fields>(definition: EffectDefinition<string, F>): Fields {
  return { ...definition.settings, ...commonSettings(definition) }
}
