import {
  choice,
  code,
  color,
  type Field,
  factor,
  group,
  type Label,
  line,
  locale,
  numeric,
  type StoredValues,
  share,
  toggle,
} from '../../../definitions/setting-fields.ts'
import { defineMessages, message } from '../../../kernel/text/message.ts'
import { fonts, themes, themeTexts } from './themes.ts'

/** Where a setting stands in the panel and in the docs. Positions are set by dragging in the preview. */
export const overlaySections = defineMessages('overlay.sections', {
  theme: themeTexts.theme,
  position: 'Position',
  volume: 'Volume',
  timing: 'Time on screen',
  text: 'Prices and numbers',
  css: 'Custom CSS',
})
export type OverlaySection = keyof typeof overlaySections

export interface OverlaySetting extends Field {
  readonly section: OverlaySection
  /** What changes on the overlay page; a field with a CSS variable says it by itself. */
  readonly drives?: string
}

const kinds = defineMessages('overlay.kinds', {
  master: 'Master',
  tts: 'Speech',
  'audio-alert': 'Audio alerts',
  'event-alert': 'Event alerts',
  donation: 'Donations',
  effect: 'Effect captions',
  song: 'Song',
})

export { kinds as overlayKinds }

/** Row by row, three to a row; `free` is anywhere, as `places` says. */
export const positions = {
  'top-left': { title: message('overlay.positions.top-left', 'Top left') },
  top: { title: message('overlay.positions.top', 'Top') },
  'top-right': { title: message('overlay.positions.top-right', 'Top right') },
  left: { title: message('overlay.positions.left', 'Left') },
  center: { title: message('overlay.positions.center', 'Center') },
  right: { title: message('overlay.positions.right', 'Right') },
  'bottom-left': { title: message('overlay.positions.bottom-left', 'Bottom left') },
  bottom: { title: message('overlay.positions.bottom', 'Bottom') },
  'bottom-right': { title: message('overlay.positions.bottom-right', 'Bottom right') },
  free: { title: message('overlay.positions.free', 'Free') },
} as const
export type Position = keyof typeof positions

export const placeTitles = defineMessages('overlay.places', {
  x: 'Centre, % from the left',
  y: 'Centre, % from the top',
  scale: 'Size',
  rotation: 'Rotation in degrees',
  layer: 'Layer',
})

const at = <const P extends Position>(title: Label, position: P) =>
  choice({ title }, { choices: positions, default: position as Position })
const within = (title: Label, min: number, max: number, value: number, step = 0.1) =>
  numeric({ title }, { min, max, step, default: value })
const place = (title: Label) =>
  group(
    { title },
    {
      x: within(placeTitles.x, 0, 100, 50),
      y: within(placeTitles.y, 0, 100, 50),
      scale: within(placeTitles.scale, 0.3, 3, 1, 0.01),
      rotation: within(placeTitles.rotation, -180, 180, 0),
      layer: within(placeTitles.layer, 0, 9, 0, 1),
    },
  )
const volume = (title: Label, value: number) => share({ title }, { default: value })
const minimumSeconds = (title: Label, value: number) =>
  numeric({ title }, { min: 0.5, max: 60, step: 0.5, default: value })
const priority = (title: Label, value: number) => numeric({ title }, { max: 9, step: 1, default: value })

/**
 * Every setting of the overlay: the server stores and checks it, the panel draws its form and the overlay reads it, all
 * from here. The names are those of stored settings, and so stay.
 */
