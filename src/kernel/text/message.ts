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
type Value<Format> = Format extends 'text' ? string | number | MessagePart : number
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
  ? (parameters?: MessageValues, catalogue?: Catalogue) => string
  : keyof ParametersOf<M> extends never
    ? (parameters?: undefined, catalogue?: Catalogue) => string
    : (parameters: ParametersOf<M>, catalogue?: Catalogue) => string) & {
  readonly key: string
  readonly text: M
}

const english: Catalogue = { locale: 'en', texts: {} }

/** The language where a call names none: that of the page; on the server English, except inside `inLanguage`. */
let current: Catalogue = english

/** For a page, which has one reader. A server uses `inLanguage` instead. */
export function useCatalogue(catalogue: Catalogue): void {
  current = catalogue
}

export function currentCatalogue(): Catalogue {
  return current
}

export type MessageValues = Readonly<Record<string, string | number | MessagePart>>

/** Receives every message that is defined (tools that list them), or written in English (`origins.ts`). */
interface MessageListeners {
  defined?: ((key: string, text: MessageText) => void) | undefined
  written?:
    | ((
        text: string,
        call: (parameters: MessageValues, catalogue: Catalogue) => string,
        parameters: MessageValues,
      ) => void)
    | undefined
}
export const messageListeners: MessageListeners = {}

/** Every message of the modules that are loaded: sentences are recognized by them (`recognize.ts`). */
export const knownMessages: Message[] = []

export function message<const M extends MessageText>(key: string, text: M): Message<M> {
  messageListeners.defined?.(key, text)
  const call = (parameters: MessageValues = {}, catalogue = current): string => {
    const translated = catalogue.texts[key]
    if (translated !== undefined) return format(translated, parameters, catalogue)
    const written = format(text, parameters, english)
    messageListeners.written?.(written, call, parameters)
    // Words keep their direction on a page that runs from right to left; marks between values follow the page.
    const isApart = catalogue.isolates && /(^|\})[^{]*\p{L}/u.test((text as PluralText).other ?? text)
    return isApart ? `\u2066${written}\u2069` : written
  }
  call.key = key
  call.text = text
  knownMessages.push(call as unknown as Message)
  return call as unknown as Message<M>
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
    const text = texts[name]
    if (typeof text !== 'function') messages[name] = message(`${area}.${name}`, text as MessageText)
  }
  return messages as MessagesOf<T>
}

function format(text: MessageText, parameters: MessageValues, catalogue: Catalogue): string {
  const { locale, isolates } = catalogue
  const template = typeof text === 'string' ? text : pluralOf(text, parameters, locale)
  return template.replace(/\{\{|\{(\w+)(?::(\w+))?\}/g, (whole, name: string | undefined, kind: string | undefined) => {
    if (name === undefined) return '{'
    const value = parameters[name]
    if (value === undefined) return whole
    const shown =
      typeof value === 'string' || typeof value === 'number'
        ? formatted(value, kind, locale)
        : format(catalogue.texts[value.key] ?? value.text, {}, catalogue)
    return isolates ? `\u2068${shown}\u2069` : shown
  })
}

function pluralOf(text: PluralText, parameters: MessageValues, locale: string): string {
  return text[pluralRules(locale).select(Number(parameters[text.plural]))] ?? text.other
}

function formatted(value: string | number, kind: string | undefined, locale: string): string {
  if (kind === undefined || typeof value === 'string') return String(value)
  if (kind === 'number' || kind === 'percent') return numbers(locale, kind).format(value)
  return dates(locale, kind).format(value)
}

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
