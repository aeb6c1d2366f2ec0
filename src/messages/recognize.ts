import { type Catalogue, knownMessages, type Message, type MessageText } from './message.ts'

/**
 * What the server or a page reported is kept as an English sentence: why a connection failed, why an item was not shown.
 * Who reads it later has a language, so the sentence is compared with the English texts of all messages and written
 * again. A sentence that is no message, such as the answer of a platform, stays as it is.
 */
export function inReadersLanguage(text: string, catalogue: Catalogue): string {
  // One word may be a code that programs compare.
  if (catalogue.locale === 'en' || !text.includes(' ')) return text
  return written(text, catalogue, 0) ?? bySentence(text, catalogue)
}

/** The same for an answer: the fields with these names, wherever they stand, and lists of texts under such a name. */
export function fieldsInReadersLanguage<T>(value: T, fields: ReadonlySet<string>, catalogue: Catalogue): T {
  return catalogue.locale === 'en' ? value : (translatedFields(value, fields, catalogue, false) as T)
}

function translatedFields(
  value: unknown,
  fields: ReadonlySet<string>,
  catalogue: Catalogue,
  isMeant: boolean,
): unknown {
  if (typeof value === 'string') return isMeant ? inReadersLanguage(value, catalogue) : value
  if (Array.isArray(value)) return value.map((one) => translatedFields(one, fields, catalogue, isMeant))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, part]) => [name, translatedFields(part, fields, catalogue, fields.has(name))]),
  )
}

interface Pattern {
  readonly message: Message
  readonly expression: RegExp
  readonly parts: readonly { readonly name: string; readonly kind: string | undefined }[]
  /** Letters that are not of a placeholder: the more, the surer. */
  readonly letters: number
}

/** Fewer letters match by chance, unless a part of the sentence is a message itself: `{path} {problem}.` */
const enoughLetters = 8
const maxDepth = 3
const maxLength = 1_000

const exact = new Map<string, Message[]>()
let patterns: Pattern[] = []
let indexed = 0

function written(text: string, catalogue: Catalogue, depth: number): string | undefined {
  if (depth > maxDepth || text.length > maxLength) return undefined
  if (indexed !== knownMessages.size) index()
  const same = exact.get(text)?.find(({ key }) => Object.hasOwn(catalogue.texts, key))
  if (same !== undefined) return same(countsOf(same.text), catalogue)
  for (const pattern of patterns) {
    const found = pattern.expression.exec(text)
    const translated = found === null ? undefined : fill(pattern, found.slice(1), catalogue, depth)
    if (translated !== undefined) return translated
  }
  return undefined
}

function fill(pattern: Pattern, values: readonly string[], catalogue: Catalogue, depth: number): string | undefined {
  const { message, parts, letters } = pattern
  const { key, text } = message
  if (!Object.hasOwn(catalogue.texts, key)) return undefined
  const given: Record<string, string | number> = { ...countsOf(text) }
  let isSure = letters >= enoughLetters
  for (const [place, { name, kind }] of parts.entries()) {
    const value = values[place] ?? ''
    const sentence = kind === undefined ? partOf(key, value, catalogue, depth) : undefined
    if (sentence !== undefined) isSure = true
    given[name] = kind === 'number' ? numberIn(value) : (sentence ?? value)
  }
  return isSure ? message(given, catalogue) : undefined
}

/** One word is a name more often than a message, except where the area of the sentence has that word. */
function partOf(key: string, value: string, catalogue: Catalogue, depth: number): string | undefined {
  if (value.includes(' ')) return written(value, catalogue, depth + 1)
  const area = key.slice(0, key.lastIndexOf('.') + 1)
  return exact.get(value)?.find((one) => one.key.startsWith(area))?.({}, catalogue)
}

/** A form without its number is that for one. */
function countsOf(text: MessageText): Readonly<Record<string, number>> {
  return typeof text === 'string' ? {} : { [text.plural]: 1 }
}

/** Several sentences were put together. */
function bySentence(text: string, catalogue: Catalogue): string {
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u)
  if (sentences.length === 1) return text
  return sentences.map((one) => written(one, catalogue, 1) ?? one).join(' ')
}

function index(): void {
  indexed = knownMessages.size
  exact.clear()
  patterns = []
  for (const message of knownMessages.values()) {
    const { text } = message
    for (const variant of typeof text === 'string' ? [text] : variantsOf(text)) {
      if (/\{\w/.test(variant)) patterns.push(patternOf(message, variant))
      else exact.set(variant, [...(exact.get(variant) ?? []), message])
    }
  }
  patterns.sort((one, other) => other.letters - one.letters)
}

function variantsOf({ plural: _counted, ...variants }: Exclude<MessageText, string>): string[] {
  return Object.values(variants)
}

function patternOf(message: Message, variant: string): Pattern {
  const pieces = variant.split(/\{(\w+(?::\w+)?)\}/)
  const literals = pieces.filter((_, place) => place % 2 === 0)
  const placeholders = pieces.filter((_, place) => place % 2 === 1)
  const source = pieces.map((piece, place) => (place % 2 === 0 ? escaped(piece.replaceAll('{{', '{')) : '(.+?)'))
  return {
    message,
    expression: new RegExp(`^${source.join('')}$`, 's'),
    parts: placeholders.map((one) => ({ name: one.split(':')[0] ?? '', kind: one.split(':')[1] })),
    letters: literals.join('').replaceAll(/\P{L}/gu, '').length,
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function numberIn(text: string): string | number {
  const number = Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : text
}