export const overlaySettingFields = {
  look: {
    ...choice(
      {
        title: themeTexts.theme,
        help: message('overlay.themeHelp', 'How everything on the overlay is drawn.'),
      },
      { choices: themes, default: 'clean' as keyof typeof themes },
    ),
    section: 'theme',
    drives: 'the attribute `body[data-look]` and the stylesheet of the theme',
  },
  font: {
    ...choice(
      { title: themeTexts.font, cssVariable: '--font' },
      { choices: fonts, default: undefined, none: themeTexts.themeFont },
    ),
    section: 'theme',
  },
  colors: {
    ...group(
      {
        title: themeTexts.colors,
        help: themeTexts.colorsHelp,
      },
      {
        accent: color(
          { title: message('overlay.colors.accent', 'Accent'), cssVariable: '--accent' },
          { initial: '#f2b24c' },
        ),
        text: color({ title: message('overlay.colors.text', 'Text'), cssVariable: '--text' }, { initial: '#f6f4f0' }),
        background: color(
          { title: message('overlay.colors.background', 'Background'), cssVariable: '--background' },
          { initial: '#0d1016' },
        ),
        amount: color(
          { title: message('overlay.colors.amount', 'Amount'), cssVariable: '--amount' },
          { initial: '#ffffff' },
        ),
      },
    ),
    section: 'theme',
  },
  scale: {
    ...factor({ title: placeTitles.scale, cssVariable: '--scale' }, { min: 0.5, max: 2, default: 1 }),
    section: 'theme',
  },
  positions: {
    ...group(
      { title: overlaySections.position },
      {
        tts: at(kinds.tts, 'bottom-left'),
        'audio-alert': at(kinds['audio-alert'], 'bottom-left'),
        'event-alert': at(kinds['event-alert'], 'top'),
        donation: at(kinds.donation, 'bottom'),
        effect: at(kinds.effect, 'top-right'),
        song: at(kinds.song, 'top-left'),
      },
    ),
    section: 'position',
    drives: 'the attribute `data-position` of each item',
  },
  places: {
    ...group(
      { title: message('overlay.places', 'Free positions') },
      {
        tts: place(kinds.tts),
        'audio-alert': place(kinds['audio-alert']),
        'event-alert': place(kinds['event-alert']),
        donation: place(kinds.donation),
        effect: place(kinds.effect),
        song: place(kinds.song),
      },
    ),
    section: 'position',
    drives: 'where an item stands whose position is `free`, and the order of items that overlap',
  },
  volumes: {
    ...group(
      { title: overlaySections.volume },
      {
        master: volume(kinds.master, 1),
        tts: volume(kinds.tts, 1),
        'audio-alert': volume(kinds['audio-alert'], 1),
        'event-alert': volume(kinds['event-alert'], 1),
        donation: volume(kinds.donation, 1),
        effect: volume(message('overlay.kinds.effects', 'Effects'), 1),
        song: volume(kinds.song, 0.6),
      },
    ),
    section: 'volume',
    drives: 'how loud each kind of item is',
  },
  seconds: {
    ...group(
      { title: message('overlay.seconds', 'Minimum time in seconds') },
      {
        tts: minimumSeconds(kinds.tts, 3),
        'audio-alert': minimumSeconds(kinds['audio-alert'], 4),
        'event-alert': minimumSeconds(kinds['event-alert'], 5),
        donation: minimumSeconds(kinds.donation, 6),
      },
    ),
    section: 'timing',
    drives: 'how long a card stays at least',
  },
  priorities: {
    ...group(
      {
        title: message('overlay.priorities', 'Priority'),
        help: message(
          'overlay.prioritiesHelp',
          '0 to 9. When several items are queued, the highest number goes first.',
        ),
      },
      {
        tts: priority(kinds.tts, 1),
        'audio-alert': priority(kinds['audio-alert'], 1),
        'event-alert': priority(kinds['event-alert'], 1),
        donation: priority(kinds.donation, 2),
      },
    ),
    section: 'timing',
    drives: 'the order of the queue',
  },
  points_name: {
    ...line({ title: message('overlay.pointsName', 'Name of points') }, { max: 30, default: 'points' as string }),
    section: 'text',
    drives: 'the price on the card of an audio alert',
  },
  show_price: {
    ...toggle({ title: message('overlay.showPrice', 'Show the price of alerts') }, true as boolean),
    section: 'text',
    drives: 'the price on the card of an audio alert',
  },
  locale: {
    ...locale(
      {
        title: message('overlay.locale', 'Number format'),
        help: message('overlay.localeHelp', 'A language such as en, de or pt-BR.'),
      },
      'en',
    ),
    section: 'text',
    drives: 'how amounts and prices are written',
  },
  custom_css: {
    ...code(
      {
        title: overlaySections.css,
        help: message(
          'overlay.customCssHelp',
          'Applied after the theme. The overlay guide lists the stable selectors.',
        ),
      },
      { max: 20_000, language: 'css', placeholder: '[data-kind="tts"] .message { font-style: italic }' },
    ),
    section: 'css',
    drives: 'a stylesheet after that of the theme',
  },
} as const satisfies Readonly<Record<string, OverlaySetting>>

export type OverlaySettingValues = StoredValues<typeof overlaySettingFields>
