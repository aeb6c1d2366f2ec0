import { type Say, type SpecName, saySpec } from './spec-name.ts'

/**
 * Every text a person reads is a message: a key, an English text and typed parameters. English stands in the code, so
 * that a text is read where it is used; another language is one catalogue file that maps keys to texts.
 *
 *     const messages = defineMessages('viewers', {
 *       title: 'Viewers',
 *       linked: '{first} and {second} are now linked.',
 *       total: { plural: 'count', one: '{count:number} viewer', other: '{count:number} viewers' },
 *     })
 *     messages.total({ count: 3 })
 *
 * Placeholders: `{name}` as it is, `{count:number}`, `{share:percent}`, `{at:date}`, `{at:time}` and `{at:datetime}` in
 * the format of the reader's language (dates are milliseconds since 1970). `'{{'` writes a brace. A value may be another
 * message, which is written in the same language: `messages.isA({ name, type: typeWords.list })`.
 *
 * `messages.total({ count: 3 })` is the sentence in the language of this moment. Where the reader is not known yet, as in
 * a failure or a stored report, `messages.total.of({ count: 3 })` keeps key and parameters as a `Text`.
 */
export type MessageText = string | PluralText

/** Texts by plural category of the language; `plural` names the parameter that is counted. */
export interface PluralText {
  readonly plural: string
  readonly other: string
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
}

/** Texts of one language by key. A key that is missing falls back to English. */
export interface Catalogue {
  readonly locale: string
  readonly texts: Readonly<Record<string, MessageText>>
  /** Names and other values may be written in the other direction, so each is isolated from the text around it. */
  readonly isolates?: boolean
}

/** A message that stands inside another one. */
export interface MessagePart {
  readonly key: string
  readonly text: string
}

type Trim<S extends string> = S extends `${infer Name}:${string}` ? Name : S
type FormatOf<S extends string> = S extends `${string}:${infer Format}` ? Format : 'text'
type Value<Format> = Format extends 'text' ? MessageValue : number
type PlaceholdersOf<S extends string> = S extends `${infer Before}{{${infer Rest}`
  ? PlaceholdersOf<Before> | PlaceholdersOf<Rest>
  : S extends `${string}{${infer Placeholder}}${infer Rest}`
    ? Placeholder | PlaceholdersOf<Rest>
    : never
type TextsOf<M> = M extends string ? M : M extends PluralText ? Extract<M[keyof Omit<M, 'plural'>], string> : never
type CountOf<M> = M extends { readonly plural: infer Count extends string }
  ? { readonly [K in Count]: number }
  : unknown
type ParametersOf<M> = {
  readonly [P in PlaceholdersOf<TextsOf<M>> as Trim<P>]: Value<FormatOf<P>>
} & CountOf<M>

/** A message as code calls it: without an argument when its text has no placeholder. */
export type Message<M extends MessageText = MessageText> = (string extends TextsOf<M>
  ? { (parameters?: MessageValues, catalogue?: Catalogue): string; of(parameters?: MessageValues): Text }
  : keyof ParametersOf<M> extends never
    ? { (parameters?: undefined, catalogue?: Catalogue): string; of(): Text }
    : { (parameters: ParametersOf<M>, catalogue?: Catalogue): string; of(parameters: ParametersOf<M>): Text }) & {
  readonly key: string
  readonly text: M
}

