import { contentLabels } from '../../../definitions/content-labels.ts'
import {
  type Choice,
  choice,
  color,
  type Fields,
  type FieldValues,
  factor,
  type Label,
  toggle,
} from '../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import type { SourceRef } from '../../overlay/contract/source.ts'
import { fonts, type Theme, themes, themeTexts } from '../../overlay/contract/themes.ts'
import type { SourceData, SourceName } from './widgets/sources.ts'

/** Where a widget stands in the gallery and in the docs. */
export const widgetGroups = defineMessages('widgets.groups', {
  chat: 'Chat and viewers',
  numbers: 'Numbers and goals',
  show: 'Music, rounds and shows',
  content: contentLabels.yourOwnContent,
})
export type WidgetGroup = keyof typeof widgetGroups

/** The data of some sources, such as samples for the preview. */
export type SourceSamples = { readonly [N in SourceName]?: SourceData<N> }

export interface WidgetDefinition<T extends string = string, F extends Fields = Fields> {
  readonly type: T
  readonly title: Label
  readonly help: Label
  readonly group: WidgetGroup
  /** The path of an SVG on a grid of 16, drawn as an outline. */
  readonly icon: string
  /** The size of a new one, in pixels of a page of 1920 × 1080. */
  readonly size: { readonly width: number; readonly height: number }
  /** What a larger box means: larger text, or more room for text of the same size. */
  readonly grows: 'text' | 'room'
  /** Whether it has a background of its own unless its settings say otherwise. */
  readonly hasPlate: boolean
  /** The settings of this widget; those that every widget has come on top. */
  readonly settings: F
  /** The live data that it shows. */
  sources(settings: FieldValues<F>): readonly SourceRef<SourceName>[]
  /** With what the preview shows it. */
  readonly sample: { readonly settings: Readonly<Record<string, unknown>>; readonly data: SourceSamples }
}

/** Defines one kind of widget. Its implementation is `overlay/widgets/<type>.ts`. */
export function defineWidget<const T extends string, const F extends Fields>(
  definition: Omit<WidgetDefinition<T, F>, 'grows' | 'hasPlate' | 'sources' | 'sample'> &
    Partial<Pick<WidgetDefinition<T, F>, 'grows' | 'hasPlate' | 'sources'>> & {
      readonly sample?: { readonly settings?: Partial<FieldValues<F>>; readonly data?: SourceSamples }
    },
): WidgetDefinition<T, F> {
  const { sample, ...rest } = definition
  return {
    grows: 'text',
    hasPlate: true,
    sources: () => [],
    ...rest,
    sample: { settings: { ...sample?.settings }, data: { ...sample?.data } },
  }
}

export function source<N extends SourceName>(name: N, params: Readonly<Record<string, unknown>> = {}): SourceRef<N> {
  return { source: name, params }
}

/** Texts of settings that several widgets have. */
export const widgetTexts = defineMessages('widgets.common', {
  theme: themeTexts.theme,
  overlayTheme: 'Theme of the overlay',
  font: themeTexts.font,
  themeFont: themeTexts.themeFont,
  textSize: 'Text size',
  plate: 'Background',
  plateHelp: 'Without a background, text gets a shadow. Keep it where the picture behind is bright.',
  accent: 'Accent colour',
  text: 'Text colour',
  background: 'Background colour',
  shows: 'Shows',
})

/** A list and no cards with samples: it stands among other fields. */
const themeTitles = {
  clean: { title: themes.clean.title },
  neon: { title: themes.neon.title },
  pixel: { title: themes.pixel.title },
} as const satisfies Readonly<Record<Theme, Choice>>

/** The settings that every widget has. */
export function commonWidgetSettings({ hasPlate }: Pick<WidgetDefinition, 'hasPlate'>) {
  return {
    theme: choice(
      { title: widgetTexts.theme },
      { choices: themeTitles, default: undefined, none: widgetTexts.overlayTheme },
    ),
    font: choice({ title: widgetTexts.font }, { choices: fonts, default: undefined, none: widgetTexts.themeFont }),
    text_size: factor({ title: widgetTexts.textSize }, { min: 0.5, max: 3, default: 1 }),
    plate: toggle({ title: widgetTexts.plate, help: widgetTexts.plateHelp }, hasPlate),
    accent: color({ title: widgetTexts.accent }, { initial: '#f2b24c' }),
    text_color: color({ title: widgetTexts.text }, { initial: '#f6f4f0' }),
    background: color({ title: widgetTexts.background }, { initial: '#0d1016' }),
  }
}
export type CommonWidgetSettings = FieldValues<ReturnType<typeof commonWidgetSettings>>

export function widgetSettingsOf<F extends Fields>(definition: WidgetDefinition<string, F>): Fields {
  return { ...definition.settings, ...commonWidgetSettings(definition) }
}
