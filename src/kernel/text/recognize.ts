import { type Catalogue, knownMessages, type Message, type MessageText } from './message.ts'
import { mapNamedTexts } from './named-texts.ts'

/** How many comparisons of a text with a message are left. What needs more stays English. */
export interface Work {
  comparisons: number
}

/** Several times what the longest of our own sentences needs. A text may come from a platform or from a web page. */
const comparisonsForText = 6_000
/** A page of a list has a hundred rows, most of them with the same few sentences. */
const comparisonsForAnswer = 60_000

/**
 * What the server or a page reported is kept as an English sentence: why a connection failed, why an item was not shown.
 * Who reads it later has a language, so the sentence is compared with the English texts of all messages and written
 * again. A sentence that is no message, such as the answer of a platform, stays as it is.
 */
export function inReadersLanguage(
  text: string,
  catalogue: Catalogue,
  work: Work = { comparisons: comparisonsForText },
): string {
  // One word may be a code that programs compare.
  if (catalogue.locale === 'en' || !text.includes(' ')) return text
  const search = { catalogue, work, found: new Map() }
  return written(text, search, 0) ?? bySentence(text, search)
}

/** The same for an answer: the fields with these names, wherever they stand, and lists of texts under such a name. */
export function fieldsInReadersLanguage<T>(value: T, fields: ReadonlySet<string>, catalogue: Catalogue): T {
  if (catalogue.locale === 'en') return value
  const answer: Work = { comparisons: comparisonsForAnswer }
  const known = new Map<string, string>()

  function translate(text: string): string {
    const work = { comparisons: Math.min(comparisonsForText, answer.comparisons) }
    const before = work.comparisons
    const translated = known.get(text) ?? inReadersLanguage(text, catalogue, work)
    answer.comparisons -= before - work.comparisons
    known.set(text, translated)
    return translated
  }

  return mapNamedTexts(value, fields, translate)
}

interface Pattern {
  readonly message: Message
  /** The text around the placeholders: one more than there are placeholders. */
  readonly literals: readonly string[]
  readonly parts: readonly { readonly name: string; readonly kind: string | undefined }[]
  /** Letters that are not of a placeholder: the more, the surer. */
  readonly letters: number
}

interface Search {
  readonly catalogue: Catalogue
  readonly work: Work
  /** What the parts of this text were found to be, by how deep they stand and by their text. */
  readonly found: Map<string, string | undefined>
}

/** Fewer letters match by chance, unless a part of the sentence is a message itself: `{path} {problem}.` */
const enoughLetters = 8
const maxDepth = 3
const maxLength = 1_000

const exact = new Map<string, Message[]>()
/** By the first letter of the text. Those that begin with a placeholder stand under every letter, and under none. */
const byFirstLetter = new Map<string, Pattern[]>()
let indexed = 0

function written(text: string, search: Search, depth: number): string | undefined {
  if (depth > maxDepth || text.length > maxLength) return undefined
  if (indexed !== knownMessages.length) index()
  const { catalogue, work, found } = search
  const same = exact.get(text)?.find(({ key }) => Object.hasOwn(catalogue.texts, key))
  if (same !== undefined) return same(countsOf(same.text), catalogue)
  const place = `${depth} ${text}`
  if (found.has(place)) return found.get(place)
  for (const pattern of patternsFor(text)) {
    if (work.comparisons <= 0) return undefined
    work.comparisons--
    const values = valuesIn(text, pattern.literals)
    const translated = values && fill(pattern, values, search, depth)
    if (translated === undefined) continue
    found.set(place, translated)
    return translated
  }
  found.set(place, undefined)
  return undefined
}

function fill(pattern: Pattern, values: readonly string[], search: Search, depth: number): string | undefined {
  const { message, parts, letters } = pattern
  const { key, text } = message
  if (!Object.hasOwn(search.catalogue.texts, key)) return undefined
  const given: Record<string, string | number> = { ...countsOf(text) }
  let isSure = letters >= enoughLetters
  for (const [place, { name, kind }] of parts.entries()) {
    const value = values[place] ?? ''
    const sentence = kind === undefined ? partOf(key, value, search, depth) : undefined
    if (sentence !== undefined) isSure = true
    given[name] = kind === 'number' ? numberIn(value) : (sentence ?? value)
  }
  return isSure ? message(given, search.catalogue) : undefined
}

/** One word is a name more often than a message, except where the area of the sentence has that word. */
function partOf(key: string, value: string, search: Search, depth: number): string | undefined {
  if (value.includes(' ')) return written(value, search, depth + 1)
  const area = key.slice(0, key.lastIndexOf('.') + 1)
  return exact.get(value)?.find((one) => one.key.startsWith(area))?.({}, search.catalogue)
}

/** A form without its number is that for one. */
function countsOf(text: MessageText): Readonly<Record<string, number>> {
  return typeof text === 'string' ? {} : { [text.plural]: 1 }
}

/** Several sentences were put together. */
function bySentence(text: string, search: Search): string {
  if (text.length > maxLength) return text
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u)
  if (sentences.length === 1) return text
  return sentences.map((one) => written(one, search, 1) ?? one).join(' ')
}

/**
 * What stands at the placeholders, each as short as possible and at least one letter. Every literal is looked for once,
 * from left to right: an earlier place never spoils a later literal, so a long text costs its length and no more.
 */
function valuesIn(text: string, literals: readonly string[]): string[] | undefined {
  const [first = ''] = literals
  const last = literals.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const literal of literals.slice(1, -1)) {
    const at = text.indexOf(literal, from + 1)
    if (at === -1) return undefined
    values.push(text.slice(from, at))
    from = at + literal.length
  }
  const end = text.length - last.length
  return end > from ? [...values, text.slice(from, end)] : undefined
}

function patternsFor(text: string): readonly Pattern[] {
  return byFirstLetter.get(text.charAt(0)) ?? byFirstLetter.get('') ?? []
}

function index(): void {
  indexed = knownMessages.length
  exact.clear()
  byFirstLetter.clear()
  const patterns: Pattern[] = []
  for (const message of knownMessages) {
    const { text } = message
    for (const variant of typeof text === 'string' ? [text] : variantsOf(text)) {
      if (/\{\w/.test(variant)) patterns.push(patternOf(message, variant))
      else exact.set(variant, [...(exact.get(variant) ?? []), message])
    }
  }
  patterns.sort((one, other) => other.letters - one.letters)
  for (const letter of new Set(patterns.map(firstLetter))) {
    const fitting = patterns.filter((pattern) => ['', letter].includes(firstLetter(pattern)))
    byFirstLetter.set(letter, fitting)
  }
}

/** Empty if it begins with a placeholder. */
function firstLetter({ literals: [first = ''] }: Pattern): string {
  return first.charAt(0)
}

function variantsOf({ plural: _counted, ...variants }: Exclude<MessageText, string>): string[] {
  return Object.values(variants)
}

function patternOf(message: Message, variant: string): Pattern {
  const pieces = variant.split(/\{(\w+(?::\w+)?)\}/)
  const literals = pieces.filter((_, place) => place % 2 === 0).map((piece) => piece.replaceAll('{{', '{'))
  const placeholders = pieces.filter((_, place) => place % 2 === 1)
  return {
    message,
    literals,
    parts: placeholders.map((one) => ({ name: one.split(':')[0] ?? '', kind: one.split(':')[1] })),
    letters: literals.join('').replaceAll(/\P{L}/gu, '').length,
  }
}

function numberIn(text: string): string | number {
  const number = Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : text
}