export const english: Catalogue = { locale: 'en', texts: {} }
/** A parameter in a text, with its format. */
export const placeholder = /\{\{|\{(\w+)(?::(\w+))?\}/g

/** The language where a call names none: that of the page; on the server English, except inside `inLanguage`. */
let current: Catalogue = english

/** For a page, which has one reader. A server uses `inLanguage` instead. */
export function useCatalogue(catalogue: Catalogue): void {
  current = catalogue
}

export function currentCatalogue(): Catalogue {
  return current
}

/** A name or a number as it is, or a message or text that is written in the language of the sentence around it. */
export type MessageValue = string | number | MessagePart | SpecName | Text | readonly (string | Text)[]
export type MessageValues = Readonly<Record<string, MessageValue>>

/**
 * A message with its parameters, before anybody reads it. A name among the parameters stays as it is, even where it reads
 * like a message. JSON is written for a reader: there a text becomes its sentence in the language of this moment
 * (`inLanguage`), which is English for programs.
 */
export class Text {
  declare readonly key: string
  declare readonly parameters: MessageValues
  /** For English, and for a language that does not have the key. */
  declare readonly english: MessageText

  constructor(key: string, parameters: MessageValues, text: MessageText) {
    this.key = key
    this.parameters = parameters
    this.english = text
  }

  write(catalogue: Catalogue, say: Say = saySpec): string {
    return inCatalogue(this.key, this.english, this.parameters, catalogue, say)
  }

  toString(): string {
    return this.write(current)
  }

  toJSON(): string {
    return this.write(current)
  }
}

/** What another service or a person said: the same words in every language. */
export function verbatim(words: string): Text {
  return new Text('', {}, words.replaceAll('{', '{{'))
}

export const noText = verbatim('')

/** Receives every message that is defined, for tools that list them. */
interface MessageListeners {
  defined?: ((key: string, text: MessageText) => void) | undefined
}
export const messageListeners: MessageListeners = {}

export function message<const M extends MessageText>(key: string, text: M): Message<M> {
  messageListeners.defined?.(key, text)
  const call = (parameters: MessageValues = {}, catalogue = current): string =>
    inCatalogue(key, text, parameters, catalogue, saySpec)
  call.key = key
  call.text = text
  call.of = textOf
  return call as unknown as Message<M>
}

/** One function for all messages, so that a message costs the start no second closure. */
function textOf(this: MessagePart, parameters: MessageValues = {}): Text {
  return new Text(this.key, parameters, this.text)
}

/** A message that is defined elsewhere, with whichever parameters. */
type SharedMessage = ((...parameters: never[]) => string) & { readonly key: string }
type MessagesOf<T> = { readonly [K in keyof T]: T[K] extends MessageText ? Message<T[K]> : T[K] }

/** The messages of one area, each with the key `<area>.<name>`. One that several areas share is given as a message. */
export function defineMessages<const T extends Readonly<Record<string, MessageText | SharedMessage>>>(
  area: string,
  texts: T,
): MessagesOf<T> {
  // A copy whose values are replaced, and not a new object that grows: there are two thousand messages, which are all
  // defined while the server starts, and V8 describes each step of such a growth.
  const messages: Record<string, unknown> = { ...texts }
  for (const name in texts) {
    if (typeof texts[name] !== 'function') messages[name] = message(`${area}.${name}`, texts[name] as MessageText)
  }
  return messages as MessagesOf<T>
}

function inCatalogue(
  key: string,
  text: MessageText,
  parameters: MessageValues,
  catalogue: Catalogue,
  say: Say,
): string {
  const translated = catalogue.texts[key]
  if (translated === undefined) return inEnglish(text, parameters, catalogue, say)
  return format(translated, parameters, { own: catalogue, parts: catalogue, say })
}

/**
 * For a language that does not have the text. A catalogue also leaves out what reads as in English, such as
 * `{path} {problem}.`; the parts may read differently.
 */
function inEnglish(text: MessageText, parameters: MessageValues, catalogue: Catalogue, say: Say): string {
  const written = format(text, parameters, { own: english, parts: catalogue, say })
  // Words keep their direction on a page that runs from right to left; marks between values follow the page.
  const isApart = catalogue.isolates && /(^|\})[^{]*\p{L}/u.test(typeof text === 'string' ? text : text.other)
  return isApart ? `\u2066${written}\u2069` : written
}

interface Writing {
  /** The language of the text itself. */
  readonly own: Catalogue
  /** The language of the texts inside it. */
  readonly parts: Catalogue
  readonly say: Say
}

function format(text: MessageText, parameters: MessageValues, writing: Writing): string {
  const { locale, isolates = false } = writing.own
  const template = typeof text === 'string' ? text : pluralOf(text, parameters, locale)
  if (!template.includes('{')) return template
  return template.replace(placeholder, (whole, name: string | undefined, kind: string | undefined) => {
    if (name === undefined) return '{'
    const value = parameters[name]
    if (value === undefined) return whole
    const shown = written(value, kind, writing)
    return isolates ? `\u2068${shown}\u2069` : shown
  })
}

function written(value: MessageValue, kind: string | undefined, writing: Writing): string {
  const { own, parts, say } = writing
  if (typeof value === 'string' || typeof value === 'number') return formatted(value, kind, own.locale)
  if (value instanceof Text) return value.write(parts, say)
  if ('specName' in value) return say(value.specName)
  if ('key' in value) return format(parts.texts[value.key] ?? value.text, {}, writing)
  return lists(own.locale).format(value.map((one) => written(one, kind, writing)))
}

function pluralOf(text: PluralText, parameters: MessageValues, locale: string): string {
  const category = pluralRules(locale).select(Number(parameters[text.plural]))
  return text[category] ?? text.other
}

function formatted(value: string | number, kind: string | undefined, locale: string): string {
  if (kind === undefined || typeof value === 'string') return String(value)
  if (kind === 'number' || kind === 'percent') return numbers(locale, kind).format(value)
  return dates(locale, kind).format(value)
}

const lists = remembered((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }))
const numbers = remembered((locale, kind) => {
  return new Intl.NumberFormat(locale, { style: kind === 'percent' ? kind : 'decimal' })
})
const pluralRules = remembered((locale) => new Intl.PluralRules(locale))
const dates = remembered((locale, kind) => {
  const dateStyle = kind === 'time' ? undefined : 'medium'
  const timeStyle = kind === 'date' ? undefined : 'short'
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle })
})

/** Formatters of `Intl` are slow to create and never change. */
function remembered<T>(create: (locale: string, kind: string) => T): (locale: string, kind?: string) => T {
  const known = new Map<string, T>()
  return (locale, kind = '') => {
    const key = `${locale} ${kind}`
    const found = known.get(key) ?? create(locale, kind)
    known.set(key, found)
    return found
  }
}
