import { Failure } from '../../contract/failures.ts'
import { type EffectType, effectTypes } from '../../contract/overlay-messages.ts'
import { createInputReader } from '../../contract/read-input.ts'
import { integer, list, number, type ObjectSchema, object, optional, type Schema, text } from '../../contract/schema.ts'
import { isColor } from '../settings/overlay-checks.ts'

export const maxCodeBytes = 64 * 1024

export type EffectSettings = Readonly<Record<string, unknown>>

const share = (min: number, max: number, description: string) => optional(number({ min, max, description }))
const count = (max: number, description: string) => optional(integer({ min: 1, max, description }))
const colors = optional(list(text({ max: 60, cleaning: 'name' }), { max: 12, description: 'CSS colours.' }))
const x = share(0, 1, 'From left, 0, to right, 1.')
const y = share(0, 1, 'From top, 0, to bottom, 1.')
const code = (description: string) => optional(text({ max: maxCodeBytes, description }))

const common = {
  seconds: optional(number({ min: 0.5, max: 60, description: 'How long it lasts.' })),
  sound: optional(text({ max: 60, cleaning: 'name', description: 'builtin:… or upload:….' })),
  volume: share(0, 1, 'How loud the sound is.'),
}

/** What each effect can be told. The bounds are those that the page holds to. */
const own = {
  confetti: { pieces: count(360, 'How many.'), colors },
  fireworks: { rockets: count(20, 'How many.'), colors },
  hearts: { pieces: count(150, 'How many.'), colors },
  snow: { flakes: count(320, 'How many.'), colors },
  rain: { drops: count(500, 'How many.'), colors },
  'emoji-rain': {
    emoji: optional(text({ max: 100, cleaning: 'line', description: 'What falls.' })),
    pieces: count(160, 'How many.'),
  },
  shake: { strength: share(0, 2, 'How much; 1 is usual.') },
  flash: {
    color: optional(text({ max: 60, cleaning: 'name', description: 'A CSS colour.' })),
    flashes: count(10, 'How many; never more than two a second.'),
  },
  spotlight: { x, y, size: share(0.1, 1, 'A share of the height.'), darkness: share(0, 0.9, 'How dark the rest is.') },
  image: {
    image: text({ min: 1, max: 60, cleaning: 'name', description: 'upload:….' }),
    x,
    y,
    size: share(0.05, 1, ''),
  },
  'text-burst': { text: optional(text({ max: 200, cleaning: 'line', description: 'What is written.' })) },
  custom: { html: code('Markup.'), css: code('Styles.'), js: code('A script.') },
} as const satisfies Readonly<Record<EffectType, Readonly<Record<string, Schema>>>>

const readers = new Map<EffectType, (body: unknown) => { effect_settings: EffectSettings }>(
  effectTypes.map((type) => [type, createInputReader(object({ effect_settings: schemaOf(type) }))]),
)

function schemaOf(type: EffectType): ObjectSchema {
  return object<Readonly<Record<string, Schema>>>({ ...common, ...own[type] })
}

/** Every setting of every type, for the form of a call; which belong together is looked at with the type. */
export const anyEffectSettings = object<Readonly<Record<string, Schema>>>(
  Object.fromEntries(
    Object.entries(Object.assign({}, common, ...Object.values(own)) as Record<string, Schema>).map(([name, schema]) => [
      name,
      optional(widened(schema)),
    ]),
  ),
  { description: 'What the effect is told; see its type.' },
)

/** Types give one name different bounds; theirs are the ones that hold. */
function widened({ maximum: _most, minimum: _least, ...schema }: Schema): Schema {
  return schema
}

/** The settings as they are kept; throws what is wrong with them, or does not belong to this type. */
export function checkEffectSettings(type: EffectType, given: EffectSettings): EffectSettings {
  const known: readonly string[] = Object.keys({ ...common, ...own[type] })
  const stranger = Object.keys(given).find((name) => given[name] !== undefined && !known.includes(name))
  if (stranger !== undefined) throw wrong(stranger, `is no setting of ${type}: it has ${known.join(', ')}`)
  const read = readers.get(type)
  if (read === undefined) throw new Error(`there is no effect ${type}`)
  const { effect_settings: settings } = read({ effect_settings: given })
  checkColors(settings)
  const bytes = ['html', 'css', 'js'].reduce((sum, part) => sum + Buffer.byteLength(String(settings[part] ?? '')), 0)
  if (bytes > maxCodeBytes) throw wrong('js', 'is too long: html, css and js together may have 64 KB')
  return settings
}

function checkColors({ colors = [], color }: EffectSettings): void {
  const words = 'must be a CSS colour, such as #f2b24c'
  if (typeof color === 'string' && !isColor(color)) throw wrong('color', words)
  for (const [index, one] of (colors as readonly string[]).entries()) {
    if (!isColor(one)) throw wrong(`colors[${index}]`, words)
  }
}

function wrong(name: string, words: string): Failure {
  const path = `effect_settings.${name}`
  const message = `${path} ${words}.`
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
