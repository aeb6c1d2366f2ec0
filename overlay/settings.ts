import type { DonationVariant, OverlaySettings, Position, ShownKind } from '../src/contract/overlay-messages.ts'
import { numberOf, oneOf, ownUrl, recordOf } from './values.ts'

const looks = ['clean', 'neon', 'pixel'] as const
const faces = ['inter', 'oswald', 'press-start-2p', 'system'] as const
const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const
export const styles = ['plain', 'bright', 'grand'] as const

const usualPositions: Record<ShownKind, Position> = {
  tts: 'bottom-left',
  'audio-alert': 'bottom-left',
  donation: 'bottom',
  effect: 'top-right',
  song: 'top-left',
}
const usualSeconds = { tts: 3, 'audio-alert': 4, donation: 6 }
/** Money first; what is said and what sounds go in the order they came. */
const usualPriorities = { tts: 1, 'audio-alert': 1, donation: 2 }
const usualVolumes = { master: 1, tts: 1, 'audio-alert': 1, donation: 1, effect: 1, song: 0.6 }
const usualVariants: DonationVariant[] = [
  { minimum: 0, style: 'plain' },
  { minimum: 20, style: 'bright' },
  { minimum: 100, style: 'grand', effect: 'confetti' },
]

/** The broadcaster's settings with everything in its place: what was left out, or makes no sense, is as usual. */
export function readSettings(given: OverlaySettings | undefined) {
  const wanted = recordOf(given)
  const colors = recordOf(wanted.colors)
  return {
    look: oneOf(wanted.look, looks, 'clean'),
    font: oneOf(wanted.font, faces),
    colors: Object.fromEntries(['accent', 'text', 'background', 'amount'].map((name) => [name, colorOf(colors[name])])),
    scale: numberOf(wanted.scale, 0.5, 2, 1),
    positions: each(usualPositions, wanted.positions, (value, usual) => oneOf(value, positions, usual)),
    volumes: each(usualVolumes, wanted.volumes, (value, usual) => numberOf(value, 0, 1, usual)),
    seconds: each(usualSeconds, wanted.seconds, (value, usual) => numberOf(value, 0.5, 60, usual)),
    priorities: each(usualPriorities, wanted.priorities, (value, usual) => numberOf(value, 0, 9, usual)),
    donationVariants: variantsOf(wanted.donationVariants),
    pointsName: typeof wanted.pointsName === 'string' ? wanted.pointsName.slice(0, 30) : 'points',
    locale: localeOf(wanted.locale),
    customCssUrl: ownUrl(wanted.customCssUrl),
  }
}

export type Settings = ReturnType<typeof readSettings>

function each<T extends Record<string, unknown>>(
  usual: T,
  given: unknown,
  read: (value: unknown, usual: T[keyof T]) => T[keyof T],
): T {
  const wanted = recordOf(given)
  const names = Object.keys(usual) as (keyof T & string)[]
  return Object.fromEntries(names.map((name) => [name, read(wanted[name], usual[name])])) as T
}

function colorOf(value: unknown) {
  return typeof value === 'string' && CSS.supports('color', value) ? value : undefined
}

function variantsOf(given: unknown): DonationVariant[] {
  if (!Array.isArray(given)) return usualVariants
  return given.slice(0, 20).map((one) => {
    const variant = recordOf(one)
    return {
      ...variant,
      minimum: numberOf(variant.minimum, 0, Number.MAX_VALUE, 0),
      style: oneOf(variant.style, styles, 'plain'),
    } as DonationVariant
  })
}

function localeOf(value: unknown) {
  try {
    return Intl.getCanonicalLocales(typeof value === 'string' ? value : 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}
